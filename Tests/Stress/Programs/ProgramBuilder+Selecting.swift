import RxInstrumented

extension ProgramBuilder {
    /// Operators whose closure picks the next source.
    func selecting(_ operation: ProgramOperator.Selecting, _ expression: ProgramExpression) -> ProgramObservable {
        let (run, reaction) = (run, expression.reaction)
        let react = self.reaction(of: expression)
        let outer = source(0, of: expression)
        func selector(_ word: String) -> (ProgramElement) throws -> ProgramObservable {
            { element in
                try react(word, element)
                return source(1 + abs(element.number) % (expression.sources.count - 1), of: expression)
            }
        }
        switch operation {
        case .flatMap: return outer.flatMap(selector("fm"))
        case .flatMapFirst: return outer.flatMapFirst(selector("ff"))
        case .flatMapLatest: return outer.flatMapLatest(selector("fl"))
        case .concatMap: return outer.concatMap(selector("cm"))
        case .mergeLimited: return outer.map(selector("mx")).merge(maxConcurrent: 1 + expression.first % 3)
        case .switchLatest: return outer.map(selector("sl")).switchLatest()
        case .mapMerge: return outer.map(selector("mm")).merge()
        case .mapConcat: return outer.map(selector("mc")).concat()
        case .singleFlatMap:
            let select = selector("sf")
            return outer.asSingle().flatMap { element in try select(element).asSingle() }.asObservable()
        case .maybeZip:
            let other = source(1, of: expression).asMaybe()
            let zipped = Maybe.zip(outer.asMaybe(), other) { left, right -> ProgramElement in
                try react("mz", left)
                return ProgramElement(left.number + right.number)
            }
            return zipped.asObservable()
        case .singleCatch:
            return outer.asSingle().catch { error in
                try run.react(reaction, "sc \(errorText(error))")
                return source(1, of: expression).asSingle()
            }.asObservable()
        case .andThen: return outer.ignoreElements().asCompletable().andThen(source(1, of: expression))
        case .dematerialize:
            return outer.map { element -> Event<ProgramElement> in
                try react("de", element)
                switch element.number - expression.first {
                case 0: return .completed
                case 1: return .error(ProgramError(number: expression.number))
                default: return .next(element)
                }
            }.dematerialize()
        case .windowSwitch:
            let windows = outer.window(
                timeSpan: .seconds(expression.second + 1), count: expression.first + 1, scheduler: clock)
            return windows.map { window -> ProgramObservable in
                run.world.keep(inner: window)
                return window.startWith(ProgramElement(66))
            }.switchLatest()
        case .bufferTime:
            return outer.buffer(timeSpan: .seconds(1), count: 3, scheduler: clock).flatMap { elements in
                elements.isEmpty ? ProgramObservable.empty() : .from(elements)
            }
        case .concatSelf: return outer.concat(outer)
        }
    }
}
