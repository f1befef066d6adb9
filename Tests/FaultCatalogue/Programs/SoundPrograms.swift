import RxRelay
import RxSwift

/// A screen with a bag of its own, that nobody keeps.
private final class Form {
    private let bag = DisposeBag()
    func load(_ request: Single<Int>, on screen: Screen) {
        request
            .subscribe(onSuccess: { screen.show($0) })  // FAULT: disposed-at-once
            .disposed(by: bag)
    }
}

private func names(_ screen: Screen) -> Observable<Int> {
    Observable<Int>.create { observer in
        screen.show("asks")
        observer.onNext(1)
        observer.onCompleted()
        return Disposables.create()
    }
}

extension FaultProgram {
    /// A screen whose owner goes at once; the same with a pause is sound.
    static let closedScreen = FaultProgram("a screen that nobody keeps") {
        let screen = Screen()
        Form().load(.create { _ in Disposables.create() }, on: screen)
    }.spanning(5...12)

    /// Programs that were accused, and beside them those that are at fault.
    static let sound: [FaultProgram] = [
        closedScreen,
        FaultProgram("a refresh that loads the same source again, later") {
            let (screen, refresh, bag) = (Screen(), PublishSubject<Void>(), DisposeBag())
            let source = names(screen)
            refresh.flatMapLatest { source }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            source.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            refresh.onNext(())
            refresh.onNext(())
        },
        FaultProgram("a refresh that starts at once, beside the first load") {
            let (screen, refresh, bag) = (Screen(), PublishSubject<Void>(), DisposeBag())
            let source = Observable<Int>.create { observer in  // FAULT: repeated-side-effect
                screen.show("asks")
                observer.onNext(1)
                return Disposables.create()
            }
            source.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            refresh.startWith(()).flatMapLatest { source }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("an alarm without a reason") {
            let (screen, temperatures, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            temperatures.filter { $0 > 100 }  // FAULT: note nothing-passes
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for degrees in 21...30 { temperatures.onNext(degrees) }
        },
        FaultProgram("a binding both ways that a condition stops") {
            let (field, model, bag) = (BehaviorRelay(value: ""), BehaviorRelay(value: ""), DisposeBag())
            field.bind(to: model).disposed(by: bag)
            model.distinctUntilChanged().bind(to: field).disposed(by: bag)
            field.accept("Ada")
            model.accept("Grace")
        },
        FaultProgram("a binding both ways that compares with the other side") {
            let (field, model, bag) = (BehaviorRelay(value: ""), BehaviorRelay(value: ""), DisposeBag())
            field.filter { $0 != model.value }.bind(to: model).disposed(by: bag)
            model.filter { $0 != field.value }.bind(to: field).disposed(by: bag)
            field.accept("Ada")
            model.accept("Grace")
        },
        FaultProgram("a binding both ways that changes what it binds") {
            let (model, bag) = (BehaviorRelay(value: ""), DisposeBag())
            let field = BehaviorRelay(value: "")
            field.bind(to: model).disposed(by: bag)
            model.map { $0.uppercased() }.distinctUntilChanged()
                .bind(to: field)  // FAULT: reentrance
                .disposed(by: bag)
            field.accept("Ada")
        },
        FaultProgram("a subject that is sent the same again by its own handler") {
            let (screen, page, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            var count = 0
            page.subscribe(onNext: { number in
                screen.show(number)
                count += 1
                if count < 3 { page.onNext(number) }  // FAULT: reentrance
            }).disposed(by: bag)
            page.onNext(1)
        },
        FaultProgram("a log that a console opens upon later", near: ["unheard-send"]) {
            let (screen, log, bag) = (Screen(), PublishSubject<String>(), DisposeBag())
            log.onNext("starts")
            log.onNext("settings read")
            log.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            log.onNext("ready")
        },
        FaultProgram("a log of one line that a console opens upon later", near: ["unheard-send"]) {
            let (screen, log, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            func write(_ frame: Int) {
                log.onNext(frame)  // FAULT: note unheard-send
            }
            for frame in 1...3 { write(frame) }
            log.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for frame in 4...5 { write(frame) }
        },
        FaultProgram("two states, and the screen that listens then hears of none") {
            let (screen, state, bag) = (Screen(), PublishSubject<String>(), DisposeBag())
            state.onNext("loading")
            state.onNext("ready")  // FAULT: unheard-send
            state.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a subject that take(until:) has left", near: ["uncompleted-subject"]) {
            let (screen, play, ticks, closed) = (
                Screen(), PublishSubject<Int>(), Observable<Int>.never(), PublishSubject<Void>()
            )
            let shown = play.take(until: closed).flatMapLatest { _ in ticks }.subscribe(onNext: { screen.show($0) })
            play.onNext(1)
            closed.onNext(())
            shown.dispose()
        },
        FaultProgram("a shared request that is asked again when it has ended", near: ["piled-subscriptions"]) {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let news = Observable.deferred { Observable.just(1) }.delay(.seconds(1), scheduler: clock).share()
            func refresh() {
                news.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            }
            refresh()
            refresh()
            clock.advanceTo(clock.now.addingTimeInterval(2))
            screen.show("later")
            refresh()
            clock.advanceTo(clock.now.addingTimeInterval(2))
        },
        FaultProgram("a state that a screen listens to when it opens", near: ["unheard-send"]) {
            let (screen, state, taps, bag) = (
                Screen(), PublishSubject<String>(), PublishSubject<Void>(), DisposeBag()
            )
            taps.subscribe(onNext: { screen.show("opens") }).disposed(by: bag)
            state.onNext("loading")
            taps.onNext(())
            state.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            state.onNext("done")
        },
        FaultProgram("states sent in a loop before the screen listens") {
            let (screen, state, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            for step in 1...3 { state.onNext(step) }  // FAULT: unheard-send
            state.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            state.onNext(4)
        },
    ]
}
