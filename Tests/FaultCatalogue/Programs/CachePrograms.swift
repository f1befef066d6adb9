import RxSwift

/// What two sources answer, one sooner than the other.
private enum Article {
    static func cached(_ clock: HistoricalScheduler, _ seconds: Int) -> Observable<String> {
        Observable<Int>.timer(.seconds(seconds), scheduler: clock).map { _ in "old" }
    }

    static func loaded(_ clock: HistoricalScheduler, _ seconds: Int) -> Observable<String> {
        Observable<Int>.timer(.seconds(seconds), scheduler: clock).map { _ in "new" }
    }
}

private func read(_ article: (HistoricalScheduler) -> Observable<String>) {
    let (screen, bag, clock) = (Screen(), DisposeBag(), HistoricalScheduler())
    article(clock).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
    clock.pass(9)
}

extension FaultProgram {
    /// Caches that answer late or in time.
    static let caches: [FaultProgram] = [
        FaultProgram("a cache that answers after the network") {
            read { clock in
                Observable.merge(Article.cached(clock, 3), Article.loaded(clock, 1))  // FAULT: stale-cache
            }
        },
        FaultProgram("a cache that answers first", near: ["stale-cache"]) {
            read { Observable.merge(Article.cached($0, 1), Article.loaded($0, 3)) }
        },
        FaultProgram("a cache that the network ends", near: ["stale-cache"]) {
            read { clock in
                let loaded = Article.loaded(clock, 1).share(replay: 1)
                return Observable.merge(Article.cached(clock, 3).take(until: loaded), loaded)
            }
        },
        FaultProgram("a cache, and then the network", near: ["stale-cache"]) {
            read { Article.cached($0, 3).concat(Article.loaded($0, 1)) }
        },
        FaultProgram("the network, or else a cache", near: ["stale-cache"]) {
            read { Article.loaded($0, 1).amb(Article.cached($0, 3)) }
        },
        FaultProgram("two that are loaded", near: ["stale-cache"]) {
            read { Observable.merge(Article.loaded($0, 3), Article.loaded($0, 1)) }
        },
        FaultProgram("two caches", near: ["stale-cache"]) {
            read { Observable.merge(Article.cached($0, 3), Article.cached($0, 1)) }
        },
        FaultProgram("a cache that has what the network has", near: ["stale-cache"]) {
            read { Observable.merge(Article.cached($0, 3).map { _ in "new" }, Article.loaded($0, 1)) }
        },
        FaultProgram("a cache that is empty beside the network", near: ["stale-cache"]) {
            read { Observable.merge(Article.cached($0, 3).filter { $0.isEmpty }, Article.loaded($0, 1)) }
        },
        FaultProgram("a cache that goes on", near: ["stale-cache"]) {
            read { clock in
                Observable.merge(Article.cached(clock, 3).concat(Observable.never()), Article.loaded(clock, 1))
            }
        },
        FaultProgram("a cache that is paired with the network", near: ["stale-cache"]) {
            read { Observable.zip(Article.cached($0, 3), Article.loaded($0, 1)) { $1 + $0 } }
        },
    ]
}
