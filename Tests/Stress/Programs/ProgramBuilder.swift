import RxInstrumented

/// Makes observables of a program's expressions.
struct ProgramBuilder {
    let run: ProgramRun

    var clock: HistoricalScheduler { run.world.clock }

    func observable(_ expression: ProgramExpression) -> ProgramObservable {
        switch expression.operation {
        case .source(let operation): source(operation, expression)
        case .element(let operation): element(operation, expression)
        case .time(let operation): time(operation, expression)
        case .combining(let operation): combining(operation, expression)
        case .selecting(let operation): selecting(operation, expression)
        }
    }

    /// The expression's source of that number, made anew.
    func source(_ number: Int, of expression: ProgramExpression) -> ProgramObservable {
        observable(expression.sources[number])
    }

    /// What the expression's closure does with an element.
    func reaction(of expression: ProgramExpression) -> (String, ProgramElement) throws -> Void {
        let (run, reaction) = (run, expression.reaction)
        return { word, element in try run.react(reaction, "\(word) \(element)") }
    }

    /// Shares a source in a way, for pipes to use.
    func share(_ source: ProgramObservable, by sharing: RandomProgram.Sharing) {
        let world = run.world
        func connectable(_ connectable: ConnectableObservable<ProgramElement>) -> ProgramObservable {
            world.connectables.append(connectable)
            return connectable
        }
        let shared: ProgramObservable =
            switch sharing {
            case .publish: connectable(source.publish())
            case .share: source.share()
            case .shareWhileConnected: source.share(replay: 1, scope: .whileConnected)
            case .shareForever: source.share(replay: 1, scope: .forever)
            case .multicastChannel:
                if let subject = world.channels[0].plain {
                    connectable(source.multicast(subject))
                } else {
                    connectable(source.publish())
                }
            case .publishRefCount: source.publish().refCount()
            case .replay: connectable(source.replay(1))
            case .replayAllRefCount: source.replayAll().refCount()
            case .multicastRefCount: source.multicast { PublishSubject<ProgramElement>() }.refCount()
            }
        world.shared.append(shared)
    }

    // MARK: Sources

    private func source(_ operation: ProgramOperator.Source, _ expression: ProgramExpression) -> ProgramObservable {
        let (first, second) = (expression.first, expression.second)
        let (run, reaction, other) = (run, expression.reaction, expression.otherReaction)
        let react = self.reaction(of: expression)
        switch operation {
        case .just: return .just(ProgramElement(first))
        case .channel: return run.world.channels[first].observable
        case .of: return .of(ProgramElement(first), ProgramElement(second), ProgramElement(3))
        case .empty: return .empty()
        case .never: return .never()
        case .error: return .error(ProgramError(number: expression.number))
        case .range: return Observable<Int>.range(start: first, count: second + 1).map(ProgramElement.init)
        case .create: return created(expression)
        case .repeatElement: return ProgramObservable.repeatElement(ProgramElement(first)).take(second)
        case .deferred:
            return .deferred {
                try run.react(reaction, "deferred")
                return source(0, of: expression)
            }
        case .timer:
            let timer: Observable<Int> =
                second < 2
                ? .timer(.seconds(first), scheduler: clock)
                : .timer(.seconds(first), period: .seconds(second), scheduler: clock)
            return timer.map(ProgramElement.init)
        case .interval:
            return Observable<Int>.interval(.seconds(first + 1), scheduler: clock).map(ProgramElement.init)
        case .generate:
            return .generate(
                initialState: ProgramElement(first),
                condition: { state in
                    try react("cond", state)
                    return state.number < first + second
                },
                iterate: { state in
                    try react("iter", state)
                    return ProgramElement(state.number + 1)
                })
        case .fromOptional: return .from(optional: first == 0 ? nil : ProgramElement(first))
        case .shared:
            let shared = run.world.shared
            return shared.isEmpty ? .never() : shared[first % shared.count]
        case .using:
            return .using(
                {
                    try run.react(reaction, "res")
                    return ProgramResource(Disposables.create { run.reactQuietly(other, "res.") })
                },
                observableFactory: { (_: ProgramResource) in
                    try run.react(reaction, "fac")
                    return source(0, of: expression)
                })
        }
    }

    /// A `create` that sends up to two elements and ends, or does not, and then goes on.
    private func created(_ expression: ProgramExpression) -> ProgramObservable {
        let (first, second) = (expression.first, expression.second)
        let (run, reaction, other) = (run, expression.reaction, expression.otherReaction)
        return .create { observer in
            run.reactQuietly(reaction, "create")
            run.world.keep(observer: observer)
            if first & 1 != 0 {
                observer.onNext(ProgramElement(second))
                run.reactQuietly(reaction, "create1")
            }
            if first & 2 != 0 {
                observer.onNext(ProgramElement(second + 1))
                run.reactQuietly(reaction, "create2")
            }
            if second == 1 {
                observer.onCompleted()
                run.reactQuietly(reaction, "create3")
            }
            if second == 2 {
                observer.onError(ProgramError(number: expression.number))
                run.reactQuietly(reaction, "create4")
                observer.onNext(ProgramElement(9))
            }
            return Disposables.create { run.reactQuietly(other, "cdisposed") }
        }
    }
}

/// A resource of `using`.
private final class ProgramResource: Disposable {
    private let disposable: any Disposable

    init(_ disposable: any Disposable) { self.disposable = disposable }

    func dispose() { disposable.dispose() }
}
