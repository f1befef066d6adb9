import Dispatch
import RxSwift

extension FaultProgram {
    static let hops: [FaultProgram] = [
        FaultProgram("the same queue twice") {
            let (screen, done) = (Screen(), DispatchSemaphore(value: 0))
            let queue = SerialDispatchQueueScheduler(qos: .default, internalSerialQueueName: "decoding")
            let subscription = Observable.of(1, 2)
                .observe(on: queue)
                .map { $0 * 2 }
                .observe(on: queue)  // FAULT: idle-hop
                .subscribe(onNext: { screen.show($0) }, onCompleted: { done.signal() })
            done.wait()
            subscription.dispose()
        },
        FaultProgram("one queue and then another") {
            let (screen, done) = (Screen(), DispatchSemaphore(value: 0))
            let decoding = SerialDispatchQueueScheduler(qos: .default, internalSerialQueueName: "decoding")
            let drawing = SerialDispatchQueueScheduler(qos: .default, internalSerialQueueName: "drawing")
            let subscription = Observable.of(1, 2)
                .observe(on: decoding)
                .map { $0 * 2 }
                .observe(on: drawing)
                .subscribe(onNext: { screen.show($0) }, onCompleted: { done.signal() })
            done.wait()
            subscription.dispose()
        },
        FaultProgram("a queue nothing runs on") {
            let (screen, done) = (Screen(), DispatchSemaphore(value: 0))
            let decoding = SerialDispatchQueueScheduler(qos: .default, internalSerialQueueName: "decoding")
            let drawing = SerialDispatchQueueScheduler(qos: .default, internalSerialQueueName: "drawing")
            let subscription = Observable.of(1, 2)
                .map { $0 * 2 }
                .observe(on: decoding)  // FAULT: idle-hop
                .observe(on: drawing)
                .subscribe(onNext: { screen.show($0) }, onCompleted: { done.signal() })
            done.wait()
            subscription.dispose()
        },
        FaultProgram("two subscribe(on:), of which one decides") {
            let (screen, done) = (Screen(), DispatchSemaphore(value: 0))
            let reading = SerialDispatchQueueScheduler(qos: .default, internalSerialQueueName: "reading")
            let other = SerialDispatchQueueScheduler(qos: .default, internalSerialQueueName: "other")
            let subscription = Observable.of(1, 2)
                .subscribe(on: reading)
                .map { $0 * 2 }
                .subscribe(on: other)  // FAULT: idle-hop
                .subscribe(onNext: { screen.show($0) }, onDisposed: { done.signal() })
            done.wait()
            subscription.dispose()
        },
        FaultProgram("one subscribe(on:)", near: ["subscribe-on-subject"]) {
            let (screen, done) = (Screen(), DispatchSemaphore(value: 0))
            let reading = SerialDispatchQueueScheduler(qos: .default, internalSerialQueueName: "reading")
            let subscription = Observable.of(1, 2)
                .subscribe(on: reading)
                .map { $0 * 2 }
                .subscribe(onNext: { screen.show($0) }, onDisposed: { done.signal() })
            done.wait()
            subscription.dispose()
        },
        FaultProgram("a timer observed on its own scheduler") {
            let (screen, clock) = (Screen(), HistoricalScheduler())
            let subscription = Observable<Int>.interval(.seconds(1), scheduler: clock)
                .take(2)
                .observe(on: clock)  // FAULT: idle-hop
                .subscribe(onNext: { screen.show($0) })
            clock.start()
            subscription.dispose()
        },
        FaultProgram("a timer observed on another scheduler") {
            let (screen, clock, frames) = (Screen(), HistoricalScheduler(), HistoricalScheduler())
            let subscription = Observable<Int>.interval(.seconds(1), scheduler: clock)
                .take(2)
                .observe(on: frames)
                .subscribe(onNext: { screen.show($0) })
            clock.start()
            frames.start()
            subscription.dispose()
        },
        FaultProgram("a hop to the thread it is on") {
            let screen = Screen()
            let subscription = Observable.of(1, 2)
                .observe(on: CurrentThreadScheduler.instance)  // FAULT: idle-hop
                .subscribe(onNext: { screen.show($0) })
            subscription.dispose()
        },
        FaultProgram("a hop where one of the sources comes from elsewhere") {
            let (screen, clock, cache) = (Screen(), HistoricalScheduler(), PublishSubject<Int>())
            let ticks = Observable<Int>.interval(.seconds(1), scheduler: clock).take(2)
            let subscription = Observable.merge(ticks, cache)
                .observe(on: clock)
                .subscribe(onNext: { screen.show($0) })
            clock.start()
            cache.onNext(9)
            clock.start()
            subscription.dispose()
        },
        FaultProgram("a hop behind a request that a debounced query asks") {
            let (screen, clock, queries) = (Screen(), HistoricalScheduler(), PublishSubject<String>())
            let subscription =
                queries
                .debounce(.milliseconds(300), scheduler: clock)
                .flatMapLatest { query in
                    Observable<String>.create { observer in
                        observer.onNext("cached answer to \(query)")
                        return Disposables.create()
                    }
                }
                .observe(on: clock)
                .subscribe(onNext: { screen.show($0) })
            queries.onNext("rx")
            clock.start()
            subscription.dispose()
        },
        FaultProgram("a subject that another chain feeds on the same queue") {
            let (screen, clock, titles) = (Screen(), HistoricalScheduler(), PublishSubject<Int>())
            let ticks = Observable<Int>.interval(.seconds(1), scheduler: clock).take(2)
                .subscribe(onNext: { titles.onNext($0) })
            let shown = titles.observe(on: clock).subscribe(onNext: { screen.show($0) })
            clock.start()
            ticks.dispose()
            shown.dispose()
        },
        FaultProgram("subscribed and observed on one queue") {
            let (screen, done) = (Screen(), DispatchSemaphore(value: 0))
            let queue = SerialDispatchQueueScheduler(qos: .default, internalSerialQueueName: "io")
            let subscription = Observable<Int>.create { observer in
                observer.onNext(1)
                observer.onCompleted()
                return Disposables.create()
            }
            .subscribe(on: queue)
            .observe(on: queue)  // FAULT: idle-hop
            .subscribe(onNext: { screen.show($0) }, onCompleted: { done.signal() })
            done.wait()
            subscription.dispose()
        },
        FaultProgram("subscribed on one queue, observed on another") {
            let (screen, done) = (Screen(), DispatchSemaphore(value: 0))
            let queue = SerialDispatchQueueScheduler(qos: .default, internalSerialQueueName: "io")
            let drawing = SerialDispatchQueueScheduler(qos: .default, internalSerialQueueName: "drawing")
            let subscription = Observable<Int>.create { observer in
                observer.onNext(1)
                observer.onCompleted()
                return Disposables.create()
            }
            .subscribe(on: queue)
            .observe(on: drawing)
            .subscribe(onNext: { screen.show($0) }, onCompleted: { done.signal() })
            done.wait()
            subscription.dispose()
        },
        FaultProgram("a hop behind a share that is on its scheduler") {
            let (screen, clock, source, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            let items = source.observe(on: clock).share()
            items.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            items.filter { $0 > 0 }
                .observe(on: clock)  // FAULT: idle-hop
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            source.onNext(1)
            clock.start()
        },
        FaultProgram("a hop behind a connectable that is on its scheduler") {
            let (screen, clock, source, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            let items = source.observe(on: clock).map { $0 * 2 }.publish().refCount()
            items.observe(on: clock)  // FAULT: idle-hop
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            source.onNext(1)
            clock.start()
        },
        FaultProgram("a hop behind a share that replays to whoever comes") {
            let (screen, clock, source, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            let items = source.observe(on: clock).share(replay: 1)
            items.observe(on: clock).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            source.onNext(1)
            clock.start()
        },
        FaultProgram("a hop behind a subject that others may send to") {
            let (screen, clock, source, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            let items = source.observe(on: clock).multicast(PublishSubject()).refCount()
            items.observe(on: clock).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            source.onNext(1)
            clock.start()
        },
    ]

    static let threads: [FaultProgram] = [
        FaultProgram("a label set on the queue that decodes", mainThread: ["HopPrograms.swift"]) {
            let (screen, done) = (Screen(), DispatchSemaphore(value: 0))
            let decoding = SerialDispatchQueueScheduler(qos: .default, internalSerialQueueName: "decoding")
            let subscription = Observable.of("a")
                .observe(on: decoding)
                .map { $0.uppercased() }
                .subscribe(onNext: { screen.title = $0 }, onDisposed: { done.signal() })  // FAULT: wrong-thread
            done.wait()
            subscription.dispose()
        },
        FaultProgram("a label set on the main thread from what was decoded", mainThread: ["HopPrograms.swift"]) {
            let (screen, done) = (Screen(), DispatchSemaphore(value: 0))
            let decoding = SerialDispatchQueueScheduler(qos: .default, internalSerialQueueName: "decoding")
            let decoded = ReplaySubject<String>.create(bufferSize: 1)
            let work = Observable.of("a").observe(on: decoding).map { $0.uppercased() }
                .do(onDispose: { done.signal() }).multicast(decoded)
            let connection = work.connect()
            done.wait()
            let subscription = work.subscribe(onNext: { screen.title = $0 })
            subscription.dispose()
            connection.dispose()
        },
        FaultProgram("handlers of one label", mainThread: ["onNext"]) {
            let (screen, done) = (Screen(), DispatchSemaphore(value: 0))
            let background = ConcurrentDispatchQueueScheduler(qos: .utility)
            let subscription = Observable.of(1)
                .subscribe(on: background)
                .do(onNext: { screen.show($0) })  // FAULT: wrong-thread
                .subscribe(onDisposed: { done.signal() })
            done.wait()
            subscription.dispose()
        },
        FaultProgram("a subscribe marked in the source") {
            let (screen, done) = (Screen(), DispatchSemaphore(value: 0))
            let background = SerialDispatchQueueScheduler(qos: .default, internalSerialQueueName: "background")
            let subscription = Observable.of(1)
                .delay(.milliseconds(1), scheduler: background)
                // rxtrace:main-thread
                .subscribe(onNext: { screen.show($0) }, onDisposed: { done.signal() })  // FAULT: wrong-thread
            done.wait()
            subscription.dispose()
        },
        FaultProgram("a chain marked in the source, before its first line") {
            let (screen, done) = (Screen(), DispatchSemaphore(value: 0))
            let background = SerialDispatchQueueScheduler(qos: .default, internalSerialQueueName: "background")
            // Updates of the screen belong on the main thread.
            // rxtrace:main-thread
            let subscription = Observable.of(1, 2)
                .delay(.milliseconds(1), scheduler: background)
                .filter {
                    $0 > 1
                }
                .subscribe(onNext: { screen.show($0) }, onDisposed: { done.signal() })  // FAULT: wrong-thread
            done.wait()
            subscription.dispose()
        },
        FaultProgram("a chain after another that is marked") {
            let (screen, done) = (Screen(), DispatchSemaphore(value: 0))
            let background = SerialDispatchQueueScheduler(qos: .default, internalSerialQueueName: "background")
            // rxtrace:main-thread
            let shown = Observable.of(1).subscribe(onNext: { screen.show($0) })
            let subscription = Observable.of(1)
                .delay(.milliseconds(1), scheduler: background)
                .subscribe(onNext: { screen.show($0) }, onDisposed: { done.signal() })
            done.wait()
            subscription.dispose()
            shown.dispose()
        },
        FaultProgram("a subscribe marked in the source that keeps to it") {
            let (screen, values) = (Screen(), PublishSubject<Int>())
            // rxtrace:main-thread
            let subscription = values.subscribe(onNext: { screen.show($0) })
            values.onNext(1)
            subscription.dispose()
        },
        FaultProgram("a transform on a queue is where it belongs", mainThread: ["*"]) {
            let (screen, done) = (Screen(), DispatchSemaphore(value: 0))
            let decoding = SerialDispatchQueueScheduler(qos: .default, internalSerialQueueName: "decoding")
            let last = ReplaySubject<Int>.create(bufferSize: 1)
            let subscription = Observable.of(1).observe(on: decoding).map { $0 + 1 }
                .do(onDispose: { done.signal() }).subscribe(last)
            done.wait()
            last.subscribe(onNext: { screen.show($0) }).dispose()
            subscription.dispose()
        },
    ]
}
