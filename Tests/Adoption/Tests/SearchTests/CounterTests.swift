import RxSwift
import Search
import XCTest

final class CounterTests: XCTestCase {
    private var counter: Counter!
    private var bag: DisposeBag!

    override func setUp() {
        super.setUp()
        counter = Counter()
        bag = DisposeBag()
    }

    override func tearDown() {
        bag = nil
        counter = nil
        super.tearDown()
    }

    func testCountsUpAndDown() {
        var counts: [Int] = []
        counter.count.subscribe(onNext: { counts.append($0) }).disposed(by: bag)
        counter.increment.onNext(())
        counter.increment.onNext(())
        counter.decrement.onNext(())
        XCTAssertEqual(counts, [0, 1, 2, 1])
    }

    func testLateSubscriberGetsTheCurrentCount() {
        counter.count.subscribe().disposed(by: bag)
        counter.increment.onNext(())
        var late: [Int] = []
        counter.count.subscribe(onNext: { late.append($0) }).disposed(by: bag)
        XCTAssertEqual(late, [1])
    }
}
