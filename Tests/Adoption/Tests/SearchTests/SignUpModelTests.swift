import RxCocoa
import RxSwift
import RxTest
import Search
import XCTest

private struct Refused: Error, CustomStringConvertible {
    var description: String { "refused" }
}

private final class Service: AccountService {
    var scheduler: TestScheduler?

    func isFree(_ name: String) -> Single<Bool> {
        let answer = name == "down" ? Single<Bool>.error(Refused()) : .just(name != "taken")
        return scheduler.map { answer.delaySubscription(.seconds(1), scheduler: $0) } ?? answer
    }

    func signUp(_ name: String, password: String) async throws -> Int {
        if name.isEmpty { throw Refused() }
        return name.count
    }
}

final class SignUpModelTests: XCTestCase {
    private let bag = DisposeBag()

    func testTheNameIsCheckedOnceTheTypingStops() {
        let scheduler = TestScheduler(initialClock: 0, resolution: 0.1)
        let service = Service()
        service.scheduler = scheduler
        SharingScheduler.mock(scheduler: scheduler) {
            let model = SignUpModel(service: service)
            scheduler.createColdObservable([.next(10, "t"), .next(11, "taken"), .next(40, "free"), .next(60, "down")])
                .bind(to: model.name).disposed(by: bag)
            let states = scheduler.createObserver(SignUpModel.Name.self)
            model.nameState.drive(states).disposed(by: bag)
            scheduler.start()
            XCTAssertEqual(
                states.events.map { $0.value.element },
                [.empty, .checking, .taken, .checking, .free, .checking, .unknown])
        }
    }

    func testTheButtonIsEnabledForACompleteForm() {
        let scheduler = TestScheduler(initialClock: 0, resolution: 0.1)
        SharingScheduler.mock(scheduler: scheduler) {
            let model = SignUpModel(service: Service())
            let enabled = scheduler.createObserver(Bool.self)
            model.isEnabled.drive(enabled).disposed(by: bag)
            scheduler.scheduleAt(10) { model.name.accept("free") }
            scheduler.scheduleAt(20) { model.password.accept("12345678") }
            scheduler.scheduleAt(30) { model.password.accept("1") }
            scheduler.start()
            XCTAssertEqual(enabled.events.map { $0.value.element }, [false, true, false])
        }
    }

    func testATapMakesAnAccount() {
        let model = SignUpModel(service: Service())
        let made = expectation(description: "made")
        model.account.emit(onNext: { id in
            XCTAssertEqual(id, 4)
            made.fulfill()
        }).disposed(by: bag)
        model.name.accept("free")
        model.tap.accept(())
        wait(for: [made], timeout: 60)

        // By a model of its own: the first one may still be ending its request, and passes over taps until then.
        let other = SignUpModel(service: Service())
        let refused = expectation(description: "refused")
        other.account.emit().disposed(by: bag)
        other.alert.emit(onNext: { text in
            XCTAssertEqual(text, "refused")
            refused.fulfill()
        }).disposed(by: bag)
        other.tap.accept(())
        wait(for: [refused], timeout: 60)
    }
}
