import RxRelay
import RxSwift

private let program = DisposeBag()

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

extension FaultProgram {
    static let held: [FaultProgram] = [
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
}
