import RxRelay
import RxSwift

/// Joins taps and a state in one way or another, then changes the state, taps, and changes the state twice.
private func act(_ join: (PublishRelay<Void>, BehaviorRelay<String>) -> Observable<String>) {
    let (screen, bag, buyTap, form) = (Screen(), DisposeBag(), PublishRelay<Void>(), BehaviorRelay(value: "a"))
    join(buyTap, form).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
    form.accept("b")
    buyTap.accept(())
    for text in ["c", "d"] { form.accept(text) }
}

extension FaultProgram {
    /// Taps that are acted upon once, or again at each change of a state.
    static let actions: [FaultProgram] = [
        FaultProgram("an order that combineLatest makes again") {
            act { tap, form in
                Observable.combineLatest(tap, form) { $1 }  // FAULT: repeated-action
            }
        },
        FaultProgram("an order at each change of the form") {
            act { tap, form in
                form.withLatestFrom(tap) { text, _ in text }  // FAULT: repeated-action
            }
        },
        FaultProgram("a screen that is ready, and a state") {
            let (screen, bag, ready, state) = (Screen(), DisposeBag(), PublishSubject<Void>(), BehaviorRelay(value: 1))
            Observable.combineLatest(state, ready) { state, _ in state }  // FAULT: note repeated-action
                .flatMapLatest { Observable.just($0) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            ready.onNext(())
            state.accept(2)
        },
        FaultProgram("an order that takes the form", near: ["repeated-action"]) {
            act { tap, form in tap.withLatestFrom(form) }
        },
        FaultProgram("an order that takes the form in a closure", near: ["repeated-action"]) {
            act { tap, form in tap.flatMapLatest { form.take(1) } }
        },
        FaultProgram("a reload from the start", near: ["repeated-action"]) {
            act { tap, form in Observable.combineLatest(tap.startWith(()), form) { $1 } }
        },
        FaultProgram("an order of which one is taken", near: ["repeated-action"]) {
            act { tap, form in Observable.combineLatest(tap, form) { $1 }.take(1) }
        },
        FaultProgram("an order whose result is taken at the tap", near: ["repeated-action"]) {
            act { tap, form in tap.withLatestFrom(Observable.combineLatest(form, Observable.just("!")) { $0 + $1 }) }
        },
        FaultProgram("an order of which a filter leaves out the others", near: ["repeated-action"]) {
            act { tap, form in
                Observable.combineLatest(tap.scan(0) { count, _ in count + 1 }, form) { ($0, $1) }
                    .distinctUntilChanged { $0.0 == $1.0 }.map { $0.1 }
            }
        },
        FaultProgram("two states", near: ["repeated-action"]) {
            act { tap, form in Observable.combineLatest(form, tap.map { "tapped" }.startWith("")) { $0 + $1 } }
        },
        FaultProgram("pairs of a tap and a state", near: ["repeated-action"]) {
            act { tap, form in Observable.zip(tap, form.take(1)) { $1 } }
        },
        FaultProgram("a tap that ends a state", near: ["repeated-action"]) {
            act { tap, form in form.take(until: tap) }
        },
        FaultProgram("taps that are counted, and a state that does not change", near: ["repeated-action"]) {
            let (screen, bag, tap, form) = (Screen(), DisposeBag(), PublishRelay<Void>(), BehaviorRelay(value: "a"))
            Observable.combineLatest(tap, form) { $1 }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...3 { tap.accept(()) }
        },
        FaultProgram("a state that is merged with taps", near: ["repeated-action"]) {
            act { tap, form in Observable.merge(tap.map { "tap" }, form.asObservable()) }
        },
    ]
}
