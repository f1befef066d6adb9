/// A buffer hands on one empty array after the other.
struct EmptyBuffers: LintRule {
    static let definition = LintDefinition(
        name: "empty-buffers", severity: .warning,
        summary: "buffer hands on empty arrays, and a closure runs for each",
        explanation: """
            Fires where buffer(timeSpan:count:scheduler:) handed on five empty arrays or more, because no element came
            in the time, and they reached the closure of a subscription, or of a flatMap. The line is that of the
            buffer. A note: a buffer held elements when it was disposed, which nobody was handed, after it had handed on
            others. No fault: empty arrays that an operator below leaves out; a statement that asks isEmpty (read in the
            source).
            """,
        example: """
            events.buffer(timeSpan: .seconds(1), count: 20, scheduler: queue)
                .subscribe(onNext: { post($0) })  // posts [] each second
            """,
        remedy: "put filter { !$0.isEmpty } below it")
    static let opening: Set<Trace.Operation> = [.on, .forwardOn, .handler]

    /// How many such arrays are too many.
    private static let limit = 5
    private static let empty = "[]"

    private struct Buffer {
        var sink: Int
        var last: Trace.Call
        var count = 0
    }

    /// The elements that a buffer has not handed on.
    private struct Held {
        var last: Trace.Call
        /// Nil where it hands on the elements themselves, later.
        var count: Int? = 0
        /// Whether it has handed on any array.
        var isUsed = false
    }

    /// By the subscription.
    private var buffers: [Int: Buffer] = [:]
    private var held: [Int: Held] = [:]
    private var reached: [Int: Int] = [:]
    /// The sinks that were handed an empty array.
    private var handedArrays: Set<Int> = []
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        if sort.operation == .handler { return sort.role == .sink && sort.runs([.makes]) }
        guard sort.event == .next else { return false }
        return switch sort.role {
        case .sink: sort.behaviors.contains(.buffers) && !sort.behaviors.contains(.drops)
        case .observer, nil: sort.operation == .on
        default: false
        }
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        if call.operation == .handler { return noteAsked(call, in: walk) }
        if walk.role == .sink, call.eventKind == .next { noteHeld(call, in: walk) }
        guard call.eventKind == .next, call.event?.value == Self.empty, let row = call.subscription else { return }
        if call.operation == .on {
            if walk.role == .sink {
                // The arrays are its source's own: it delays them.
                if let sink = call.node { handedArrays.insert(sink) }
            } else if buffers[row] != nil, walk.isAtObserver {
                reached[row, default: 0] += 1
            }
            return
        }
        guard walk.role == .sink, let sink = call.node, !handedArrays.contains(sink) else { return }
        buffers[row] = Buffer(sink: sink, last: call, count: (buffers[row]?.count ?? 0) + 1)
    }

    /// Notes that the closure of a flatMap, or its kin, is handed an empty array.
    private mutating func noteAsked(_ call: Trace.Call, in walk: TraceWalk) {
        guard !buffers.isEmpty, walk.role == .sink, walk.kinds(of: call).contains(.makes), let row = call.subscription,
            buffers[row] != nil,
            walk.caller?.call.event?.value == Self.empty
        else { return }
        reached[row, default: 0] += 1
    }

    private mutating func noteHeld(_ call: Trace.Call, in walk: TraceWalk) {
        guard walk.behaviors == [.buffers], let sink = call.node else { return }
        if call.operation == .on {
            var known = held[sink] ?? Held(last: call)
            (known.last, known.count) = (call, known.count.map { $0 + 1 })
            held[sink] = known
        } else if call.event?.value != Self.empty {
            let isArray = call.event?.value?.hasPrefix("[") == true
            held[sink] = Held(last: call, count: isArray ? 0 : nil, isUsed: isArray)
        }
    }

    /// What buffers held when they were disposed.
    private func lost(in walk: TraceWalk) -> [Trace.Finding] {
        held.sorted { $0.key < $1.key }.compactMap { sink, held in
            guard held.isUsed, let count = held.count, count > 0,
                walk.subscription(held.last.subscription)?.ended == "disposed",
                let observable = walk.observable(of: sink), let site = observable.site,
                // A delay of arrays holds elements too.
                walk.word(for: observable) == "buffer"
            else { return nil }
            return finding(
                "\(walk.name(of: observable)) holds \(Count.of(count, "element")) when it is disposed, which are lost",
                at: site, [.init("the last of them", call: held.last.id, site: walk.site(of: held.last.subscription))],
                severity: .note, remedy: "end the source first, which makes buffer hand on what it holds")
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] { emptied(in: walk) + lost(in: walk) }

    private func emptied(in walk: TraceWalk) -> [Trace.Finding] {
        buffers.sorted { $0.key < $1.key }.compactMap { row, buffer in
            guard buffer.count >= Self.limit, reached[row, default: 0] >= Self.limit,
                let observable = walk.observable(of: buffer.sink), let site = observable.site, !asks(site)
            else { return nil }
            return finding(
                "\(walk.name(of: observable)) hands on \(Count.of(buffer.count, "empty array")), each to a closure",
                at: site,
                [.init("the last of them", call: buffer.last.id, site: walk.site(of: row))])
        }
    }

    /// Whether the statement asks if an array is empty.
    private func asks(_ site: Trace.Site) -> Bool {
        text.code(from: site, lines: 12).contains("isEmpty")
    }
}
