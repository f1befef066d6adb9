import RxTraceKit

/// The options that say which calls to look at, for every command that takes a trace.
extension OptionDefinition {
    private static let pattern = Value.text(placeholder: "PATTERN")

    static let only = OptionDefinition(
        name: "only", value: pattern,
        summary:
            "show only calls that match, with all below them; may be given again. A pattern is a type (MapSink), "
            + "a name, an operator (map), a closure (onNext), or a place (Cell.swift, Cell.swift:12), with * and ?")
    static let except = OptionDefinition(
        name: "except", value: pattern, summary: "leave out the calls that match, with all below them")
    static let hide = OptionDefinition(
        name: "hide", value: pattern, summary: "leave out the calls that match; calls below them move up")
    static let depth = OptionDefinition(
        name: "depth", value: .number(placeholder: "LEVELS", range: 1...60_000),
        summary: "show only so many levels of the calls that are left")
    static let minimumTime = OptionDefinition(
        name: "min-time", value: .text(placeholder: "TIME"),
        summary: "show only calls that took at least so long: 500ns, 20us, 1.5ms, 2s")
    static let subscription = OptionDefinition(
        name: "subscription", value: .text(placeholder: "IDS"),
        summary: "show only these subscriptions and those within them: 3 or 1,4; may be given again")
    static let thread = OptionDefinition(
        name: "thread", value: .text(placeholder: "THREAD"),
        summary: "show only calls on this thread, by its id or name (a pattern); may be given again")
    static let around = OptionDefinition(
        name: "around", value: .text(placeholder: "EVENT"),
        summary: "show only one call, with its causes, effects and neighbours; EVENT as for `rxtrace why`",
        offered: EventWord.usual)
    static let context = OptionDefinition(
        name: "context", value: .number(placeholder: "CALLS", range: 0...1_000_000),
        summary: "how many neighbours --around shows before and after (default: 3)")

    static let filtering = [only, except, hide, depth, minimumTime, subscription, thread, around, context]
}

/// The filter that the options of a command line ask for.
struct FilterOptions {
    private let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    /// - Throws: ``CommandFailure`` of wrong usage, and one for an event that `source` does not have.
    func filter(for source: any TraceSource) throws -> TraceFilter {
        try expectAround()
        var filter = TraceFilter()
        filter.only = patterns(.only)
        filter.except = patterns(.except)
        filter.hide = patterns(.hide)
        filter.depth = arguments.number(of: .depth)
        filter.minimumDuration = try arguments.value(of: .minimumTime).map(duration)
        filter.subscriptions = try subscriptions(in: source)
        filter.threads = patterns(.thread)
        if let event = arguments.value(of: .around) {
            let match = try EventWord(event).find(in: source, ordinal: nil)
            filter.around = TraceFilter.Surroundings(call: match.call, siblings: arguments.number(of: .context) ?? 3)
        }
        return filter
    }

    /// Whether an index may tell which calls are asked for: those of some subscriptions, or of some threads, or around one.
    var asksForFew: Bool {
        let given = OptionDefinition.filtering.filter { arguments.has($0) && $0.name != OptionDefinition.context.name }
        return given.count == 1
            && [.subscription, .thread, .around].contains { (few: OptionDefinition) in few.name == given[0].name }
    }

    /// The filter for calls that come while it is looked at: subscriptions that it names may be yet to come.
    ///
    /// - Throws: ``CommandFailure`` of wrong usage.
    func liveFilter() throws -> TraceFilter {
        try expectAround()
        var filter = TraceFilter()
        filter.only = patterns(.only)
        filter.except = patterns(.except)
        filter.hide = patterns(.hide)
        filter.minimumDuration = try arguments.value(of: .minimumTime).map(duration)
        filter.threads = patterns(.thread)
        for word in arguments.list(of: .subscription) {
            guard let id = Int(word), id > 0 else {
                throw CommandFailure.usage(
                    "--subscription takes ids of subscriptions, such as 3 or 1,4, not '\(TerminalText.escaped(word))'.")
            }
            filter.subscriptions.insert(id)
        }
        return filter
    }

    private func expectAround() throws {
        guard !arguments.has(.around) else { return }
        try arguments.refuse([.context], because: "--context is for --around, which is not given")
    }

    private func patterns(_ option: OptionDefinition) -> [TracePattern] {
        arguments.values(of: option).map { TracePattern($0) }
    }

    private func duration(_ text: String) throws -> UInt64 {
        let units: [(String, Double)] = [("ns", 1), ("us", 1000), ("µs", 1000), ("ms", 1e6), ("s", 1e9)]
        for (unit, factor) in units where text.hasSuffix(unit) {
            guard let number = Double(text.dropLast(unit.count)), number >= 0, number * factor < 1e18 else { continue }
            return UInt64(number * factor)
        }
        throw CommandFailure.usage(
            "--min-time takes a number with its unit, such as 500ns, 20us, 1.5ms or 2s, not "
                + "'\(TerminalText.escaped(text))'.")
    }

    private func subscriptions(in source: any TraceSource) throws -> Set<Int> {
        let words = arguments.values(of: .subscription).flatMap { $0.split(separator: ",") }
        var ids: Set<Int> = []
        for word in words {
            guard let id = Int(word), source.subscriptions.position(of: id) != nil else {
                let count = source.subscriptions.count
                let known = source.subscriptions.last.map { "they go up to \($0.id)" } ?? "the trace has none"
                throw CommandFailure.usage(
                    "--subscription takes ids of subscriptions, and '\(TerminalText.escaped(String(word)))' is none: "
                        + "\(count == 0 ? "the trace has none" : known).")
            }
            ids.insert(id)
        }
        return ids
    }
}

/// The word for an event on the command line.
struct EventWord {
    /// The words that most traces have an event for.
    static let usual = ["last", "onNext", "onError", "onCompleted", "onDisposed", "subscribeHandler"]

    private let query: EventQuery

    /// - Throws: ``CommandFailure`` of wrong usage.
    init(_ text: String) throws {
        guard let query = EventQuery(text) else {
            throw CommandFailure.usage(
                "'\(TerminalText.escaped(text))' names no event. Give a call's id (@812), onNext=value, a closure's label "
                    + "(onError, transform), or last.")
        }
        self.query = query
    }

    /// - Throws: ``CommandFailure`` with the status of a finding where there is no such event.
    func find(in source: any TraceSource, ordinal: Int?) throws -> EventQuery.Match {
        guard let match = try query.find(in: source, ordinal: ordinal) else { throw try absence(source, ordinal) }
        return match
    }

    /// Finds the event and its causes.
    ///
    /// - Throws: ``CommandFailure`` with the status of a finding where there is no such event.
    func explain(in source: any TraceSource, ordinal: Int?) throws -> (match: EventQuery.Match, chain: CausalChain) {
        guard let answer = try answer(in: source, ordinal: ordinal) else { throw try absence(source, ordinal) }
        return answer
    }

    /// The event and its causes; nil where there is no such event.
    ///
    /// - Throws: `TraceReadError`.
    func answer(in source: any TraceSource, ordinal: Int?) throws -> (match: EventQuery.Match, chain: CausalChain)? {
        try query.explain(in: source, ordinal: ordinal)
    }

    /// The word itself.
    var text: String { query.description }

    /// Why none of the closures ran that are asked about; nil where one did, and where the word means no closure for events.
    ///
    /// - Throws: `TraceReadError`.
    /// - Parameter chain: what was found of the event: no call need be looked at where it begins at such a closure.
    func unreached(in source: any TraceSource, beside chain: CausalChain?) throws -> UnreachedClosure? {
        if let step = chain?.steps.first, query.isAnswered(by: step.call, handed: step.event, source.closures) {
            return nil
        }
        return try UnreachedClosure(query, in: source)
    }

    /// What became of the event of a chain, and the call it is told from: the one with the number that was given, else that in
    /// which the event came into being.
    ///
    /// - Throws: `TraceReadError`.
    func effects(of chain: CausalChain, in source: any TraceSource) throws -> (event: Int, effects: EventEffects)? {
        let event = query.isNumber ? chain.steps[0] : chain.emission.map { chain.steps[$0] } ?? chain.steps[0]
        return try EventEffects(of: event.call.id, in: source).map { (event.call.id, $0) }
    }

    /// The failure, with the status of a finding, that a trace has no such event.
    ///
    /// - Throws: `TraceReadError`.
    func absence(_ source: any TraceSource, _ ordinal: Int?) throws -> CommandFailure {
        let event = "'\(TerminalText.escaped(query.description))'"
        let name = TerminalText.escaped(source.scenario)
        if ordinal != nil, let last = try query.find(in: source) {
            return CommandFailure(.finding, "\(name) has \(last.count) of \(event); --nth takes a number up to that.")
        }
        let known = Self.usual + source.closures.labels
        let label = String(query.description.prefix { $0 != "=" })
        let nearest = known.contains(label) ? nil : NearestWord.find(label, among: known)
        let offer = nearest.map { "Did you mean '\($0)'?" } ?? "`rxtrace tree --zoom user` shows the events of a trace."
        return CommandFailure(.finding, "\(name) has no event \(event). \(offer)")
    }
}
