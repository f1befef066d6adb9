import RxRelay
import RxSwift

private let program = DisposeBag()
private let current = SerialDisposable()
private let all = CompositeDisposable()
private let spare = DisposeBag()
private var tokens: [any Disposable] = []
private var tokensByName: [String: any Disposable] = [:]

/// Has what it subscribes in disposables of its own.
private final class Radio {
    static let shared = Radio()
    private let station = SerialDisposable()
    private let listeners = CompositeDisposable()

    func tune(_ names: PublishSubject<String>, _ screen: Screen) {
        station.disposable = names.subscribe(onNext: { screen.show($0) })
        _ = listeners.insert(names.subscribe(onNext: { screen.show($0) }))
    }
}

/// Has them too, and any number of such objects is made.
private final class Receiver {
    private let station = SerialDisposable()
    private let listeners = CompositeDisposable()

    func tune(_ names: PublishSubject<String>, _ screen: Screen) {
        station.disposable = names.subscribe(onNext: { screen.show($0) })  // FAULT: note leak source
        _ = listeners.insert(
            names.subscribe(onNext: { screen.show($0) })  // FAULT: note leak source
        )
    }
}

/// Does its work at once, as a scheduler of the main thread does there.
private struct AtOnce: ImmediateSchedulerType {
    func schedule<State>(_ state: State, action: @escaping (State) -> any Disposable) -> any Disposable {
        action(state)
    }
}

/// Subscribes by a closure to what it is made of.
private struct Doubled: ObservableType {
    typealias Element = Int
    let numbers: BehaviorRelay<Int>

    func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Int {
        numbers.subscribe(onNext: { observer.onNext($0 * 2) })
    }
}

/// Shows what any source sends.
private func log<Element>(_ source: Observable<Element>, on screen: Screen) {
    _ = source.subscribe(onNext: { screen.show($0) })  // FAULT: leak source
}

extension FaultProgram {
    static let held: [FaultProgram] = heldByPrograms + heldElsewhere

    private static let heldByPrograms: [FaultProgram] = [
        FaultProgram("subscribed into a serial disposable at the top of a file", near: ["uncompleted-subject"]) {
            let (screen, name) = (Screen(), PublishSubject<String>())
            current.disposable = name.subscribe(onNext: { screen.show($0) })
            name.onNext("Ada")
        },
        FaultProgram("subscribed into a composite at the top of a file", near: ["uncompleted-subject"]) {
            let (screen, name) = (Screen(), PublishSubject<String>())
            _ = all.insert(name.subscribe(onNext: { screen.show($0) }))
            name.onNext("Ada")
        },
        FaultProgram("inserted into a bag at the top of a file", near: ["unreleased-bag"]) {
            let (screen, name) = (Screen(), PublishSubject<String>())
            spare.insert(name.subscribe(onNext: { screen.show($0) }))
            spare.insert {
                name.map { $0 + "!" }.subscribe(onNext: { screen.show($0) })
                name.filter { !$0.isEmpty }
                    .subscribe(onNext: { screen.show($0) })
            }
            name.onNext("Ada")
        },
        FaultProgram("subscribed into disposables of the one object there is", near: ["uncompleted-subject"]) {
            let (screen, name) = (Screen(), PublishSubject<String>())
            Radio.shared.tune(name, screen)
            name.onNext("Ada")
        },
        FaultProgram("a relay subscribed at once by a scheduler", near: ["uncompleted-subject", "unreleased-bag"]) {
            let (screen, number) = (Screen(), BehaviorRelay(value: 1))
            number.subscribe(on: AtOnce()).subscribe(onNext: { screen.show($0) }).disposed(by: program)
            number.accept(2)
        },
        FaultProgram("an own observable subscribed at once by a scheduler", near: ["uncompleted-subject"]) {
            let (screen, number) = (Screen(), BehaviorRelay(value: 1))
            Doubled(numbers: number).subscribe(on: AtOnce()).subscribe(onNext: { screen.show($0) })
                .disposed(by: program)
            number.accept(2)
        },
    ]

    private static let heldElsewhere: [FaultProgram] = [
        FaultProgram("subscribed into disposables of an object that is dropped") {
            let (screen, name) = (Screen(), PublishSubject<String>())  // FAULT: note uncompleted-subject
            Receiver().tune(name, screen)
            name.onNext("Ada")
        }.spanning(24...34),
        FaultProgram("subscribed into a list at the top of a file") {
            let (screen, name) = (Screen(), PublishSubject<String>())  // FAULT: note uncompleted-subject
            tokens.append(name.subscribe(onNext: { screen.show($0) }))  // FAULT: note leak source
            name.onNext("Ada")
        },
        FaultProgram("subscribed into a dictionary at the top of a file") {
            let (screen, name) = (Screen(), PublishSubject<String>())  // FAULT: note uncompleted-subject
            tokensByName["ada"] = name.subscribe(onNext: { screen.show($0) })  // FAULT: note leak source
            name.onNext("Ada")
        },
        FaultProgram("subscribed into a serial disposable of its own") {
            let (screen, name) = (Screen(), PublishSubject<String>())  // FAULT: uncompleted-subject
            let own = SerialDisposable()
            own.disposable = name.subscribe(onNext: { screen.show($0) })  // FAULT: leak source
            name.onNext("Ada")
        },
        FaultProgram("a function that subscribes to one source and another") {
            let (screen, name) = (Screen(), PublishSubject<String>())  // FAULT: uncompleted-subject
            let ages = PublishSubject<Int>()
            log(name, on: screen)
            log(ages, on: screen)
            name.onNext("Ada")
            ages.onCompleted()
        }.spanning(54...56),
    ]
}
