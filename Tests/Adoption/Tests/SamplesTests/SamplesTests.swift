import RxSwift
import Samples
import Testing

struct SamplesTests {
    @Test func theLongestIsLast() {
        var last: String?
        _ = Observable.from(Samples.queries).takeLast(1).subscribe(onNext: { last = $0 })
        #expect(last == "reactive")
        #expect(Samples.trace == "rx > rxswift > reactive")
    }
}
