/// Reads a random program from its tape.
struct ProgramReader {
    private var tape: ProgramTape
    /// Whether closures that pick a source may dispose and end things too.
    private let selectorsDispose: Bool
    private var reactions = 0
    private var expressions = 0
    private var nesting = 0

    init(tape: ProgramTape, selectorsDispose: Bool) {
        self.tape = tape
        self.selectorsDispose = selectorsDispose
    }

    /// The next number below `bound`.
    mutating func number(below bound: Int) -> Int { tape.next(below: bound) }

    /// What a subscription's closures do; nothing where subscriptions are nested deeper.
    mutating func observer(isPlain: Bool = false) -> ProgramObserver {
        let onNext = reaction(mayThrow: false, isPlain: isPlain)
        let onEnd = reaction(mayThrow: false, isPlain: isPlain)
        return ProgramObserver(onNext: onNext, onEnd: onEnd, onDisposed: reaction(mayThrow: false, isPlain: isPlain))
    }

    private mutating func reaction(
        mayThrow: Bool, isPlain: Bool = false, mayDispose: Bool = true
    ) -> ProgramReaction {
        let number = reactions
        reactions += 1
        guard !isPlain, tape.next(below: 3) == 1 else { return ProgramReaction(number: number, mayThrow: mayThrow) }
        let turn = tape.next(below: 3)
        let count = 1 + tape.next(below: 2)
        var steps: [ProgramStep] = []
        for _ in 0..<count { steps.append(step(mayDispose: mayDispose)) }
        return ProgramReaction(number: number, turn: turn, steps: steps, mayThrow: mayThrow)
    }

    /// A step.
    ///
    /// - Parameter mayDispose: whether it may end anything; if not, it sends instead.
    mutating func step(mayDispose: Bool = true) -> ProgramStep {
        // By weight: how many of eighteen tapes have it.
        let kinds: [Kind] = [
            .send, .send, .send, .dispose, .dispose, .complete, .fail, .subscribe, .subscribe, .connect, .advance,
            .late,
            .disposeChannel, .throw, .throw, .subscribeInner, .replace, .readValue,
        ]
        let kind = tape.next(of: kinds)
        let (first, second) = (tape.next(below: 6), tape.next(below: 5))
        _ = tape.next(below: 4)
        let channel = first % 4
        switch kind {
        case _ where kind.ends && !mayDispose, .send: return .send(channel: channel, number: second)
        case .dispose: return .dispose(subscription: first)
        case .complete: return .complete(channel: channel)
        case .fail: return .fail(channel: channel, error: 100 + first)
        case .subscribe:
            nesting += 1
            defer { nesting -= 1 }
            let holder = ProgramHolder(rawValue: second) ?? .single
            return .subscribe(pipe: first, holder: holder, observer(isPlain: nesting > 2))
        case .connect: return .connect(first)
        case .advance: return .advance(seconds: first + 1)
        case .late: return .sendLate(observer: first, number: second)
        case .disposeChannel: return .disposeChannel(channel)
        case .throw: return .throw
        case .subscribeInner: return .subscribeInner(first)
        case .replace: return .replace(subscription: first, pipe: second)
        case .readValue: return .readValue(channel: channel)
        }
    }

    private enum Kind {
        case send, dispose, complete, fail, subscribe, connect, advance, late, disposeChannel, `throw`, subscribeInner,
            replace, readValue

        /// Whether it ends a subscription or a channel.
        var ends: Bool {
            switch self {
            case .dispose, .complete, .fail, .disposeChannel, .replace: true
            default: false
            }
        }
    }

    /// An expression of operators over operators.
    ///
    /// - Parameters:
    ///   - depth: how many operators are above each other at most.
    ///   - usesShared: whether shared sources may be in it.
    mutating func expression(depth: Int, usesShared: Bool) -> ProgramExpression {
        var operation = self.operation(depth: depth)
        if !usesShared, case .source(.shared) = operation { operation = .source(.channel) }
        let number = expressions
        expressions += 1
        let (first, second) = (tape.next(below: 4), tape.next(below: 4))
        var mayDispose = true
        if case .selecting = operation { mayDispose = selectorsDispose }
        let reaction = self.reaction(mayThrow: true, mayDispose: mayDispose)
        let other: ProgramReaction? =
            switch operation {
            case .source(.create), .source(.using): self.reaction(mayThrow: false)
            case .element(.do): self.reaction(mayThrow: true)
            default: nil
            }
        let counts = operation.sourceCounts(&tape)
        var sources: [ProgramExpression] = []
        for _ in 0..<counts.deep { sources.append(expression(depth: max(0, depth - 1), usesShared: usesShared)) }
        for _ in 0..<counts.shallow { sources.append(expression(depth: max(0, depth - 2), usesShared: usesShared)) }
        return ProgramExpression(
            number: number, operation: operation, first: first, second: second, reaction: reaction,
            otherReaction: other,
            sources: sources)
    }

    private mutating func operation(depth: Int) -> ProgramOperator {
        if depth == 0 {
            let sources: [ProgramOperator.Source] = [
                .just, .channel, .channel, .channel, .of, .empty, .never, .error, .range, .create, .create,
                .repeatElement,
                .deferred, .timer, .interval, .generate, .fromOptional, .shared, .channel, .channel,
            ]
            return .source(tape.next(of: sources))
        }
        switch tape.next(below: 10) {
        case 0:
            let sources: [ProgramOperator.Source] = [
                .just, .channel, .channel, .of, .empty, .error, .range, .create, .create, .deferred, .timer, .interval,
                .shared, .using, .channel, .channel,
            ]
            return .source(tape.next(of: sources))
        case 1..<5:
            let operators =
                ProgramOperator.Element.allCases.map(ProgramOperator.element)
                + ProgramOperator.Time.allCases.map(ProgramOperator.time)
            return tape.next(of: operators)
        case 5..<8: return .combining(tape.next(of: ProgramOperator.Combining.allCases))
        default: return .selecting(tape.next(of: ProgramOperator.Selecting.allCases))
        }
    }
}
