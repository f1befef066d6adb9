import RxRelay
import RxSwift

extension FaultProgram {
    /// What is handed on again to who comes later.
    static let replays: [FaultProgram] = [
        FaultProgram("a screen that opens the last route each time it appears") {
            let (screen, route) = (Screen(), BehaviorRelay<String?>(value: nil))  // FAULT: note replayed-event
            var bag = DisposeBag()
            func appear() {
                bag = DisposeBag()
                route.compactMap { $0 }
                    .subscribe(onNext: { screen.show($0) })
                    .disposed(by: bag)
            }
            appear()
            route.accept("details")
            appear()
        },
        FaultProgram("an alert that is shown once more") {
            let screen = Screen()
            let alerts = ReplaySubject<String>.create(bufferSize: 1)  // FAULT: note replayed-event
            func appear() -> any Disposable {
                alerts.subscribe(onNext: { screen.show($0) })
            }
            let first = appear()
            alerts.onNext("no connection")
            first.dispose()
            appear().dispose()
        },
        FaultProgram("a route of a relay that keeps none", near: ["replayed-event"]) {
            let (screen, route) = (Screen(), PublishRelay<String>())
            var bag = DisposeBag()
            func appear() {
                bag = DisposeBag()
                route.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            }
            appear()
            route.accept("details")
            appear()
        },
        FaultProgram("a route that is set back when it is done", near: ["replayed-event", "reentrance"]) {
            let (screen, route) = (Screen(), BehaviorRelay<String?>(value: nil))
            var bag = DisposeBag()
            func appear() {
                bag = DisposeBag()
                route.subscribe(onNext: { screen.show($0 as Any) }).disposed(by: bag)
            }
            appear()
            route.accept("details")
            route.accept(nil)
            appear()
        },
        FaultProgram("a state that each screen shows", near: ["replayed-event"]) {
            let (screen, state) = (Screen(), BehaviorRelay(value: "loading"))
            var bag = DisposeBag()
            func appear() {
                bag = DisposeBag()
                state.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            }
            appear()
            state.accept("done")
            appear()
        },
        FaultProgram("a route that another came after", near: ["replayed-event"]) {
            let (screen, route) = (Screen(), BehaviorRelay(value: "home"))
            var bag = DisposeBag()
            func appear() {
                bag = DisposeBag()
                route.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            }
            appear()
            route.accept("details")
            route.accept("basket")
            bag = DisposeBag()
            route.accept("details")
            appear()
        },
        FaultProgram("a route that two screens listen to", near: ["replayed-event"]) {
            let (screen, route, bag) = (Screen(), BehaviorRelay(value: "home"), DisposeBag())
            route.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            route.accept("details")
            route.skip(1).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            route.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a route whose replay is left out", near: ["replayed-event"]) {
            let (screen, route) = (Screen(), BehaviorRelay(value: "home"))
            var bag = DisposeBag()
            func appear() {
                bag = DisposeBag()
                route.skip(1).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            }
            appear()
            route.accept("details")
            appear()
        },
        FaultProgram("routes that are all replayed to the screen that comes again") {
            let (screen, routes) = (Screen(), ReplaySubject<Int>.create(bufferSize: 8))  // FAULT: note replayed-event
            func appear() -> Disposable {
                routes.subscribe(onNext: { screen.show($0) })
            }
            let first = appear()
            for route in [4, 5] { routes.onNext(route) }
            first.dispose()
            appear().dispose()
        },
        FaultProgram("an alert for who comes first", near: ["replayed-event", "unheard-send"]) {
            let (screen, alerts, bag) = (Screen(), ReplaySubject<String>.create(bufferSize: 1), DisposeBag())
            alerts.onNext("welcome")
            alerts.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("an alert in two places", near: ["replayed-event"]) {
            let (screen, alerts, bag) = (Screen(), ReplaySubject<String>.create(bufferSize: 1), DisposeBag())
            for _ in 1...2 { alerts.subscribe(onNext: { screen.show($0) }).disposed(by: bag) }
            alerts.onNext("no connection")
        },
        FaultProgram("a toast that is counted by a share", near: ["replayed-event", "restarted-share"]) {
            let (screen, toasts, bag) = (Screen(), PublishSubject<String>(), DisposeBag())
            let shared = toasts.share(replay: 1)
            shared.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            toasts.onNext("saved")
            shared.map { $0.count }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("the home route, on each start", near: ["replayed-event"]) {
            let (screen, route) = (Screen(), BehaviorRelay(value: "home"))
            for _ in 1...2 { route.subscribe(onNext: { screen.show($0) }).dispose() }
        },
    ]
}
