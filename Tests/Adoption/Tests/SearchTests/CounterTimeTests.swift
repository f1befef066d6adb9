import RxBlocking
import RxSwift
import RxTest
import Search
import XCTest

final class CounterTimeTests: XCTestCase {
    func testCountsWhenTheButtonsArePressed() {
        let scheduler = TestScheduler(initialClock: 0)
        let counter = Counter()
        let bag = DisposeBag()
        scheduler.createColdObservable([.next(210, ()), .next(230, ())])
            .subscribe(counter.increment)
            .disposed(by: bag)
        scheduler.createColdObservable([.next(220, ())])
            .subscribe(counter.decrement)
            .disposed(by: bag)
        let observer = scheduler.start { counter.count }
        XCTAssertEqual(observer.events, [.next(200, 0), .next(210, 1), .next(220, 0), .next(230, 1)])
    }

    func testHasACountAtOnce() throws {
        XCTAssertEqual(try Counter().count.toBlocking(timeout: 1).first(), 0)
    }
}
