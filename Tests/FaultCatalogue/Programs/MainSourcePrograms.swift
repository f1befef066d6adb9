import Dispatch
import RxSwift

/// Answers on its own queue.
private final class Server: Sendable {
    private let queue = DispatchQueue(label: "server")

    func load() -> Observable<Int> {
        Observable.create { observer in
            self.queue.async {
                observer.onNext(1)
                observer.onCompleted()
            }
            return Disposables.create()
        }
    }

    func save() -> Observable<Int> {
        Observable.create { observer in
            self.queue.async { observer.onCompleted() }
            return Disposables.create()
        }
    }

    /// Waits until its queue has done what it was asked for.
    func wait() { queue.sync {} }
}

/// Shows what a chain sends, and waits for its end.
private func show(_ chain: Observable<Int>, _ screen: Screen) -> (Disposable, DispatchSemaphore) {
    let done = DispatchSemaphore(value: 0)
    return (chain.subscribe(onNext: { screen.show($0) }, onDisposed: { done.signal() }), done)
}

extension FaultProgram {
    /// The main thread, and who brings events there.
    static let mainSources: [FaultProgram] = [
        FaultProgram("an answer that is to come to the main thread") {
            let (screen, server, done) = (Screen(), Server(), DispatchSemaphore(value: 0))
            let subscription = server.load()
                .subscribe(on: MainScheduler.instance)  // FAULT: source-on-main
                .subscribe(onNext: { screen.show($0) }, onDisposed: { done.signal() })
            done.wait()
            server.wait()
            subscription.dispose()
        },
        FaultProgram("an answer that comes there", near: ["source-on-main"]) {
            let (screen, server) = (Screen(), Server())
            let (subscription, done) = show(server.load().observe(on: MainScheduler.instance), screen)
            done.wait()
            server.wait()
            subscription.dispose()
        },
        FaultProgram("an answer that comes by a queue to the main thread", near: ["source-on-main"]) {
            let (screen, server) = (Screen(), Server())
            let work = SerialDispatchQueueScheduler(internalSerialQueueName: "work")
            let chain = server.load().subscribe(on: MainScheduler.instance).observe(on: work).map { $0 + 1 }
            let (subscription, done) = show(chain.observe(on: MainScheduler.instance), screen)
            done.wait()
            server.wait()
            subscription.dispose()
        },
        FaultProgram("an answer that is wanted on a queue", near: ["source-on-main"]) {
            let (screen, server) = (Screen(), Server())
            let work = SerialDispatchQueueScheduler(internalSerialQueueName: "work")
            let (subscription, done) = show(
                server.load().subscribe(on: MainScheduler.instance).observe(on: work), screen)
            done.wait()
            server.wait()
            subscription.dispose()
        },
        FaultProgram("a source that sends on the main thread", near: ["source-on-main"]) {
            let screen = Screen()
            let source = Observable<Int>.create { observer in
                observer.onNext(1)
                observer.onCompleted()
                return Disposables.create()
            }
            let (subscription, done) = show(source.subscribe(on: MainScheduler.instance), screen)
            done.wait()
            subscription.dispose()
        },
        FaultProgram("an answer without a subscribe(on:)", near: ["source-on-main"]) {
            let (screen, server) = (Screen(), Server())
            let (subscription, done) = show(server.load(), screen)
            done.wait()
            server.wait()
            subscription.dispose()
        },
        FaultProgram("a source that starts on a queue", near: ["source-on-main"]) {
            let (screen, server) = (Screen(), Server())
            let work = SerialDispatchQueueScheduler(internalSerialQueueName: "work")
            let source = Observable<Int>.create { observer in
                observer.onNext(2)
                observer.onCompleted()
                return Disposables.create()
            }
            let (subscription, done) = show(source.subscribe(on: work), screen)
            done.wait()
            server.wait()
            subscription.dispose()
        },
        FaultProgram("a save without an element", near: ["source-on-main"]) {
            let (screen, server) = (Screen(), Server())
            let (subscription, done) = show(server.save().subscribe(on: MainScheduler.instance), screen)
            done.wait()
            server.wait()
            subscription.dispose()
        },
        FaultProgram("an answer that its closure hands on", near: ["source-on-main"]) {
            let (server, done) = (Server(), DispatchSemaphore(value: 0))
            let subscription = server.load().subscribe(on: MainScheduler.instance)
                .subscribe(onNext: { _ in DispatchQueue.main.async { done.signal() } })
            done.wait()
            server.wait()
            subscription.dispose()
        },
        FaultProgram("two answers of which one comes there", near: ["source-on-main"]) {
            let (screen, server) = (Screen(), Server())
            let both = Observable.zip(server.load(), server.load()) { $0 + $1 }
            let (subscription, done) = show(both.observe(on: MainScheduler.instance), screen)
            done.wait()
            server.wait()
            subscription.dispose()
        },
        FaultProgram("an answer that is left in time", near: ["source-on-main"]) {
            let (screen, server) = (Screen(), Server())
            let (subscription, done) = show(Observable.never().subscribe(on: MainScheduler.instance), screen)
            server.wait()
            subscription.dispose()
            done.wait()
        },
        FaultProgram("a timer of the main thread", near: ["source-on-main"]) {
            let screen = Screen()
            let timer = Observable<Int>.timer(.milliseconds(1), scheduler: MainScheduler.instance)
            let (subscription, done) = show(timer.subscribe(on: MainScheduler.instance), screen)
            done.wait()
            subscription.dispose()
        },
        FaultProgram("an answer that leaves the main thread again") {
            let (screen, server) = (Screen(), Server())
            let chain = Observable.just(1)
                .observe(on: MainScheduler.instance)  // FAULT: note source-on-main
                .flatMapLatest { _ in server.load() }
            let (subscription, done) = show(chain, screen)
            done.wait()
            server.wait()
            subscription.dispose()
        },
        FaultProgram("an answer that a method handed over asks for, off the main thread") {
            let (screen, server) = (Screen(), Server())
            let request: (Int) -> Observable<Int> = { _ in server.load() }
            let chain = Observable.just(1).map { $0 + 1 }
                .observe(on: MainScheduler.asyncInstance)  // FAULT: note source-on-main
                .map { $0 + 1 }
                .concatMap(request)
            let (subscription, done) = show(chain, screen)
            done.wait()
            server.wait()
            subscription.dispose()
        },
        FaultProgram("a delay that leaves the main thread again") {
            let (screen, work) = (Screen(), SerialDispatchQueueScheduler(internalSerialQueueName: "work"))
            let chain = Observable.just(1)
                .observe(on: MainScheduler.instance)  // FAULT: note source-on-main
                .delay(.milliseconds(1), scheduler: work)
            let (subscription, done) = show(chain, screen)
            done.wait()
            subscription.dispose()
        },
        FaultProgram("an answer that comes to the main thread at the end", near: ["source-on-main"]) {
            let (screen, server) = (Screen(), Server())
            let chain = Observable.just(1).flatMapLatest { _ in server.load() }.observe(on: MainScheduler.instance)
            let (subscription, done) = show(chain, screen)
            done.wait()
            server.wait()
            subscription.dispose()
        },
        FaultProgram("a spinner that needs the main thread above a request", near: ["source-on-main"]) {
            let (screen, server) = (Screen(), Server())
            let chain = Observable.just(1).observe(on: MainScheduler.instance)
                .do(onNext: { _ in screen.title = "…" })
                .flatMapLatest { _ in server.load() }
            let (subscription, done) = show(chain, screen)
            done.wait()
            server.wait()
            subscription.dispose()
        },
        FaultProgram("a dialog that needs the main thread itself", near: ["source-on-main"]) {
            let (screen, server) = (Screen(), Server())
            let showDialog: () -> Observable<Int> = { server.load() }
            let chain = Observable.just(1).observe(on: MainScheduler.instance).flatMap { _ in showDialog() }
            let (subscription, done) = show(chain, screen)
            done.wait()
            server.wait()
            subscription.dispose()
        },
        FaultProgram("an answer that its closure brings to the main queue", near: ["source-on-main"]) {
            let (server, done) = (Server(), DispatchSemaphore(value: 0))
            let subscription = Observable.just(1).observe(on: MainScheduler.instance).flatMap { _ in server.load() }
                .subscribe(onNext: { _ in DispatchQueue.main.async { done.signal() } })
            done.wait()
            server.wait()
            subscription.dispose()
        },
    ]
}
