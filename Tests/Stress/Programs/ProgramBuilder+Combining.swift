import RxInstrumented

extension ProgramBuilder {
    /// Operators of several sources.
    func combining(_ operation: ProgramOperator.Combining, _ expression: ProgramExpression) -> ProgramObservable {
        let (run, reaction) = (run, expression.reaction)
        let react = self.reaction(of: expression)
        func source(_ number: Int) -> ProgramObservable { self.source(number, of: expression) }
        var all: [ProgramObservable] { expression.sources.map(observable) }
        func tens(_ word: String, tells other: Bool = false) -> (ProgramElement, ProgramElement) throws ->
            ProgramElement
        {
            { left, right in
                try react(word, other ? right : left)
                return ProgramElement(10 * left.number + right.number)
            }
        }
        switch operation {
        case .concat: return source(0).concat(source(1))
        case .merge: return .merge(source(0), source(1))
        case .takeUntil: return source(0).take(until: source(1))
        case .skipUntil: return source(0).skip(until: source(1))
        case .withLatestFrom: return source(0).withLatestFrom(source(1))
        case .withLatestFromSelector:
            return source(0).withLatestFrom(source(1), resultSelector: tens("wl", tells: true))
        case .sample: return source(0).sample(source(1))
        case .sampleDefault: return source(0).sample(source(1), defaultValue: ProgramElement(expression.first))
        case .amb: return source(0).amb(source(1))
        case .zip2: return .zip(source(0), source(1), resultSelector: tens("zip"))
        case .combineLatest2: return .combineLatest(source(0), source(1), resultSelector: tens("cl"))
        case .catch:
            return source(0).catch { error in
                try run.react(reaction, "catch \(errorText(error))")
                return self.source(1, of: expression)
            }
        case .retryWhen: return retried(expression)
        case .ifEmptySwitch: return source(0).ifEmpty(switchTo: source(1))
        case .timeoutOther:
            return source(0).timeout(.seconds(expression.first + 1), other: source(1), scheduler: clock)
        case .zip3:
            return .zip(source(0), source(1), source(2)) { first, second, third in
                try react("z3", first)
                return ProgramElement(first.number + second.number + third.number)
            }
        case .combineLatest3:
            return .combineLatest(source(0), source(1), source(2)) { first, second, third in
                try react("c3", first)
                return ProgramElement(first.number + second.number + third.number)
            }
        case .zip4:
            return .zip(source(0), source(1), source(2), source(3)) { first, second, third, fourth in
                ProgramElement(first.number + second.number + third.number + fourth.number)
            }
        case .combineLatest4:
            return .combineLatest(source(0), source(1), source(2), source(3)) { first, second, third, fourth in
                ProgramElement(first.number + second.number + third.number + fourth.number)
            }
        case .zipCollection:
            return .zip(all) { (elements: [ProgramElement]) -> ProgramElement in
                try run.react(reaction, "zc \(elements)")
                return ProgramElement(elements.count)
            }
        case .combineLatestCollection:
            return .combineLatest(all) { (elements: [ProgramElement]) -> ProgramElement in
                try run.react(reaction, "cc \(elements)")
                return ProgramElement(elements.reduce(0) { $0 + $1.number })
            }
        case .ambCollection: return .amb(all)
        case .mergeCollection: return .merge(all)
        case .concatCollection: return .concat(all)
        case .catchSequence: return .catch(sequence: all)
        }
    }

    /// The first source, twice more after an error: at once or by the second source's events.
    private func retried(_ expression: ProgramExpression) -> ProgramObservable {
        let (run, reaction, isMapped) = (run, expression.reaction, expression.second < 2)
        return source(0, of: expression).retry { (errors: Observable<any Error>) -> ProgramObservable in
            let triggers: ProgramObservable =
                isMapped
                ? errors.flatMap { error in
                    try run.react(reaction, "rw \(errorText(error))")
                    return source(1, of: expression)
                }
                : .zip(errors, source(1, of: expression)) { _, element in element }
            return triggers.take(2)
        }
    }
}
