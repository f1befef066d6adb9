/// All that became of an event: the calls that followed from it, across every hop and every operator that kept it, and where
/// each branch ended.
///
/// A call follows from another that it was made in, that asked for its work, or that handed in an element it hands on.
///
/// ```swift
/// let effects = try EventEffects(of: 34, in: source)
/// print(effects?.effects.compactMap(\.end) ?? [])
/// // [.dropped(by: 4, like: Optional(29), lacking: [])]
/// ```
public struct EventEffects: Sendable {
    /// A call that followed.
    public struct Effect: Sendable {
        /// The call, with its node and its event.
        public var step: CausalChain.Step
        /// Which of the effects it follows from; nil for an event that was asked about.
        public var above: Int?
        /// Whether the event was kept in between.
        public var wasKept = false
        /// Where its branch ends; nil where more follows, or a closure of the user's ran.
        public var end: EventEnd?
    }

    /// In the order of the calls.
    public internal(set) var effects: [Effect]
    /// How many calls followed that are not among ``effects``, for there are too many.
    public internal(set) var omitted: Int
    /// The subjects that somebody was subscribed to and that no element was sent into.
    public internal(set) var silentSubjects: [Int]
    /// By node, the library's function that the user's code called to make it, such as `combineLatest`.
    public internal(set) var makers: [Int: String]

    /// The most calls that are kept.
    static let limit = 20_000

    /// - Returns: nil where the trace has no call with the id.
    /// - Throws: ``TraceReadError`` where the calls cannot be read.
    /// - Complexity: goes through the calls once.
    public init?(of id: Int, in source: any TraceSource) throws {
        try self.init(in: source) { call, _ in call.id == id }
        if effects.isEmpty { return nil }
    }

    /// - Parameter isAskedAbout: whether a call is one to tell of; `follows` says whether it follows from another.
    init(in source: any TraceSource, where isAskedAbout: (Trace.Call, _ follows: Bool) -> Bool) throws {
        let whole = (source as? FilteredTrace)?.whole ?? source
        var pass = try EffectsPass(whole)
        try whole.forEachCall { pass.add($0, isAskedAbout) }
        self = pass.finish(StepWriter(whole))
    }

    init(effects: [Effect], omitted: Int, silentSubjects: [Int], makers: [Int: String]) {
        self.effects = effects
        self.omitted = omitted
        self.silentSubjects = silentSubjects
        self.makers = makers
    }
}
