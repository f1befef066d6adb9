/// A buffer hands on one empty array after the other.
struct EmptyBuffers: LintRule {
    static let definition = LintDefinition(
        name: "empty-buffers", severity: .warning,
        summary: "buffer hands on empty arrays, and a closure runs for each",
        explanation: """
            Fires where buffer(timeSpan:count:scheduler:) handed on five empty arrays or more, because no element came
            in the time, and they reached the closure of a subscription. The line is that of the buffer. No fault: empty
            arrays that an operator below leaves out; a statement that asks isEmpty (read in the source).
            """,
        example: """
            events.buffer(timeSpan: .seconds(1), count: 20, scheduler: queue)
                .subscribe(onNext: { post($0) })  // posts [] each second
            """,
        remedy: "put filter { !$0.isEmpty } below it")
    static let opening: Set<Trace.Operation> = [.on, .forwardOn]

    /// How many such arrays are too many.
    private static let limit = 5
    private static let empty = "[]"

    private struct Buffer {
        var sink: Int
        var last: Trace.Call
        var count = 0
    }

    /// By the subscription.
    private var buffers: [Int: Buffer] = [:]
    private var reached: [Int: Int] = [:]
    /// The sinks that were handed an empty array.
    private var handedArrays: Set<Int> = []
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        guard sort.event == .next else { return false }
        return switch sort.role {
        case .sink: sort.behaviors.contains(.buffers) && !sort.behaviors.contains(.drops)
        case .observer, nil: sort.operation == .on
        default: false
        }
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
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

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
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
