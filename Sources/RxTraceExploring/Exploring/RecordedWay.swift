import RxTraceKit

/// What two runs of a program can be compared by: what its code did, in the order of a recording.
///
/// It has the program's own sends, subscriptions and hops, the closures that it gave to the library, and the work that its hops
/// hand on. Of work, a recording has where it begins and ends, and no more if it makes no reactive call.
struct RecordedWay {
    /// Something that the program's code did.
    struct Step {
        /// The operation, its label and value, and its place in the source.
        var text: String
        /// The call's id in the trace; nil where the trace leaves it out.
        var call: Int?
        /// Whether it is the work of a hop.
        var isWork: Bool
        var thread: Int
        /// In nanoseconds; the end is the greatest number where it is not known. A step takes time, in which others go on.
        var start: UInt64
        var end: UInt64

        /// Whether it tells something that one of the two ended before the other began: what a thread does by itself is in order.
        func isComparable(to other: Step) -> Bool { isWork || other.isWork || thread != other.thread }
    }

    /// In the order in which they began.
    let steps: [Step]
    /// The numbers of the steps that are no work.
    private let calls: [Int]
    /// The numbers of the steps with a text, in order.
    private let numbers: [String: [Int]]

    /// Whether it has the hops whose work makes no reactive call. A recording has them, a trace in another format has not.
    let hasUnusedHops: Bool

    init(of source: any TraceSource, hasUnusedHops: Bool = true) throws {
        var builder = Builder()
        let recording = hasUnusedHops ? source as? TraceRecording : nil
        self.hasUnusedHops = recording != nil
        if let recording {
            try recording.forEachCallOfAll { builder.add($0, inTrace: $1) }
        } else {
            try source.forEachCall { builder.add($0, inTrace: $0.id) }
        }
        steps = builder.steps
        calls = steps.indices.filter { [steps] in !steps[$0].isWork }
        numbers = Dictionary(grouping: steps.indices) { [steps] in steps[$0].text }
    }

    /// How far another run of the program went along this one.
    struct Agreement: Comparable {
        /// How many calls are the same, from the first on.
        var calls = 0
        /// How often something that ended before something else began does not in the other run.
        var turned = 0
        /// How many pairs of works at the same time end in another order, and how many steps the recording does not have: it does
        /// not tell what they did when, nor what came behind its end.
        var others = 0
        /// The number of the first step that does not come, or that comes too early; nil where all of them come.
        var parting: Int?

        static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
        static func == (left: Self, right: Self) -> Bool { left.rank == right.rank }

        private var rank: (Int, Int, Int) { (calls, -turned, -others) }
    }

    /// Pairs are compared of so many steps, the first ones: with more, a search would take minutes.
    private static let mostCompared = 1500

    func agreement(with other: RecordedWay) -> Agreement {
        let same = zip(calls, other.calls).prefix { steps[$0].text == other.steps[$1].text }.count
        var agreement = Agreement(calls: same, parting: same < calls.count ? calls[same] : nil)
        // The step of the other run for each: the same of those with its text.
        var taken: [String: Int] = [:]
        let twins = steps.prefix(Self.mostCompared).map { step -> Step? in
            let number = taken[step.text, default: 0]
            taken[step.text] = number + 1
            guard let all = other.numbers[step.text], number < all.count else { return nil }
            return other.steps[all[number]]
        }
        for (later, twin) in twins.enumerated() {
            var isTurned = false
            for earlier in 0..<later where steps[earlier].isComparable(to: steps[later]) {
                guard let twin, let first = twins[earlier] else { continue }
                if steps[earlier].end <= steps[later].start {
                    guard first.end > twin.start else { continue }
                    agreement.turned += 1
                    isTurned = true
                } else if steps[earlier].isWork, steps[later].isWork, steps[earlier].end != steps[later].end,
                    (steps[earlier].end < steps[later].end) != (first.end < twin.end)
                {
                    agreement.others += 1
                }
            }
            if twin == nil, steps[later].isWork {
                agreement.turned += 1
                isTurned = true
            }
            if isTurned, later < agreement.parting ?? .max { agreement.parting = later }
        }
        agreement.others += max(0, other.steps.count - steps.count)
        return agreement
    }

    private struct Builder {
        var steps: [Step] = []
        private var enclosing = EnclosingEvents()
        /// The texts of the hops, by their ids.
        private var hops: [Int: String] = [:]

        private static let told: Set<Trace.Operation> = [.handler, .on, .subscribe, .hop, .connect]

        mutating func add(_ call: Trace.Call, inTrace id: Int?) {
            let enclosed = enclosing.event(for: call)
            let start = call.start ?? 0
            let end = call.start == nil ? .max : call.duration.map { start + $0 } ?? .max
            if call.operation == .invoke, call.node == nil, let hop = call.cause.flatMap({ hops[$0] }) {
                steps.append(
                    Step(
                        text: "work of the \(hop)", call: id, isWork: true, thread: call.thread, start: start, end: end)
                )
                return
            }
            guard Self.told.contains(call.operation), call.operation == .handler || call.site != nil else { return }
            let value = (call.event ?? enclosed)?.value ?? ""
            let place = call.site.map { " at \($0)" } ?? ""
            let words = [call.operation.name, call.label ?? "", value].filter { !$0.isEmpty }.joined(separator: " ")
            if call.operation == .hop { hops[call.id] = words + place }
            steps.append(
                Step(text: words + place, call: id, isWork: false, thread: call.thread, start: start, end: end))
        }
    }
}
