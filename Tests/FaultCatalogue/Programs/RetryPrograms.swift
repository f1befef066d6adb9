import RxRelay
import RxSwift

/// Takes orders, writes receipts once it was asked three times, and loads for the new token alone.
private final class Shop {
    let name = "shop"
    var token = "old"
    private var orders = 0
    private var attempts = 0

    func order(_ item: String) -> Observable<Int> {
        Observable.create { observer in
            self.orders += 1
            observer.onNext(self.orders)
            observer.onCompleted()
            return Disposables.create()
        }
    }

    func price(_ item: String) -> Observable<Int> {
        Observable.create { observer in
            observer.onNext(item.count)
            observer.onCompleted()
            return Disposables.create()
        }
    }

    func pay(_ amount: Int) -> Observable<Int> {
        Observable.create { observer in
            self.attempts += 1
            guard self.attempts > 2 else {
                observer.onError(Failure())
                return Disposables.create()
            }
            observer.onNext(amount)
            observer.onCompleted()
            return Disposables.create()
        }
    }

    func receipt(_ order: Int) -> Observable<String> {
        Observable.deferred {
            self.attempts += 1
            return self.attempts < 3 ? .error(Failure()) : .just("receipt \(order)")
        }
    }

    func load(_ token: String) -> Observable<String> {
        Observable.deferred { token == "old" ? .error(Failure()) : .just("news") }
    }

    func renew() -> Observable<String> {
        Observable.deferred {
            self.token = "new"
            return .just(self.token)
        }
    }
}

extension FaultProgram {
    /// Retries, and what they do again.
    static let retries: [FaultProgram] = [
        FaultProgram("an order that a retry makes three times") {
            let (screen, shop, bag) = (Screen(), Shop(), DisposeBag())
            shop.order("book").flatMap { shop.receipt($0) }
                .retry(3)  // FAULT: repeated-step
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("an order that is made anew when there is a signal") {
            let (screen, shop, bag) = (Screen(), Shop(), DisposeBag())
            shop.order("book").map { $0 + 1 }.flatMapLatest { shop.receipt($0) }
                .retry(when: { $0.take(3).map { _ in 1 } })  // FAULT: repeated-step
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a token that is read before all attempts") {
            let (screen, shop, bag) = (Screen(), Shop(), DisposeBag())
            Observable.just(shop.token)  // FAULT: retried-value
                .flatMap { shop.load($0) }
                .retry(when: { $0.take(2).flatMap { _ in shop.renew() } })  // FAULT: swallowed-error
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a token that is renewed beside the chain") {
            let (screen, shop, bag) = (Screen(), Shop(), DisposeBag())
            Observable.just(shop.token)  // FAULT: retried-value
                .flatMap { shop.load($0).do(onError: { _ in shop.token = "new" }) }
                .retry(2)
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a failure that a share keeps for ever") {
            let (screen, shop) = (Screen(), Shop())
            let news = shop.load("old").share(replay: 1, scope: .forever)  // FAULT: outdated-replay
            for _ in 1...2 { news.subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).dispose() }
        },
    ]

    /// Sound ones.
    static let nearRetries: [FaultProgram] = [
        FaultProgram("a failure that is asked for anew", near: ["outdated-replay"]) {
            let (screen, shop) = (Screen(), Shop())
            let news = shop.load("old").share(replay: 1)
            for _ in 1...2 { news.subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).dispose() }
        },
        FaultProgram("a failure that two are told at once", near: ["outdated-replay"]) {
            let (screen, failing, bag) = (Screen(), PublishSubject<Int>(), DisposeBag())
            let news = failing.share(replay: 1, scope: .forever)
            for _ in 1...2 {
                news.subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
            }
            failing.onError(Failure())
        },
        FaultProgram("a receipt that is tried again behind its order", near: ["repeated-step"]) {
            let (screen, shop, bag) = (Screen(), Shop(), DisposeBag())
            shop.order("book").flatMap { shop.receipt($0).retry(3) }
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a price that is asked again", near: ["repeated-step"]) {
            let (screen, shop, bag) = (Screen(), Shop(), DisposeBag())
            shop.price("book").flatMap { shop.receipt($0) }.retry(3)
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a payment that fails itself", near: ["repeated-step"]) {
            let (screen, shop, bag) = (Screen(), Shop(), DisposeBag())
            shop.pay(3).flatMap { Observable.just("paid \($0)") }.retry(3)
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("an order behind what is tried again", near: ["repeated-step"]) {
            let (screen, shop, bag) = (Screen(), Shop(), DisposeBag())
            shop.receipt(1).retry(3).flatMap { shop.order($0) }
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("an order and a price that does not fail", near: ["repeated-step"]) {
            let (screen, shop, bag) = (Screen(), Shop(), DisposeBag())
            shop.order("book").flatMap { shop.price("book \($0)") }.retry(3)
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("an order that is tried once", near: ["repeated-step"]) {
            let (screen, shop, bag) = (Screen(), Shop(), DisposeBag())
            shop.order("book").flatMap { shop.receipt($0) }.retry(1)  // FAULT: useless-retry
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("an order that is kept for all attempts", near: ["repeated-step"]) {
            let (screen, shop, bag) = (Screen(), Shop(), DisposeBag())
            let order = shop.order("book").share(replay: 1, scope: .forever)
            order.flatMap { shop.receipt($0) }.retry(3)
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("an order whose receipt is left out", near: ["repeated-step"]) {
            let (screen, shop, bag) = (Screen(), Shop(), DisposeBag())
            shop.order("book").flatMap { shop.receipt($0) }.catchAndReturn("none")
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("an order in the closure of what is tried again", near: ["repeated-step"]) {
            let (screen, shop, bag) = (Screen(), Shop(), DisposeBag())
            shop.receipt(1).flatMap { shop.order($0) }.retry(3)
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("an order for each of two receipts", near: ["repeated-step"]) {
            let (screen, shop, bag) = (Screen(), Shop(), DisposeBag())
            Observable.of("book", "pen").concatMap { item in
                shop.order(item).flatMap { shop.receipt($0).retry(3) }
            }
            .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a token that each attempt reads", near: ["retried-value", "repeated-step"]) {
            let (screen, shop, bag) = (Screen(), Shop(), DisposeBag())
            Observable.deferred { Observable.just(shop.token) }.flatMap { shop.load($0) }
                .retry(when: { $0.take(2).flatMap { _ in shop.renew() } })
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a number that never changes", near: ["retried-value"]) {
            let (screen, shop, bag) = (Screen(), Shop(), DisposeBag())
            Observable.just(7).flatMap { shop.receipt($0) }.retry(3)
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a name that nobody sets", near: ["retried-value"]) {
            let (screen, shop, bag) = (Screen(), Shop(), DisposeBag())
            Observable.just(shop.name).flatMap { shop.receipt($0.count) }.retry(3)
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a token that the closure of flatMap reads", near: ["retried-value"]) {
            let (screen, shop, bag) = (Screen(), Shop(), DisposeBag())
            Observable.just(1).flatMap { _ in Observable.just(shop.token) }.flatMap { shop.load($0) }
                .retry(when: { $0.take(2).flatMap { _ in shop.renew() } })
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a token that is good", near: ["retried-value"]) {
            let (screen, shop, bag) = (Screen(), Shop(), DisposeBag())
            shop.token = "good"
            Observable.just(shop.token).flatMap { shop.load($0) }.retry(2)
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a token that is tried once", near: ["retried-value"]) {
            let (screen, shop, bag) = (Screen(), Shop(), DisposeBag())
            Observable.just(shop.token).flatMap { shop.load($0) }.retry(1)  // FAULT: useless-retry
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a token that a relay keeps", near: ["retried-value"]) {
            let (screen, shop, token, bag) = (Screen(), Shop(), BehaviorRelay(value: "old"), DisposeBag())
            token.take(1).flatMap { shop.load($0).do(onError: { _ in token.accept("new") }) }.retry(2)
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a token that goes with a retry of what follows", near: ["retried-value"]) {
            let (screen, shop, bag) = (Screen(), Shop(), DisposeBag())
            Observable.just(shop.token).flatMap { shop.receipt($0.count).retry(3) }
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a token behind what is tried again", near: ["retried-value"]) {
            let (screen, shop, bag) = (Screen(), Shop(), DisposeBag())
            shop.receipt(1).retry(3).concat(Observable.just(shop.token))
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a token that is made a new chain of", near: ["retried-value"]) {
            let (screen, shop, bag) = (Screen(), Shop(), DisposeBag())
            func news() -> Observable<String> { Observable.just(shop.token).flatMap { shop.load($0) } }
            news().catch { _ in shop.renew().flatMap { _ in news() } }
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
    ]
}
