import RxInstrumented

extension ProgramBuilder {
    /// Operators of one source: traits, schedulers and time.
    func time(_ operation: ProgramOperator.Time, _ expression: ProgramExpression) -> ProgramObservable {
        let source = self.source(0, of: expression)
        let seconds = expression.first
        let (run, reaction) = (run, expression.reaction)
        let react = self.reaction(of: expression)
        switch operation {
        case .observeOnCurrent: return source.observe(on: CurrentThreadScheduler.instance)
        case .subscribeOnCurrent: return source.subscribe(on: CurrentThreadScheduler.instance)
        case .asSingle:
            let single = source.asSingle().map { (element: ProgramElement) -> ProgramElement in
                try react("sm", element)
                return element
            }
            return single.asObservable()
        case .asMaybe: return source.asMaybe().do(onNext: { try react("mm", $0) }).asObservable()
        case .asCompletable:
            let completable = source.ignoreElements().asCompletable()
            return completable.do(onCompleted: { try run.react(reaction, "comp") }).asObservable()
                .map(unreachable)
        case .first: return source.first().asObservable().map { ProgramElement($0?.number ?? -7) }
        case .delay: return source.delay(.seconds(seconds), scheduler: clock)
        case .debounce: return source.debounce(.seconds(seconds + 1), scheduler: clock)
        case .throttle:
            return source.throttle(.seconds(seconds + 1), latest: expression.second < 2, scheduler: clock)
        case .timeout: return source.timeout(.seconds(seconds + 1), scheduler: clock)
        case .delaySubscription: return source.delaySubscription(.seconds(seconds), scheduler: clock)
        case .takeFor: return source.take(for: .seconds(seconds + 1), scheduler: clock)
        case .skipFor: return source.skip(.seconds(seconds + 1), scheduler: clock)
        case .observeOn: return source.observe(on: clock)
        case .subscribeOn: return source.subscribe(on: clock)
        case .ignoreElements: return source.ignoreElements().asObservable().map(unreachable)
        case .debounceZero: return source.debounce(.seconds(0), scheduler: clock)
        // The owner is gone by the time an element comes.
        case .withUnretained: return source.withUnretained(ProgramElement(0)).map { _, element in element }
        }
    }
}

/// What an element would become where none can come.
private func unreachable(_ element: Never) -> ProgramElement {}
