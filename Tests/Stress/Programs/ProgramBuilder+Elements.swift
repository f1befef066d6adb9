import RxInstrumented

extension ProgramBuilder {
    /// Operators of one source that need no time.
    func element(_ operation: ProgramOperator.Element, _ expression: ProgramExpression) -> ProgramObservable {
        let source = self.source(0, of: expression)
        let (first, second) = (expression.first, expression.second)
        let (run, reaction) = (run, expression.reaction)
        let react = self.reaction(of: expression)
        switch operation {
        case .map:
            return source.map { element in
                try react("map", element)
                return ProgramElement(element.number + first)
            }
        case .filter:
            return source.filter { element in
                try react("filter", element)
                return element.number % 3 != first
            }
        case .compactMap:
            return source.compactMap { element in
                try react("cm", element)
                return element.number % 3 == first ? nil : element
            }
        case .scan:
            return source.scan(ProgramElement(first)) { sum, element in
                try react("scan", element)
                return ProgramElement(sum.number + element.number)
            }
        case .reduce:
            return source.reduce(ProgramElement(first)) { sum, element in
                try react("reduce", element)
                return ProgramElement(sum.number + element.number)
            }
        case .take: return source.take(first)
        case .takeLast: return source.takeLast(first)
        case .takeWhile:
            return source.take(
                while: { element in
                    try react("tw", element)
                    return element.number <= first
                }, behavior: second < 2 ? .exclusive : .inclusive)
        case .takeUntilPredicate:
            return source.take(
                until: { element in
                    try react("tu", element)
                    return element.number == first
                }, behavior: second < 2 ? .exclusive : .inclusive)
        case .skip: return source.skip(first)
        case .skipWhile:
            return source.skip { element in
                try react("sw", element)
                return element.number < first
            }
        case .distinctUntilChanged:
            guard second < 2 else { return source.distinctUntilChanged() }
            return source.distinctUntilChanged { (element: ProgramElement) -> Int in
                try react("key", element)
                return element.number / 2
            }
        case .startWith: return source.startWith(ProgramElement(first), ProgramElement(second))
        case .do: return observed(source, expression)
        case .single: return source.single()
        case .singlePredicate:
            return source.single { element in
                try react("single", element)
                return element.number == first
            }
        case .elementAt: return source.element(at: first)
        case .toArray:
            return source.toArray().asObservable().map { elements in
                try run.react(reaction, "arr \(elements)")
                return ProgramElement(elements.count)
            }
        case .enumerated:
            return source.enumerated().map { index, element in ProgramElement(10 * index + element.number) }
        case .ifEmptyDefault: return source.ifEmpty(default: ProgramElement(first))
        case .materializeAndBack: return source.materialize().dematerialize()
        case .materialize:
            return source.materialize().map { event in
                try run.react(reaction, "mat \(event.isStopEvent)")
                return ProgramElement(event.element?.number ?? -1)
            }
        case .catchAndReturn: return source.catchAndReturn(ProgramElement(first))
        case .retryCount: return source.retry(1 + first % 3)
        case .buffer:
            return source.buffer(timeSpan: .seconds(second + 1), count: first + 1, scheduler: clock).map { elements in
                try run.react(reaction, "buf \(elements)")
                return ProgramElement(elements.count)
            }
        case .windowMerge:
            return source.window(timeSpan: .seconds(second + 1), count: first + 1, scheduler: clock).merge()
        case .windowConcat:
            let windows = source.window(timeSpan: .seconds(second + 1), count: first + 1, scheduler: clock)
            return windows.concatMap { window in
                run.world.keep(inner: window)
                try run.react(reaction, "win")
                return window.startWith(ProgramElement(77))
            }
        case .groupBy: return grouped(source, expression)
        case .share: return source.share(replay: first, scope: second < 2 ? .whileConnected : .forever)
        case .publishRefCount: return source.publish().refCount()
        case .replayRefCount: return source.replay(first).refCount()
        case .multicast:
            return source.multicast(
                { PublishSubject<ProgramElement>() },
                selector: { shared in
                    try run.react(reaction, "multi")
                    return .merge(shared, shared.map { ProgramElement($0.number + 10) })
                })
        }
    }

    /// The source, with a closure at each of the places that `do` has.
    private func observed(_ source: ProgramObservable, _ expression: ProgramExpression) -> ProgramObservable {
        let (run, number, second) = (run, expression.number, expression.second)
        let react = self.reaction(of: expression)
        guard let other = expression.otherReaction else { return source }
        return source.do(
            onNext: { try react("do", $0) },
            afterNext: { if second == 3 { try run.react(other, "after \($0)") } },
            onError: { try run.react(other, "doE \(errorText($0))") },
            afterError: { run.log("aE\(number) \(errorText($0))") },
            onCompleted: { try run.react(other, "doC") },
            afterCompleted: { run.log("aC\(number)") },
            onSubscribe: { if second == 1 { run.reactQuietly(other, "doS") } },
            onSubscribed: { if second == 2 { run.reactQuietly(other, "doSd") } },
            onDispose: { run.reactQuietly(other, "doD") })
    }

    /// The source's odd and even elements, put together again in one of four ways.
    private func grouped(_ source: ProgramObservable, _ expression: ProgramExpression) -> ProgramObservable {
        let run = run
        let react = self.reaction(of: expression)
        let groups = source.groupBy { (element: ProgramElement) -> Int in
            try react("gkey", element)
            return element.number % 2
        }
        switch expression.first {
        case 0:
            return groups.flatMap { group in group.map { ProgramElement($0.number + 100 * group.key) } }
        case 1:
            return groups.flatMap { group -> ProgramObservable in
                run.world.keep(inner: group.asObservable())
                run.log("group \(group.key)")
                return group.take(1)
            }
        case 2: return groups.concatMap { $0.asObservable() }
        default:
            let inner = groups.map { group -> ProgramObservable in
                run.world.keep(inner: group.asObservable())
                return group.asObservable()
            }
            return inner.switchLatest()
        }
    }
}
