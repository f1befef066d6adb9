import Foundation
import RxCocoa
import RxTraceTestSupport
import Testing

/// The ways into drivers and signals, and out of them.
@MainActor @Suite(.timeLimit(.generous)) struct DriveTests {
    let bag = DisposeBag()

    private final class Screen: ReactiveCompatible {
        var title = ""
        var hint: String?
        var lines: [String] = []
    }

    @Test func closuresAreToldOfElementsAndEnds() {
        var lines: [String] = []
        Driver.just(1).drive(
            onNext: { lines.append("next \($0)") }, onCompleted: { lines.append("completed") },
            onDisposed: { lines.append("disposed") }
        ).disposed(by: bag)
        Signal.just(2).emit(
            onNext: { lines.append("next \($0)") }, onCompleted: { lines.append("completed") },
            onDisposed: { lines.append("disposed") }
        ).disposed(by: bag)
        #expect(lines == ["next 1", "completed", "disposed", "next 2", "completed", "disposed"])
    }

    @Test func closuresWithAnObjectDoNotKeepIt() {
        let relay = BehaviorRelay(value: 1)
        let events = PublishRelay<Int>()
        var screen: Screen? = Screen()
        weak let released = screen
        relay.asDriver().drive(
            with: screen ?? Screen(), onNext: { $0.lines.append("\($1)") },
            onCompleted: { $0.lines.append("completed") }, onDisposed: { $0.lines.append("disposed") }
        ).disposed(by: bag)
        events.asSignal().emit(
            with: screen ?? Screen(), onNext: { $0.lines.append("\($1)") },
            onCompleted: { $0.lines.append("completed") }, onDisposed: { $0.lines.append("disposed") }
        ).disposed(by: bag)
        events.accept(2)
        #expect(screen?.lines == ["1", "2"])
        screen = nil
        #expect(released == nil)
        relay.accept(3)
        events.accept(4)

        let other = Screen()
        Driver.just(1).drive(with: other, onCompleted: { $0.lines.append("c") }, onDisposed: { $0.lines.append("d") })
            .disposed(by: bag)
        Signal.just(1).emit(with: other, onCompleted: { $0.lines.append("c") }, onDisposed: { $0.lines.append("d") })
            .disposed(by: bag)
        #expect(other.lines == ["c", "d", "c", "d"])
    }

    @Test func observersAreHandedTheEvents() {
        let screen = Screen()
        let title = BehaviorRelay(value: "a")
        let subject = BehaviorSubject<String?>(value: nil)
        title.asDriver().drive(screen.rx.title, screen.rx.title).disposed(by: bag)
        title.asDriver().drive(screen.rx.hint).disposed(by: bag)
        title.asDriver().drive(subject, subject).disposed(by: bag)
        #expect(screen.title == "a")
        #expect(screen.hint == "a")
        #expect((try? subject.value()) == "a")
        Signal.just("b").emit(to: screen.rx.title).disposed(by: bag)
        Signal.just("b").emit(to: screen.rx.hint, screen.rx.hint).disposed(by: bag)
        #expect(screen.title == "b")
        #expect(screen.hint == "b")
    }

    @Test func relaysAreHandedTheElements() {
        let behavior = BehaviorRelay(value: 0)
        let optional = BehaviorRelay<Int?>(value: nil)
        let publish = PublishRelay<Int>()
        let optionals = PublishRelay<Int?>()
        let replay = ReplayRelay<Int>.createUnbound()
        let optionalReplay = ReplayRelay<Int?>.createUnbound()
        var published: [Int?] = []
        publish.subscribe(onNext: { published.append($0) }).disposed(by: bag)
        optionals.subscribe(onNext: { published.append($0) }).disposed(by: bag)
        Driver.just(1).drive(behavior, behavior).disposed(by: bag)
        Driver.just(1).drive(optional).disposed(by: bag)
        Driver.just(1).drive(publish).disposed(by: bag)
        Driver.just(1).drive(optionals).disposed(by: bag)
        Driver.just(1).drive(replay).disposed(by: bag)
        Driver.just(1).drive(optionalReplay).disposed(by: bag)
        #expect(behavior.value == 1)
        #expect(optional.value == 1)
        Signal.just(2).emit(to: behavior).disposed(by: bag)
        Signal.just(2).emit(to: optional).disposed(by: bag)
        Signal.just(2).emit(to: publish, publish).disposed(by: bag)
        Signal.just(2).emit(to: optionals).disposed(by: bag)
        Signal.just(2).emit(to: replay).disposed(by: bag)
        Signal.just(2).emit(to: optionalReplay).disposed(by: bag)
        #expect(behavior.value == 2)
        #expect(optional.value == 2)
        #expect(published == [1, 1, 2, 2, 2])
        var replayed: [Int?] = []
        replay.subscribe(onNext: { replayed.append($0) }).disposed(by: bag)
        optionalReplay.subscribe(onNext: { replayed.append($0) }).disposed(by: bag)
        #expect(replayed == [1, 2, 1, 2])
    }

    @Test func functionsAreHandedTheSequence() {
        var lines: [String] = []
        let subscription: any Disposable = Driver.just(1).drive { source in
            source.subscribe(onNext: { lines.append("\($0)") })
        }
        subscription.dispose()
        func rows(_ source: Observable<Int>) -> (String) -> any Disposable {
            { name in source.subscribe(onNext: { lines.append("\(name) \($0)") }) }
        }
        Driver.just(2).drive(rows, curriedArgument: "row").disposed(by: bag)
        #expect(lines == ["1", "row 2"])
    }

    @Test func conversionsRecoverFromErrors() {
        let failing = Observable.of(1).concat(Observable.error(TestError("3")))
        var elements: [Int] = []
        func number(_ error: any Error) -> Int { Int((error as? TestError)?.name ?? "") ?? 0 }
        for driver in [
            failing.asDriver(onErrorJustReturn: 9), failing.asDriver(onErrorDriveWith: .just(7)),
            failing.asDriver(onErrorRecover: { .just(number($0)) }),
            Single<Int>.error(TestError()).asDriver(onErrorJustReturn: 5),
            failing.asDriver(onErrorJustReturn: 6).asDriver(),
        ] {
            driver.drive(onNext: { elements.append($0) }).disposed(by: bag)
        }
        #expect(elements == [1, 9, 1, 7, 1, 3, 5, 1, 6])
        elements = []
        for signal in [
            failing.asSignal(onErrorJustReturn: 9), failing.asSignal(onErrorSignalWith: .just(7)),
            failing.asSignal(onErrorRecover: { .just(number($0)) }), Infallible.just(4).asSignal(),
            failing.asSignal(onErrorJustReturn: 6).asSignal(),
        ] {
            signal.emit(onNext: { elements.append($0) }).disposed(by: bag)
        }
        Infallible.just(5).asDriver().drive(onNext: { elements.append($0) }).disposed(by: bag)
        Driver.just(6).asInfallible().bind(onNext: { elements.append($0) }).disposed(by: bag)
        #expect(elements == [1, 9, 1, 7, 1, 3, 4, 1, 6, 5, 6])
    }

    @Test func eventsOfAnotherThreadComeOnTheMainQueue() async {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        defer { DispatchQueue.main.setSpecific(key: key, value: nil) }
        let relay = PublishRelay<Int>()
        let isMain = await withCheckedContinuation { continuation in
            relay.asSignal().emit(onNext: { _ in continuation.resume(returning: DispatchQueue.getSpecific(key: key)) })
                .disposed(by: bag)
            Thread.detachNewThread { relay.accept(1) }
        }
        #expect(isMain == true)
    }

    @Test(.exits) func subscribingOnAnotherThreadStopsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            await Task.detached { _ = Driver.just(1).drive() }.value
        }
    }
}
