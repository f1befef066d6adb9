/// Why a call was made: the calls from it back to where it all began, across every hop to a scheduler.
///
/// Where an element was kept for a while, the chain follows the element, back to the call that handed it in. The call
/// that made it go on then is on the step's ``Step/sides``, and so are the parts of an element made of several.
///
/// ```swift
/// let chain = try CausalChain(of: 61, in: source)
/// print(chain?.steps.map(\.call.operation) ?? [])
/// // [handler, onCore, on, invoke, schedule, onCore, on, …, subscribe]
/// ```
public struct CausalChain: Sendable {
    /// A call of the chain.
    public struct Step: Sendable {
        /// The call.
        public var call: Trace.Call
        /// The object that was called; nil where the receiver is none.
        public var node: Trace.Node?
        /// The line of source that made the operator, or subscribed the observer, of which this is a call.
        public var site: Trace.Site?
        /// For work, the nanoseconds from when it was scheduled to when it ran; nil where times were left out.
        public var waited: UInt64?
        /// The event the call was handed, by itself or by the call around a closure's call.
        public var event: Trace.Event?
        /// Whether no recorded call led to it.
        package var isOutside: Bool { call.parent == nil && call.cause == nil }
        /// For a call that hands on an element that was kept, which the next step handed in: the nanoseconds in between;
        /// nil where times were left out.
        public var kept: UInt64?
        /// For an element made of all that came before, how many came before the last of them.
        public var elementsBefore: Int?
        /// What else led to the call.
        public var sides: [Side] = []
    }

    /// What led to a call besides the step after it.
    public struct Side: Sendable {
        /// The way in which a call led to another.
        public enum Kind: Sendable, Equatable {
            /// It made the call run now.
            case trigger
            /// It handed in one of the elements of which the call hands on one.
            case part(number: Int, count: Int)
            /// It ended the source before the one that the step's event comes from, which was subscribed to thereupon.
            case end
            /// It ran elsewhere after the hop by which the step's event came: it may have handed the event's value over, by a
            /// lock, a stream or a semaphore, for no call tells of those.
            case meanwhile
        }

        /// The way in which it led to the step's call.
        public var kind: Kind
        /// The work, the event or the subscribe that made the call run; the call that handed the part or the end in; the
        /// closure that ran meanwhile.
        public var call: Step
        /// Where the event of ``call`` came into being; nil where that is ``call`` itself, or there is none.
        public var emission: Step?
        /// For a part that was kept, the nanoseconds for which it was.
        public var kept: UInt64?
    }

    /// From the call that is explained back to the one that nothing in the trace caused.
    public internal(set) var steps: [Step]
    /// Where in ``steps`` the event came into being; nil where the call was handed none.
    public internal(set) var emission: Int?
    /// The subscription through which the call came, then those in which it was made.
    public internal(set) var subscriptions: [Trace.Subscription]
    /// How many calls in the middle of a very long chain are not in ``steps``, and before which step they belong.
    public internal(set) var omitted: (count: Int, before: Int)?

    /// The calls of its steps, and of what else led to them.
    package var allCalls: [Trace.Call] {
        steps.flatMap { step in
            [step.call] + step.sides.flatMap { [$0.call.call, $0.emission?.call].compactMap { $0 } }
        }
    }

    /// The most calls that are kept of a chain.
    static let limit = 20_000

    /// - Returns: nil where the trace has no call with the id.
    /// - Throws: ``TraceReadError`` where the calls cannot be read.
    /// - Complexity: goes through the calls twice; takes a few bits for each, and some bytes for those that hand on kept
    ///   elements.
    public init?(of id: Int, in source: any TraceSource) throws {
        var links = CausalLinks()
        try source.forEachCall { links.add($0) }
        try self.init(of: id, links, in: source)
    }

    init?(of id: Int, _ links: some CausalLinkSource, in source: any TraceSource) throws {
        guard let way = try CausalWay(to: id, links, in: source) else { return nil }
        let writer = StepWriter(source)
        steps = writer.steps(way.calls)
        for index in steps.indices {
            steps[index].elementsBefore = way.elementsBefore[index]
            let call = steps[index].call
            if way.detours.contains(index) { steps[index].kept = call.time(since: steps[index + 1].call) }
            steps[index].sides = (way.sides[index] ?? []).map { side in
                Side(side.kind, writer.steps(side.calls), of: call, isKept: side.isKept)
            }
        }
        omitted = way.omitted
        emission = Self.emission(steps)
        for end in try SourceEnds.of(steps, links, in: source) {
            steps[end.step].sides.append(
                Side(.end, writer.steps(end.calls), of: steps[end.step].call, isKept: false))
        }
        if let emission, let closure = try MeanwhileClosure.of(steps, emittedAt: emission, links, in: source) {
            steps[emission].sides.append(Side(kind: .meanwhile, call: writer.steps(closure)[0]))
        }
        subscriptions = []
        var next = steps.lazy.compactMap(\.call.subscription).first
        while let one = next.flatMap({ source.subscriptions[id: $0] }) {
            subscriptions.append(one)
            next = one.parent.flatMap { $0 < one.id ? $0 : nil }
        }
    }

    /// The nanoseconds that the element of a step waited for the step; nil where it was not kept, and where that is how
    /// old it was to one who came late.
    package func waiting(at index: Int) -> UInt64? {
        guard let kept = steps[index].kept, index + 1 < steps.count, let keeper = steps[index + 1].node,
            !keeper.behaviors.contains(.replays)
        else { return nil }
        return kept
    }

    /// Goes back while the event is handed on: up to the closure, or the start of a source, that sent it; for the element
    /// that a subject was made with, up to that.
    static func emission(_ steps: [Step]) -> Int? {
        var found: Int?
        var position = 0
        while position < steps.count {
            let step = steps[position]
            switch step.call.operation {
            case .handler where position > 0, .run, .subscribe, .connect: return found
            case .create: return position > 0 && steps[position - 1].call.origin == step.call.id ? position : found
            default: if step.call.event != nil { found = position }
            }
            // The element is followed, also where the chain tells of the work that handed it on.
            let origin = step.call.origin.flatMap { id in steps[position...].firstIndex { $0.call.id == id } }
            position = origin ?? position + 1
        }
        return found
    }
}
