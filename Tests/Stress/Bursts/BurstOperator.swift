import RxInstrumented

/// The operators that hold subscriptions of inner sources.
package enum BurstOperator: Int, CaseIterable, Sendable {
    case flatMap, flatMapFirst, flatMapLatest, concatMap, merge, mergeLimited, switchLatest, mapConcat
    case mergeCollection, concatCollection, amb, ambCollection, `catch`, catchSequence, retry, retryWhen, timeout,
        window,
        groupBy, buffer
    case zip, combineLatest, zipCollection, combineLatestCollection, withLatestFrom, sample, takeUntil, share,
        shareReplay

    /// Which sources' elements it passes on at once and in their order.
    enum Passing {
        /// Those of the sources that its closure picks, or of the newest of them only.
        case inner, newestInner
        /// Those of all sources, or of the newest only.
        case all, newest
        /// Those of the one source that it is called of.
        case outer
        /// It keeps some, leaves some out or makes others of them.
        case others

        func includes(_ source: BurstSource, isSelectedLast: Bool, isSubscribedLast: Bool) -> Bool {
            switch self {
            case .inner: source.role == .inner
            case .newestInner: source.role == .inner && isSelectedLast
            case .all: true
            case .newest: isSubscribedLast
            case .outer: source.role == .outer
            case .others: false
            }
        }
    }

    var passing: Passing {
        switch self {
        case .flatMap, .flatMapFirst, .concatMap, .merge, .mergeLimited, .mapConcat: .inner
        case .flatMapLatest: .newestInner
        case .mergeCollection, .concatCollection, .catch, .catchSequence: .all
        case .timeout: .newest
        case .retry, .retryWhen, .takeUntil: .outer
        default: .others
        }
    }

    /// Whether RxSwift itself calls the closure after the end, with what a source sends while it is being subscribed to.
    var callsWhileSubscribing: Bool {
        switch self {
        case .flatMapLatest, .merge, .mergeLimited, .switchLatest, .mapConcat, .withLatestFrom: true
        default: goesOnWhileSubscribing
        }
    }

    /// Whether RxSwift's timer still ticks while the end is told.
    var ticksWhileEnding: Bool {
        switch self {
        case .window, .buffer: true
        default: false
        }
    }

    /// Whether nothing is subscribed to any more once the end is on its way. Others of RxSwift's subscribe to what their
    /// closure has just given, or to the second of two sources, and dispose of it at once.
    var subscribesToNothingAfterTheEnd: Bool {
        switch self {
        case .flatMap, .flatMapFirst, .concatMap, .merge, .mergeLimited, .mapConcat, .mergeCollection: true
        default: false
        }
    }

    /// Whether RxSwift itself goes on after the end, or a disposal, with a source that is still being subscribed to:
    /// `timeout` hands the other one's events on unseen, and `zip` puts elements together while one comes.
    var goesOnWhileSubscribing: Bool {
        switch self {
        case .timeout, .zip, .combineLatest, .zipCollection, .combineLatestCollection: true
        default: false
        }
    }

    func observable(_ run: BurstRun) -> Observable<BurstElement> {
        func select(_ element: BurstElement) -> Observable<BurstElement> {
            run.reach(.selector)
            return run.inner(element.number % 2)
        }
        let outer = run.outer
        switch self {
        case .flatMap: return outer.flatMap(select)
        case .flatMapFirst: return outer.flatMapFirst(select)
        case .flatMapLatest: return outer.flatMapLatest(select)
        case .concatMap: return outer.concatMap(select)
        case .merge: return outer.map(select).merge()
        case .mergeLimited: return outer.map(select).merge(maxConcurrent: 2)
        case .switchLatest: return outer.map(select).switchLatest()
        case .mapConcat: return outer.map(select).concat()
        case .mergeCollection: return .merge([outer, run.inner(0), run.inner(1)])
        case .concatCollection: return .concat([run.inner(0), outer, run.inner(1)])
        case .amb: return run.inner(0).amb(outer)
        case .ambCollection: return .amb([run.inner(0), outer, run.inner(1)])
        case .catch:
            return outer.catch { _ in
                run.reach(.selector)
                return run.inner(0)
            }
        case .catchSequence: return .catch(sequence: [outer, run.inner(0), run.inner(1)])
        case .retry: return outer.retry(3)
        case .retryWhen:
            return outer.retry { (errors: Observable<any Error>) in
                errors.flatMap { _ -> Observable<BurstElement> in
                    run.reach(.selector)
                    return run.inner(0)
                }.take(3)
            }
        case .timeout: return outer.timeout(.seconds(2), other: run.inner(0), scheduler: run.clock)
        default: return combined(run)
        }
    }

    /// Operators that keep elements.
    private func combined(_ run: BurstRun) -> Observable<BurstElement> {
        let outer = run.outer
        func sum(_ elements: [BurstElement]) -> BurstElement {
            run.reach(.selector)
            return BurstElement(elements.reduce(0) { $0 + $1.number }, run)
        }
        let three = { [outer, run.inner(0), run.inner(1)] }
        switch self {
        case .window:
            let windows = outer.window(timeSpan: .seconds(3), count: 2, scheduler: run.clock)
            return windows.flatMap { window -> Observable<BurstElement> in
                run.reach(.selector)
                return window
            }
        case .groupBy:
            let groups = outer.groupBy { (element: BurstElement) -> Int in
                run.reach(.selector)
                return element.number % 2
            }
            return groups.flatMap { group -> Observable<BurstElement> in
                run.reach(.selector)
                return group.asObservable()
            }
        case .buffer:
            return outer.buffer(timeSpan: .seconds(3), count: 2, scheduler: run.clock).map { elements in
                run.reach(.selector)
                return BurstElement(elements.count, run)
            }
        case .zip: return .zip(outer, run.inner(0), run.inner(1)) { sum([$0, $1, $2]) }
        case .combineLatest: return .combineLatest(outer, run.inner(0), run.inner(1)) { sum([$0, $1, $2]) }
        case .zipCollection: return .zip(three()) { sum($0) }
        case .combineLatestCollection: return .combineLatest(three()) { sum($0) }
        case .withLatestFrom: return outer.withLatestFrom(run.inner(0)) { sum([$0, $1]) }
        case .sample: return outer.sample(run.inner(0))
        case .takeUntil: return outer.take(until: run.inner(0))
        case .share:
            let shared = outer.share()
            return .merge(shared, shared.flatMap { _ in run.inner(0) })
        default:
            let shared = outer.share(replay: 1)
            return .merge(shared, shared.take(2))
        }
    }
}
