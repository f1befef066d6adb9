import RxSwift

private func request(_ number: Int, _ clock: HistoricalScheduler, seconds: Int = 3) -> Observable<Int> {
    Observable.create { observer in
        clock.scheduleRelative((), dueTime: .seconds(seconds)) { _ in
            observer.onNext(number)
            observer.onCompleted()
            return Disposables.create()
        }
    }
}

extension FaultProgram {
    /// Requests that run at the same time, and streams beside one another.
    static let requests: [FaultProgram] = [
        FaultProgram("two taps that send two orders") {
            let (screen, clock, taps, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Void>(), DisposeBag())
            taps.flatMap { request(1, clock) }  // FAULT: doubled-request
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.onNext(())
            clock.pass(1)
            taps.onNext(())
            clock.start()
        },
        FaultProgram("two taps on one item, behind operators") {
            let (screen, clock, taps, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            taps.filter { $0 > 0 }
                .flatMap { request($0, clock).catchAndReturn(0) }  // FAULT: note doubled-request
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.onNext(7)
            taps.onNext(7)
            clock.start()
        },
        FaultProgram("two taps of a button, behind operators") {
            let (screen, clock, taps, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Void>(), DisposeBag())
            taps.filter { true }
                .flatMap { request(1, clock).catchAndReturn(0) }  // FAULT: doubled-request
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.onNext(())
            taps.onNext(())
            clock.start()
        },
        FaultProgram("two taps, of which the second finds nothing running", near: ["doubled-request"]) {
            let (screen, clock, taps, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Void>(), DisposeBag())
            taps.flatMap { request(1, clock) }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.onNext(())
            clock.pass(4)
            taps.onNext(())
            clock.start()
        },
        FaultProgram("two taps, of which the first counts", near: ["doubled-request", "piled-sources"]) {
            let (screen, clock, taps, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Void>(), DisposeBag())
            taps.flatMapFirst { request(1, clock) }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.onNext(())
            taps.onNext(())
            clock.start()
        },
        FaultProgram("two taps, of which the last counts", near: ["doubled-request", "stale-result"]) {
            let (screen, clock, taps, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Void>(), DisposeBag())
            taps.flatMapLatest { request(1, clock) }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.onNext(())
            taps.onNext(())
            clock.start()
        },
        FaultProgram("two taps, one after the other", near: ["doubled-request", "growing-backlog"]) {
            let (screen, clock, taps, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Void>(), DisposeBag())
            taps.concatMap { request(1, clock) }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.onNext(())
            taps.onNext(())
            clock.start()
        },
        FaultProgram("two taps that throttle makes one", near: ["doubled-request", "dropped-last"]) {
            let (screen, clock, taps, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Void>(), DisposeBag())
            taps.throttle(.seconds(5), latest: false, scheduler: clock)
                .flatMap { request(1, clock) }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.onNext(())
            clock.pass(1)
            taps.onNext(())
            clock.start()
        },
        FaultProgram("three files at once", near: ["doubled-request", "piled-sources", "stale-result"]) {
            let (screen, clock, files, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            files.flatMap { request($0, clock, seconds: $0) }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for file in 1...3 { files.onNext(file) }
            clock.start()
        },
        FaultProgram("one tap that asks for two pages", near: ["doubled-delivery", "doubled-request", "stale-result"]) {
            let (screen, clock, taps, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Void>(), DisposeBag())
            taps.flatMap { Observable.merge(request(1, clock), request(2, clock)) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.onNext(())
            clock.start()
        },
        FaultProgram("a request that two taps share", near: ["doubled-request", "restarted-share"]) {
            let (screen, clock, taps, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Void>(), DisposeBag())
            let shared = request(1, clock).share()
            taps.flatMap { shared }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.onNext(())
            taps.onNext(())
            clock.start()
        },
        FaultProgram("answers that come at once", near: ["doubled-request"]) {
            let (screen, taps, bag) = (Screen(), PublishSubject<Void>(), DisposeBag())
            taps.flatMap { Observable.of(1, 2) }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.onNext(())
            taps.onNext(())
        },
        FaultProgram("a button that is off while its order runs", near: ["doubled-request"]) {
            let (screen, clock, taps, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Void>(), DisposeBag())
            var isRunning = false
            taps.filter { !isRunning }
                .flatMap { request(1, clock).do(onCompleted: { isRunning = false }, onSubscribe: { isRunning = true }) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.onNext(())
            taps.onNext(())
            clock.start()
        },
        FaultProgram("two lists that ask for one page each", near: ["doubled-request"]) {
            let (screen, clock, taps, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            for list in 1...2 {
                let pages = taps.map { $0 * list }
                pages.flatMap { request($0, clock) }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            }
            taps.onNext(1)
            clock.start()
        },
        FaultProgram("a poll whose answers take longer than its period") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            Observable<Int>.interval(.seconds(1), scheduler: clock)
                .flatMap { request($0, clock, seconds: 5) }  // FAULT: piled-sources
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...7 { clock.pass(1) }
        },
        FaultProgram("a poll whose answers are quick", near: ["piled-sources", "doubled-request"]) {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            Observable<Int>.interval(.seconds(2), scheduler: clock)
                .flatMap { _ in request(1, clock, seconds: 1) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...15 { clock.pass(1) }
        },
        FaultProgram("a poll that skips while it waits", near: ["piled-sources"]) {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            Observable<Int>.interval(.seconds(1), scheduler: clock)
                .flatMapFirst { _ in request(1, clock, seconds: 5) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...15 { clock.pass(1) }
        },
        FaultProgram("rooms whose messages are to replace one another") {
            let (screen, room, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            let messages = (0...1).map { _ in PublishSubject<String>() }
            room.map { messages[$0].map { $0 + "!" } }
                .merge()  // FAULT: note piled-sources
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            room.onNext(0)
            room.onNext(1)
            messages[0].onNext("of the room before")
        },
        FaultProgram("rooms whose messages replace one another", near: ["piled-sources"]) {
            let (screen, room, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            let messages = (0...1).map { _ in PublishSubject<String>() }
            room.map { messages[$0].map { $0 + "!" } }.switchLatest()
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            room.onNext(0)
            room.onNext(1)
            messages[0].onNext("of the room before")
        },
        FaultProgram("two sources that are merged for good", near: ["piled-sources"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let messages = (0...2).map { _ in PublishSubject<String>() }
            Observable.merge(messages).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            Observable.from(messages).merge().subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for message in messages { message.onNext("news") }
        },
        FaultProgram("rooms that end as one leaves them", near: ["piled-sources"]) {
            let (screen, room, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            let messages = (0...2).map { _ in PublishSubject<String>() }
            room.flatMap { number in messages[number].take(until: room) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 0...2 {
                room.onNext(number)
                messages[0].onNext("news")
            }
        },
        FaultProgram("two downloads that tell of their progress", near: ["piled-sources"]) {
            let (screen, files, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            let progress = (0...1).map { _ in PublishSubject<Int>() }
            files.flatMap { progress[$0] }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for file in 0...1 {
                files.onNext(file)
                progress[0].onNext(file)
            }
        },
    ]
}
