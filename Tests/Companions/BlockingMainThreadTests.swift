import RxBlocking
import RxSwift
import XCTest

/// A test case of XCTest runs on the main thread outside of the main queue, which serves no work from within its own.
final class BlockingMainThreadTests: XCTestCase {
    func testTheMainQueueRunsMeanwhile() throws {
        let elements = Observable.of(1, 2, 3)
            .subscribe(on: ConcurrentDispatchQueueScheduler(qos: .default))
            .observe(on: MainScheduler.instance)
            .do(onNext: { _ in XCTAssertTrue(Thread.isMainThread) })
        XCTAssertEqual(try elements.toBlocking(timeout: 60).toArray(), [1, 2, 3])
        let delayed = Observable.just(1).delay(.milliseconds(1), scheduler: MainScheduler.instance)
        XCTAssertEqual(try delayed.toBlocking(timeout: 60).toArray(), [1])
    }
}
