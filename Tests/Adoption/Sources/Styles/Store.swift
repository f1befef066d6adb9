import RxRelay
import RxSwift

// redux style store with middleware
protocol StateType {}
protocol ActionType {}
final class Store<State: StateType> {
    typealias Reducer = (State, ActionType) -> State
    typealias Middleware = (Observable<ActionType>, @escaping () -> State) -> Observable<ActionType>
    private let actions = PublishRelay<ActionType>()
    private let stateRelay: BehaviorRelay<State>
    private let disposeBag = DisposeBag()
    var state: State { stateRelay.value }
    init(state: State, reducer: @escaping Reducer, middlewares: [Middleware] = []) {
        stateRelay = BehaviorRelay(value: state)
        let get: () -> State = { [stateRelay] in stateRelay.value }
        let piped = middlewares.reduce(actions.asObservable()) { stream, m in m(stream, get) }
        piped.withLatestFrom(stateRelay) { reducer($1, $0) }.bind(to: stateRelay).disposed(by: disposeBag)
    }
    func dispatch(_ a: ActionType) { actions.accept(a) }
    func observe<T: Equatable>(_ kp: KeyPath<State, T>) -> Observable<T> {
        stateRelay.map { $0[keyPath: kp] }.distinctUntilChanged()
    }
    subscript<T>(dynamic kp: KeyPath<State, T>) -> T { state[keyPath: kp] }
}
