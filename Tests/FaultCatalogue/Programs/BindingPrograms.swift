import RxRelay
import RxSwift

extension FaultProgram {
    /// Bindings in a bag that is a function's own.
    static let bindings: [FaultProgram] = [
        FaultProgram("a binding in a bag of its function") {
            let (state, title) = (BehaviorRelay(value: 1), BehaviorRelay(value: ""))
            func load() {
                let bag = DisposeBag()  // FAULT: disposed-at-once
                state.map { "\($0) items" }
                    .bind(to: title)
                    .disposed(by: bag)
            }
            load()
            state.accept(2)
        },
        FaultProgram("a state that is observed in a bag of its function") {
            let (screen, state) = (Screen(), BehaviorRelay(value: 1))
            func observeState() {
                let bag = DisposeBag()  // FAULT: note disposed-at-once
                state.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            }
            observeState()
            state.accept(2)
        },
        FaultProgram("a binding in a bag that stays", near: ["disposed-at-once"]) {
            let (state, title, bag) = (BehaviorRelay(value: 1), BehaviorRelay(value: ""), DisposeBag())
            func load() { state.map { "\($0) items" }.bind(to: title).disposed(by: bag) }
            load()
            state.accept(2)
        },
        FaultProgram("a binding for as long as its function runs", near: ["disposed-at-once"]) {
            let (state, title) = (BehaviorRelay(value: 1), BehaviorRelay(value: ""))
            func bindWhileLoading() {
                let bag = DisposeBag()
                state.map { "\($0) items" }.bind(to: title).disposed(by: bag)
                state.accept(2)
            }
            bindWhileLoading()
            state.accept(3)
        },
        FaultProgram("a binding of a state that stays as it is", near: ["disposed-at-once"]) {
            let (state, title) = (BehaviorRelay(value: 1), BehaviorRelay(value: ""))
            func bindState() {
                let bag = DisposeBag()
                state.map { "\($0) items" }.bind(to: title).disposed(by: bag)
            }
            bindState()
        },
    ]
}
