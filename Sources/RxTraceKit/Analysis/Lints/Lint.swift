/// Looks for faults in the calls of reactive code.
///
/// ```swift
/// for finding in try Lint().findings(in: TraceInMemory(trace)) {
///     print(finding.site?.description ?? "-", finding.message)
/// }
/// ```
///
/// A finding can be switched off by the name of its rule, or in the source by a comment at its line:
/// `// rxtrace:disable reentrance`.
public struct Lint {
    /// The rules that are looked at, by name; all unless told otherwise.
    public var rules: Set<String>
    /// The handlers that have to run on the main thread: their subscribe stands at a place that one of these names
    /// (`Views/*.swift`, `Cell.swift:12`), or one of these is their label (`onNext`).
    public var mainThread: [TracePattern]
    /// Where the comments that switch findings off are read from.
    public var text: SourceText

    /// Makes a check by some of the rules.
    public init(
        rules: Set<String> = Set(Lint.definitions.map(\.name)), mainThread: [TracePattern] = [],
        text: SourceText = SourceText()
    ) {
        self.rules = rules
        self.mainThread = mainThread
        self.text = text
    }

    static var ruleTypes: [any LintRule.Type] {
        [
            RepeatedSideEffect.self, Reentrance.self, LateEvent.self, NestedSubscribe.self, IdleHop.self,
            WrongThread.self, UnreleasedBag.self, SwallowedError.self, DeadChain.self, UncompletedSubject.self,
            EndlessWait.self, Unconnected.self, UnheardSend.self, DisposedAtOnce.self, PiledSubscriptions.self,
            NothingPasses.self, GrowingBacklog.self, RetryStorm.self, SubscribeOnSubject.self, StaleResult.self,
            Glitch.self, ConcurrentSend.self, RestartedShare.self, PiledSources.self, SilentSource.self, EarlyRead.self,
            UnrunWork.self, SelfWait.self, WorkAfterDisposal.self, DoubledRequest.self, DroppedLast.self, HeldMain.self,
            ReplayedEvent.self, OutdatedReplay.self, SpentTake.self, EmptyBuffers.self, LostUpdate.self,
            ViewOffMain.self, UnusedElements.self, OutlivedTake.self, SharedState.self, NeverSubscribed.self,
            ChangedInPlace.self, LostDisposable.self, SkippedFirst.self, CancelledWrite.self, LateDebounce.self,
            RepeatedWork.self, ReadOnce.self, RetriedValue.self, RepeatedStep.self, SourceOnMain.self,
            GrowingReplay.self, EarlyDispose.self, ReusedCell.self, FlagLeftOn.self, ForgottenTimer.self,
            UnansweredCreate.self, UselessRetry.self, RepeatedAction.self, MissedState.self, EmptyAnswer.self,
            RemadeShare.self, StarvedSwitch.self, EndlessBlocking.self, RepeatedChange.self,
            StaleCache.self, EarlyLook.self, DroppedChange.self, FlagOffEarly.self, WrongCount.self,
            ParallelRequest.self, InitialWrite.self, DoubledDelivery.self, SplitState.self,
            EndlessCircle.self, UnorderedSteps.self, KeptPages.self,
        ]
    }

    /// All rules there are.
    public static var definitions: [LintDefinition] { ruleTypes.map { $0.definition } }

    /// The findings of the rules, by place in the source.
    ///
    /// - Throws: ``TraceReadError`` where the source cannot be read.
    public func findings(in source: some TraceSource) throws -> [Trace.Finding] {
        var search = FaultSearch(in: source, lint: self)
        try source.forEachCall { search.take($0) }
        return search.finish().findings
    }

    /// The patterns of ``mainThread`` that no place of a source matches, and no label of a closure: they may be misspelt.
    public func unmatchedPatterns(in source: some TraceSource) -> [TracePattern] {
        mainThread.filter { pattern in
            pattern.description != "*" && !source.closures.labels.contains(where: pattern.matches)
                && !source.subscriptions.contains { $0.site.map(pattern.matches) == true }
                && !source.nodes.contains { $0.site.map(pattern.matches) == true }
        }
    }

    /// The rules, to be given the calls of a trace.
    func running() -> RunningRules {
        RunningRules(
            Self.ruleTypes.filter { rules.contains($0.definition.name) },
            LintOptions(mainThread: mainThread, text: text))
    }

    /// The findings with the ways out that a program of signals has.
    private static func forSignals(_ findings: [Trace.Finding], in walk: TraceWalk) -> [Trace.Finding] {
        guard !findings.isEmpty, walk.hasSignalsOnly else { return findings }
        let definitions = Dictionary(uniqueKeysWithValues: definitions.map { ($0.name, $0) })
        return findings.map { finding in
            guard let rule = definitions[finding.rule], finding.remedy == rule.remedy, let remedy = rule.signalRemedy
            else { return finding }
            var finding = finding
            finding.remedy = remedy
            return finding
        }
    }

    /// The findings of the rules when all calls have come by, without those that are switched off.
    func findings(of running: inout RunningRules, in walk: TraceWalk) -> [Trace.Finding] {
        let findings = Self.forSignals(running.findings(in: walk), in: walk)
        let suppressions = Suppressions(text)
        let ofOrder = Set(Self.ruleTypes.filter { $0.dependsOnOrder }.map { $0.definition.name })
        let hasOrders = walk.source.threads.count > 1
        return Trace.Finding.merged(findings, titles: walk.titles).map { finding in
            hasOrders && ofOrder.contains(finding.rule) ? finding.namingExplore : finding
        }.filter { finding in
            finding.site.map { !suppressions.covers(finding.rule, at: $0) } ?? true
        }.map { $0.tellingOnce(walk.titles) }.sorted(by: Trace.Finding.isBefore)
    }
}
