/// A source of a random program, or an operator with its sources.
final class ProgramExpression {
    let number: Int
    let operation: ProgramOperator
    /// Two numbers below four, which the operator uses as it likes.
    let first: Int
    let second: Int
    /// What the operator's closure does, and another one's where it has two.
    let reaction: ProgramReaction
    let otherReaction: ProgramReaction?
    let sources: [ProgramExpression]

    init(
        number: Int, operation: ProgramOperator, first: Int, second: Int, reaction: ProgramReaction,
        otherReaction: ProgramReaction?, sources: [ProgramExpression]
    ) {
        self.number = number
        self.operation = operation
        self.first = first
        self.second = second
        self.reaction = reaction
        self.otherReaction = otherReaction
        self.sources = sources
    }

    /// The expression as a tree, for those who look for a fault.
    func summary(indent: Int = 1) -> String {
        let line = "\(operation)(\(first), \(second))\(reaction.summary)\(otherReaction?.summary ?? "")"
        return ([String(repeating: "  ", count: indent) + line] + sources.map { $0.summary(indent: indent + 1) })
            .joined(separator: "\n")
    }
}

/// The operators of random programs. Their order is that of the tape's numbers.
enum ProgramOperator {
    case source(Source)
    case element(Element)
    case time(Time)
    case combining(Combining)
    case selecting(Selecting)

    enum Source: Int {
        case just, channel, of, empty, never, error, range, create, repeatElement, deferred, timer, interval,
            generate, fromOptional, shared, using
    }

    /// Operators of one source.
    enum Element: Int, CaseIterable {
        case map, filter, compactMap, scan, reduce, take, takeLast, takeWhile, takeUntilPredicate, skip, skipWhile,
            distinctUntilChanged, startWith, `do`, single, singlePredicate, elementAt, toArray, enumerated,
            ifEmptyDefault, materializeAndBack, materialize, catchAndReturn, retryCount, buffer, windowMerge,
            windowConcat, groupBy, share, publishRefCount, replayRefCount, multicast
    }

    /// More of them: traits, schedulers and time.
    enum Time: Int, CaseIterable {
        case observeOnCurrent, subscribeOnCurrent, asSingle, asMaybe, asCompletable, first, delay, debounce,
            throttle, timeout, delaySubscription, takeFor, skipFor, observeOn, subscribeOn, ignoreElements,
            debounceZero, withUnretained
    }

    /// Operators of several sources.
    enum Combining: Int, CaseIterable {
        case concat, merge, takeUntil, skipUntil, withLatestFrom, withLatestFromSelector, sample, sampleDefault, amb,
            zip2, combineLatest2, `catch`, retryWhen, ifEmptySwitch, timeoutOther, zip3, combineLatest3, zip4,
            combineLatest4, zipCollection, combineLatestCollection, ambCollection, mergeCollection, concatCollection,
            catchSequence
    }

    /// Operators whose closure picks the next source.
    enum Selecting: Int, CaseIterable {
        case flatMap, flatMapFirst, flatMapLatest, concatMap, mergeLimited, switchLatest, mapMerge, mapConcat,
            singleFlatMap, maybeZip, singleCatch, andThen, dematerialize, windowSwitch, bufferTime, concatSelf
    }

    /// How many sources it has that are as deep as they may be, and how many that are one less deep.
    func sourceCounts(_ tape: inout ProgramTape) -> (deep: Int, shallow: Int) {
        switch self {
        case .source(.deferred), .source(.using), .element, .time: (1, 0)
        case .source: (0, 0)
        case .combining(.zip3), .combining(.combineLatest3): (0, 3)
        case .combining(.zip4), .combining(.combineLatest4): (0, 4)
        case .combining(let operation) where operation.rawValue > Combining.combineLatest4.rawValue:
            (0, tape.next(below: 4))
        case .combining: (2, 0)
        case .selecting: (1, 1 + tape.next(below: 2))
        }
    }
}
