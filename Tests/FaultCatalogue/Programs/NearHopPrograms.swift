import Dispatch
import RxRelay
import RxSwift

private let everlasting = DisposeBag()

/// A screen that lives for as long as its program needs it.
private final class Page {
    let bag = DisposeBag()
}

private func scheduler(_ label: String) -> SerialDispatchQueueScheduler {
    SerialDispatchQueueScheduler(internalSerialQueueName: label)
}

extension FaultProgram {
    /// Sound programs with queues, bags, and sources that are subscribed to again.
    static let nearHops: [FaultProgram] = [
        FaultProgram("near: a handler on the thread of its subject", near: ["wrong-thread"], mainThread: ["onNext"]) {
            let (screen, names, bag) = (Screen(), PublishSubject<String>(), DisposeBag())
            names.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            names.onNext("Ada")
        },
        FaultProgram("near: work elsewhere, without a handler", near: ["wrong-thread"], mainThread: ["onNext"]) {
            let (done, bag) = (DispatchSemaphore(value: 0), DisposeBag())
            Observable.just(1).observe(on: scheduler("no handler")).map { $0 + 1 }
                .subscribe(onCompleted: { done.signal() }).disposed(by: bag)
            done.wait()
        },
        FaultProgram("near: a rule for another file", near: ["wrong-thread"], mainThread: ["Views/*.swift"]) {
            let (screen, done, bag) = (Screen(), DispatchSemaphore(value: 0), DisposeBag())
            Observable.just(1).observe(on: scheduler("another"))
                .subscribe(onNext: { screen.show($0) }, onCompleted: { done.signal() }).disposed(by: bag)
            done.wait()
        },
        FaultProgram("near: no rule at all", near: ["wrong-thread"]) {
            let (screen, done, bag) = (Screen(), DispatchSemaphore(value: 0), DisposeBag())
            Observable.just(1).observe(on: scheduler("no rule"))
                .subscribe(onNext: { screen.show($0) }, onCompleted: { done.signal() }).disposed(by: bag)
            done.wait()
        },
        FaultProgram("near: a binding on the thread of its relay", near: ["wrong-thread"], mainThread: ["onNext"]) {
            let (names, title, bag) = (PublishRelay<String>(), BehaviorRelay(value: ""), DisposeBag())
            names.bind(to: title).disposed(by: bag)
            names.accept("Ada")
        },
        FaultProgram("near: virtual time on one thread", near: ["wrong-thread"], mainThread: ["onNext"]) {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            Observable.just(1).observe(on: clock).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.start()
        },
        FaultProgram("near: a listener before the first element", near: ["unheard-send"]) {
            let (screen, status, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            status.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            status.onNext(1)
        },
        FaultProgram("near: a status that is kept", near: ["unheard-send"]) {
            let (screen, status, bag) = (Screen(), BehaviorSubject(value: 0), DisposeBag())
            status.onNext(1)
            status.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("near: elements after the last has left", near: ["unheard-send"]) {
            let (screen, status) = (Screen(), PublishSubject<Int>())
            status.subscribe(onNext: { screen.show($0) }).dispose()
            status.onNext(1)
        },
        FaultProgram("near: an end before the first comes", near: ["unheard-send", "late-event"]) {
            let (screen, status, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            status.onCompleted()
            status.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("near: a second listener, later", near: ["unheard-send"]) {
            let (screen, status, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            status.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            status.onNext(1)
            status.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            status.onNext(2)
        },
        FaultProgram("near: a page that keeps its bag", near: ["disposed-at-once", "unreleased-bag"]) {
            let (screen, numbers) = (Screen(), PublishSubject<Int>())
            let page = Page()
            numbers.subscribe(onNext: { screen.show($0) }).disposed(by: page.bag)
            numbers.onNext(1)
            withExtendedLifetime(page) {}
        },
        FaultProgram("near: a bag of what has ended", near: ["disposed-at-once"]) {
            let screen = Screen()
            func show() {
                let bag = DisposeBag()
                Observable.of(1, 2).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            }
            show()
        },
        FaultProgram("near: a bag let go of after its element", near: ["disposed-at-once"]) {
            let (screen, numbers) = (Screen(), PublishSubject<Int>())
            var bag = DisposeBag()
            numbers.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            numbers.onNext(1)
            bag = DisposeBag()
            numbers.onNext(2)
        },
        FaultProgram("near: a bag of a subject that says nothing", near: ["disposed-at-once"]) {
            let (screen, numbers) = (Screen(), PublishSubject<Int>())
            func show() {
                let bag = DisposeBag()
                numbers.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            }
            show()
        },
        FaultProgram("near: a new bag for each item", near: ["disposed-at-once", "piled-subscriptions"]) {
            let (screen, taps) = (Screen(), PublishSubject<Int>())
            var bag = DisposeBag()
            func configure() {
                bag = DisposeBag()
                taps.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            }
            for _ in 1...3 { configure() }
            taps.onNext(1)
        },
        FaultProgram("near: a subscription disposed by hand", near: ["disposed-at-once"]) {
            let (screen, numbers) = (Screen(), PublishSubject<Int>())
            numbers.subscribe(onNext: { screen.show($0) }).dispose()
            numbers.onNext(1)
        },
        FaultProgram("near: a replay that is read and left", near: ["disposed-at-once"]) {
            let (screen, state) = (Screen(), BehaviorRelay(value: 1))
            func read() {
                let bag = DisposeBag()
                state.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            }
            read()
            state.accept(2)
        },
        FaultProgram("near: a bag with a timer, kept", near: ["disposed-at-once"]) {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            let page = Page()
            Observable<Int>.timer(.seconds(1), scheduler: clock).subscribe(onNext: { screen.show($0) })
                .disposed(by: page.bag)
            clock.start()
            withExtendedLifetime(page) {}
        },
        FaultProgram("near: a bag of the program's", near: ["disposed-at-once", "unreleased-bag"]) {
            let (screen, numbers) = (Screen(), PublishSubject<Int>())
            numbers.subscribe(onNext: { screen.show($0) }).disposed(by: everlasting)
            numbers.onNext(1)
        },
        FaultProgram("near: buttons of a list, in a loop", near: ["piled-subscriptions"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let buttons = (1...3).map { _ in PublishSubject<Void>() }
            for button in buttons { button.subscribe(onNext: { screen.show($0) }).disposed(by: bag) }
            for button in buttons { button.onNext(()) }
        },
        FaultProgram("near: two lines that listen", near: ["piled-subscriptions"]) {
            let (screen, taps, bag) = (Screen(), PublishSubject<Void>(), DisposeBag())
            taps.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.onNext(())
        },
        FaultProgram("near: one line, again after its end", near: ["piled-subscriptions"]) {
            let (screen, taps, bag) = (Screen(), PublishSubject<Void>(), DisposeBag())
            func once() { taps.take(1).subscribe(onNext: { screen.show($0) }).disposed(by: bag) }
            for _ in 1...3 {
                once()
                taps.onNext(())
            }
        },
        FaultProgram("near: a subject observed on a scheduler", near: ["subscribe-on-subject", "idle-hop"]) {
            let (screen, clock, numbers, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            numbers.observe(on: clock).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            numbers.onNext(1)
            clock.start()
        },
        FaultProgram("near: a create on a scheduler", near: ["subscribe-on-subject", "idle-hop"]) {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            Observable<Int>.create { observer in
                observer.onNext(1)
                observer.onCompleted()
                return Disposables.create()
            }.subscribe(on: clock).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.start()
        },
        FaultProgram("near: a deferred on a scheduler", near: ["subscribe-on-subject"]) {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            Observable.deferred { Observable.of(1, 2) }.subscribe(on: clock).subscribe(onNext: { screen.show($0) })
                .disposed(by: bag)
            clock.start()
        },
        FaultProgram("near: what a subject keeps, on a scheduler", near: ["subscribe-on-subject"]) {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let numbers = ReplaySubject<Int>.create(bufferSize: 1)
            numbers.onNext(1)
            numbers.subscribe(on: clock).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.start()
        },
        FaultProgram("near: a request that a subject starts", near: ["subscribe-on-subject"]) {
            let (screen, clock, taps, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            taps.flatMap { Observable.just($0).subscribe(on: clock) }.subscribe(onNext: { screen.show($0) })
                .disposed(by: bag)
            taps.onNext(1)
            clock.start()
        },
        FaultProgram("near: a range on a scheduler, merged with a subject", near: ["subscribe-on-subject"]) {
            let (screen, clock, taps, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            Observable.merge(taps, Observable.range(start: 1, count: 2).subscribe(on: clock))
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            taps.onNext(0)
            clock.start()
        },
        FaultProgram("near: answers in their order", near: ["stale-result"]) {
            let (screen, clock, query, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            query.concatMap { Observable.just($0).delay(.seconds(9 - $0), scheduler: clock) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...3 { query.onNext(number) }
            clock.start()
        },
        FaultProgram("near: answers that never meet", near: ["stale-result"]) {
            let (screen, clock, query, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            query.flatMap { Observable.just($0).delay(.seconds(9 - $0), scheduler: clock) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...3 {
                query.onNext(number)
                clock.pass(10)
            }
        },
        FaultProgram("near: an older answer that fails", near: ["stale-result", "swallowed-error"]) {
            let (screen, clock, query, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            query.flatMapLatest { Observable.just($0).delay(.seconds(9 - $0), scheduler: clock) }
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            for number in 1...3 { query.onNext(number) }
            clock.start()
        },
        FaultProgram("near: the same answer to each question", near: ["stale-result"]) {
            let (screen, clock, query, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            query.flatMap { Observable.just($0).delay(.seconds(1), scheduler: clock) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...3 { query.onNext(number) }
            clock.start()
        },
        FaultProgram("near: pairs of two sources that keep up", near: ["growing-backlog"]) {
            let (screen, a, b, bag) = (Screen(), PublishSubject<Int>(), PublishSubject<Int>(), DisposeBag())
            Observable.zip(a, b).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...9 {
                a.onNext(number)
                b.onNext(number)
            }
        },
        FaultProgram("near: a list and a clock, in pairs", near: ["growing-backlog"]) {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            Observable.zip(Observable.from(1...20), Observable<Int>.interval(.seconds(1), scheduler: clock))
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.pass(5)
        },
        FaultProgram("near: saves of which each waits for the one before", near: ["growing-backlog"]) {
            let (screen, clock, edits, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            edits.concatMap { Observable.just($0).delay(.seconds(1), scheduler: clock) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...12 {
                edits.onNext(number)
                clock.pass(1)
            }
        },
        FaultProgram("near: many that come in one moment", near: ["growing-backlog"]) {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            Observable.from(1...40).concatMap { Observable.just($0).delay(.seconds(1), scheduler: clock) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.pass(60)
        },
        FaultProgram("near: four in wait", near: ["growing-backlog", "silent-source"]) {
            let (screen, a, b, bag) = (Screen(), PublishSubject<Int>(), PublishSubject<Int>(), DisposeBag())
            Observable.zip(a, b).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...4 { a.onNext(number) }
        },
        FaultProgram("near: a buffer that is emptied", near: ["growing-backlog"]) {
            let (screen, clock, a, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            a.buffer(timeSpan: .seconds(1), count: 50, scheduler: clock).subscribe(onNext: { screen.show($0) })
                .disposed(by: bag)
            for number in 1...40 { a.onNext(number) }
            clock.pass(2)
        },
        FaultProgram(
            "near: a shared request of two at the same time", near: ["restarted-share", "repeated-side-effect"]
        ) {
            let (screen, answers, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            let user = Observable<Int>.create { answers.subscribe($0) }.share(replay: 1)
            for _ in 1...2 { user.subscribe(onNext: { screen.show($0) }).disposed(by: bag) }
            answers.onNext(1)
        },
        FaultProgram("near: an answer that is kept for good", near: ["restarted-share", "repeated-side-effect"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let user = Observable<Int>.create { observer in
                observer.onNext(1)
                observer.onCompleted()
                return Disposables.create()
            }.share(replay: 1, scope: .forever)
            for _ in 1...2 { user.subscribe(onNext: { screen.show($0) }).disposed(by: bag) }
        },
        FaultProgram("near: a shared list of constants", near: ["restarted-share"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            let numbers = Observable.of(1, 2).share(replay: 1)
            for _ in 1...2 { numbers.subscribe(onNext: { screen.show($0) }).disposed(by: bag) }
        },
        FaultProgram("near: a share that starts anew when all have left", near: ["restarted-share"]) {
            let (screen, answers) = (Screen(), PublishSubject<Int>())
            let user = Observable<Int>.create { answers.subscribe($0) }.share(replay: 1)
            user.subscribe(onNext: { screen.show($0) }).dispose()
            user.subscribe(onNext: { screen.show($0) }).dispose()
        },
        FaultProgram("near: an answer that a relay keeps", near: ["restarted-share"]) {
            let (screen, user, bag) = (Screen(), BehaviorRelay(value: 0), DisposeBag())
            Observable<Int>.create { observer in
                observer.onNext(1)
                observer.onCompleted()
                return Disposables.create()
            }.subscribe(onNext: { user.accept($0) }).disposed(by: bag)
            for _ in 1...2 { user.subscribe(onNext: { screen.show($0) }).disposed(by: bag) }
        },
        FaultProgram("near: a shared request that a refresh makes anew", near: ["restarted-share"]) {
            let (screen, taps, bag) = (Screen(), PublishSubject<Void>(), DisposeBag())
            let users = taps.startWith(()).flatMapLatest { Observable.just(1) }.share(replay: 1)
            for _ in 1...2 { users.subscribe(onNext: { screen.show($0) }).disposed(by: bag) }
            taps.onNext(())
        },
        FaultProgram("near: a queue that waits for nobody", near: ["self-wait", "unrun-work"]) {
            let (screen, done, bag) = (Screen(), DispatchSemaphore(value: 0), DisposeBag())
            let queue = scheduler("nobody")
            Observable.of(1, 2).observe(on: queue).map { $0 + 1 }
                .subscribe(onNext: { screen.show($0) }, onCompleted: { done.signal() }).disposed(by: bag)
            done.wait()
        },
        FaultProgram("near: a main thread that waits for a queue", near: ["self-wait", "unrun-work"]) {
            let (screen, go, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            let queue = scheduler("for main")
            go.map { number in
                let done = DispatchSemaphore(value: 0)
                _ = queue.schedule(number) { _ in
                    done.signal()
                    return Disposables.create()
                }
                done.wait()
                return number
            }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            go.onNext(1)
        },
        FaultProgram("near: a queue whose work hands work on", near: ["self-wait"]) {
            let (screen, done, bag) = (Screen(), DispatchSemaphore(value: 0), DisposeBag())
            let queue = scheduler("hands on")
            Observable.just(1).subscribe(on: queue).observe(on: scheduler("hands on too"))
                .subscribe(onNext: { screen.show($0) }, onCompleted: { done.signal() }).disposed(by: bag)
            done.wait()
        },
        FaultProgram("near: two queues that wait in turn", near: ["self-wait"]) {
            let (a, b) = (DispatchQueue(label: "a"), DispatchQueue(label: "b"))
            let (screen, numbers, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            numbers.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            a.sync { b.sync { numbers.onNext(1) } }
            b.sync { a.sync { numbers.onNext(2) } }
        },
        FaultProgram("near: a queue that blocks the one which asked it", near: ["self-wait"]) {
            let (screen, done, bag) = (Screen(), DispatchSemaphore(value: 0), DisposeBag())
            let numbers = Observable.of(1, 2).observe(on: scheduler("asks")).map { number in
                DispatchQueue(label: "is asked").sync { number + 1 }
            }
            numbers.subscribe(onNext: { screen.show($0) }, onCompleted: { done.signal() }).disposed(by: bag)
            done.wait()
        },
        FaultProgram("near: recursion on one scheduler", near: ["self-wait", "unrun-work"]) {
            let (screen, done, bag) = (Screen(), DispatchSemaphore(value: 0), DisposeBag())
            let queue = scheduler("recursive")
            Observable.generate(initialState: 0, condition: { $0 < 5 }, scheduler: queue, iterate: { $0 + 1 })
                .subscribe(onNext: { screen.show($0) }, onCompleted: { done.signal() }).disposed(by: bag)
            done.wait()
        },
    ]
}
