import RxRelay
import RxSwift

extension FaultProgram {
    /// What goes on below a take, and what debounce and flatMapLatest leave out.
    static let outlived: [FaultProgram] = [
        FaultProgram("a player that closing does not stop") {
            let (screen, clock, play, closed) = (
                Screen(), HistoricalScheduler(), PublishSubject<Int>(), PublishSubject<Void>()
            )
            let bag = DisposeBag()
            play.take(until: closed)  // FAULT: outlived-take
                .flatMapLatest { _ in Observable<Int>.interval(.seconds(1), scheduler: clock) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            play.onNext(1)
            clock.pass(2)
            closed.onNext(())
            clock.pass(3)
        },
        FaultProgram("a player that closing stops", near: ["outlived-take"]) {
            let (screen, clock, play, closed) = (
                Screen(), HistoricalScheduler(), PublishSubject<Int>(), PublishSubject<Void>()
            )
            let bag = DisposeBag()
            play.flatMapLatest { _ in Observable<Int>.interval(.seconds(1), scheduler: clock) }
                .take(until: closed)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            play.onNext(1)
            clock.pass(2)
            closed.onNext(())
            clock.pass(3)
        },
        FaultProgram("a close that comes when nothing plays", near: ["outlived-take"]) {
            let (screen, clock, play, closed) = (
                Screen(), HistoricalScheduler(), PublishSubject<Int>(), PublishSubject<Void>()
            )
            let bag = DisposeBag()
            play.take(until: closed)
                .flatMap { _ in Observable<Int>.interval(.seconds(1), scheduler: clock).take(4) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            play.onNext(1)
            clock.pass(9)
            closed.onNext(())
        },
        FaultProgram("a player that plays its track to the end") {
            let (screen, clock, play, closed) = (
                Screen(), HistoricalScheduler(), PublishSubject<Int>(), PublishSubject<Void>()
            )
            let bag = DisposeBag()
            play.take(until: closed)  // FAULT: note outlived-take
                .flatMap { _ in Observable<Int>.interval(.seconds(1), scheduler: clock).take(4) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            play.onNext(1)
            clock.pass(1)
            closed.onNext(())
            clock.pass(5)
        },
        FaultProgram("the first tap alone starts the ticks", near: ["outlived-take"]) {
            let (screen, clock, play, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            play.take(1).flatMapLatest { _ in Observable<Int>.interval(.seconds(1), scheduler: clock) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            play.onNext(1)
            clock.pass(4)
        },
        FaultProgram("a take until below which nothing runs", near: ["outlived-take"]) {
            let (screen, play, closed, bag) = (Screen(), PublishSubject<Int>(), PublishSubject<Void>(), DisposeBag())
            play.take(until: closed).map { $0 * 2 }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            play.onNext(1)
            closed.onNext(())
        },
        FaultProgram("a request that is answered after the close", near: ["outlived-take"]) {
            let (screen, clock, play, closed) = (
                Screen(), HistoricalScheduler(), PublishSubject<Int>(), PublishSubject<Void>()
            )
            let bag = DisposeBag()
            play.take(until: closed).flatMap { Observable.just($0).delay(.seconds(2), scheduler: clock) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            play.onNext(1)
            play.onNext(2)
            closed.onNext(())
            clock.pass(3)
        },
        FaultProgram("ticks that a take of their own ends while they last", near: ["outlived-take"]) {
            let (screen, clock, play, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            play.take(while: { $0 < 3 }).flatMapLatest { _ in Observable<Int>.interval(.seconds(1), scheduler: clock) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            play.onNext(1)
            play.onNext(3)
            clock.pass(4)
        },
        FaultProgram("a close above and below the flatMap", near: ["outlived-take"]) {
            let (screen, clock, play, closed) = (
                Screen(), HistoricalScheduler(), PublishSubject<Int>(), PublishSubject<Void>()
            )
            let bag = DisposeBag()
            play.take(until: closed)
                .flatMapLatest { _ in Observable<Int>.interval(.seconds(1), scheduler: clock) }
                .take(until: closed)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            play.onNext(1)
            clock.pass(2)
            closed.onNext(())
            clock.pass(3)
        },
        FaultProgram("a close that never comes", near: ["outlived-take"]) {
            let (screen, clock, play, closed) = (
                Screen(), HistoricalScheduler(), PublishSubject<Int>(), PublishSubject<Void>()
            )
            let bag = DisposeBag()
            play.take(until: closed).flatMapLatest { _ in Observable<Int>.interval(.seconds(1), scheduler: clock) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            play.onNext(1)
            clock.pass(4)
        },
        FaultProgram("a tick that comes once more after the close", near: ["outlived-take"]) {
            let (screen, clock, play, closed) = (
                Screen(), HistoricalScheduler(), PublishSubject<Int>(), PublishSubject<Void>()
            )
            let bag = DisposeBag()
            play.take(until: closed).flatMapLatest { _ in Observable<Int>.interval(.seconds(1), scheduler: clock) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            play.onNext(1)
            clock.pass(1)
            closed.onNext(())
            clock.pass(1)
        },
        FaultProgram("elements delayed beyond the close", near: ["outlived-take"]) {
            let (screen, clock, play, closed) = (
                Screen(), HistoricalScheduler(), PublishSubject<Int>(), PublishSubject<Void>()
            )
            let bag = DisposeBag()
            play.take(until: closed).delay(.seconds(5), scheduler: clock)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...3 { play.onNext(number) }
            closed.onNext(())
            clock.pass(6)
        },
        FaultProgram("answers that a debounce below them drops") {
            let (screen, clock, text, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            text.flatMapLatest { Observable.just($0) }
                .debounce(.seconds(3), scheduler: clock)  // FAULT: late-debounce
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...4 {
                text.onNext(number)
                clock.pass(1)
            }
            clock.pass(9)
        },
        FaultProgram("a debounce above the requests", near: ["late-debounce"]) {
            let (screen, clock, text, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            text.debounce(.seconds(3), scheduler: clock).flatMapLatest { Observable.just($0) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...4 {
                text.onNext(number)
                clock.pass(1)
            }
            clock.pass(9)
        },
        FaultProgram("progress of which the last is shown", near: ["late-debounce"]) {
            let (screen, clock, text, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            text.flatMap { _ in Observable<Int>.interval(.seconds(1), scheduler: clock).take(4) }
                .debounce(.seconds(3), scheduler: clock)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...2 { text.onNext(number) }
            clock.pass(20)
        },
        FaultProgram("one answer that a debounce drops", near: ["late-debounce"]) {
            let (screen, clock, text, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            text.flatMapLatest { Observable.just($0) }.debounce(.seconds(3), scheduler: clock)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...2 { text.onNext(number) }
            clock.pass(9)
        },
        FaultProgram("a debounce of the letters alone", near: ["late-debounce"]) {
            let (screen, clock, text, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            text.map { $0 * 2 }.debounce(.seconds(3), scheduler: clock)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...4 { text.onNext(number) }
            clock.pass(9)
        },
        FaultProgram("answers of which a sample is shown", near: ["late-debounce"]) {
            let (screen, text, ticks, bag) = (Screen(), PublishSubject<Int>(), PublishSubject<Void>(), DisposeBag())
            text.flatMap { Observable.just($0) }.sample(ticks)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...4 { text.onNext(number) }
            ticks.onNext(())
        },
        FaultProgram("answers that a throttle lets through in time", near: ["late-debounce"]) {
            let (screen, clock, text, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            text.flatMap { Observable.just($0) }.throttle(.seconds(3), scheduler: clock)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...4 { text.onNext(number) }
            clock.pass(9)
        },
        FaultProgram("answers that all come through a debounce", near: ["late-debounce"]) {
            let (screen, clock, text, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            text.flatMapLatest { Observable.just($0) }.debounce(.seconds(3), scheduler: clock)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...4 {
                text.onNext(number)
                clock.pass(5)
            }
        },
        FaultProgram("a debounce of what two fields say", near: ["late-debounce"]) {
            let (screen, clock, name, mail) = (
                Screen(), HistoricalScheduler(), BehaviorSubject(value: ""), BehaviorSubject(value: "")
            )
            let bag = DisposeBag()
            Observable.merge(name, mail).debounce(.seconds(3), scheduler: clock)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for text in ["a", "ad", "ada"] { name.onNext(text) }
            for text in ["b", "bo"] { mail.onNext(text) }
            clock.pass(9)
        },
        FaultProgram("a debounce inside of the flatMap", near: ["late-debounce"]) {
            let (screen, clock, text, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            text.flatMapLatest { Observable.just($0).debounce(.seconds(3), scheduler: clock) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...4 { text.onNext(number) }
            clock.pass(9)
        },
        FaultProgram("a list that a socket sends, debounced", near: ["late-debounce"]) {
            let (screen, clock, sockets, socket) = (
                Screen(), HistoricalScheduler(), PublishSubject<Int>(), PublishSubject<Int>()
            )
            let bag = DisposeBag()
            sockets.flatMapLatest { _ in socket }.debounce(.seconds(3), scheduler: clock)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            sockets.onNext(1)
            for number in 1...4 { socket.onNext(number) }
            clock.pass(9)
        },
        FaultProgram("no answer but the last comes within the time", near: ["late-debounce"]) {
            let (screen, clock, text, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            text.concatMap { Observable.just($0).delay(.seconds(9), scheduler: clock) }
                .debounce(.seconds(3), scheduler: clock)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...2 { text.onNext(number) }
            clock.pass(40)
        },
    ]
}
