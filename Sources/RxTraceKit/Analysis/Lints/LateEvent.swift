/// A `create` or a subject is handed an event after its terminal one, or after it was disposed.
struct LateEvent: LintRule {
    static let definition = LintDefinition(
        name: "late-event", severity: .error,
        summary: "an event is sent after the end or the disposal",
        explanation: """
            Fires where the closure of a create sends an event after error or completed, or an element after its
            subscription was disposed: work that should have been cancelled goes on. Fires too where a subject is handed
            an event after its terminal one or its disposal. The finding's line is the line that sends. Four cases are
            no fault: a create is disposed while its closure still runs, as by take, and cannot know; a source's element
            ends its subscription, and the source then sends completed; another thread was about to send one element;
            an element follows the disposal of a subscription that is older than the recording.
            """,
        example: """
            Observable<Int>.create { observer in
                observer.onCompleted()
                observer.onNext(1)  // lost
                return Disposables.create()
            }
            """,
        remedy: "end the work in the disposable that create returns; send the terminal event last")

    private struct End {
        var call: Trace.Call
        var text: String
        /// When a disposal was over, as far as the trace tells.
        var time: UInt64?
        /// The call around the delivery in which it ended, for a source that ends by its own element.
        var burst: Int?
        var isByItself = false
        var isTerminal: Bool
    }

    private var ends: [Int: End] = [:]
    /// The threads that delivered to a node before it ended.
    private var senders: [Int: Set<Int>] = [:]
    /// The nodes that were handed an element late by a thread that may have been about to.
    private var excused: Set<Int> = []
    private var found: [Int: (count: Int, finding: Trace.Finding)] = [:]

    init(_ options: LintOptions) {}

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard call.operation == .on || call.operation == .dispose, let id = call.node, let node = walk.node(id) else {
            return
        }
        if node.role == .sink, node.behaviors.contains(.sentTo) {
            if call.operation == .dispose {
                noteDisposal(of: id, call, in: walk)
            } else if call.type != nil {
                if let end = ends[id] {
                    if isLate(call, after: end, in: walk), !isExcused(call, id, end) {
                        add(call, to: node, end, in: walk)
                    }
                } else {
                    senders[id, default: []].insert(call.thread)
                }
                noteTerminal(call, of: id)
            }
        } else if node.role == .subject, node.site != nil {
            if call.operation == .dispose {
                if ends[id]?.isTerminal != true { noteDisposal(of: id, call, in: walk) }
            } else if call.type == nil {
                if let end = ends[id], isByUser(call, in: walk) || call.event?.kind == .next {
                    add(call, to: node, end, in: walk)
                }
                noteTerminal(call, of: id)
            }
        }
    }

    private mutating func noteTerminal(_ call: Trace.Call, of node: Int) {
        guard let event = call.event, event.kind != .next, ends[node]?.isTerminal != true else { return }
        ends[node] = End(call: call, text: "ended with \(CallText.event(call))", isTerminal: true)
    }

    private mutating func noteDisposal(of node: Int, _ call: Trace.Call, in walk: TraceWalk) {
        guard ends[node] == nil else { return }
        var end = End(call: call, text: "was disposed", isTerminal: false)
        let outermost = walk.callers.prefix { $0.call.operation == .dispose }.last?.call ?? call
        if let start = outermost.start, let duration = outermost.duration { end.time = start &+ duration }
        for frame in walk.callers where frame.call.operation == .on && frame.call.node == node {
            end.isByItself = true
            end.burst = frame.call.parent
            if frame.call.type != nil { break }
        }
        ends[node] = end
    }

    private func isLate(_ call: Trace.Call, after end: End, in walk: TraceWalk) -> Bool {
        if end.isTerminal { return true }
        // Whether the closure still runs that was called before the recording began, nobody knows.
        if walk.node(call.node)?.isEarly == true { return false }
        if end.isByItself, call.event?.kind == .completed || end.burst != nil && end.burst == call.parent {
            return false
        }
        return !walk.callers.contains { $0.call.operation == .handler && $0.call.node == call.node }
            && call.event?.kind != .completed
    }

    /// Whether the thread may have been about to send: the disposal was not over, or it is one element of a loop that
    /// looks whether to go on.
    private mutating func isExcused(_ call: Trace.Call, _ node: Int, _ end: End) -> Bool {
        guard !end.isTerminal, call.thread != end.call.thread, senders[node]?.contains(call.thread) == true else {
            return false
        }
        if let start = call.start, let over = end.time, start <= over { return true }
        return excused.insert(node).inserted
    }

    private func isByUser(_ call: Trace.Call, in walk: TraceWalk) -> Bool {
        guard let caller = walk.caller?.call else { return true }
        return caller.operation == .handler || caller.operation == .on && caller.type != nil
    }

    private mutating func add(_ call: Trace.Call, to node: Trace.Node, _ end: End, in walk: TraceWalk) {
        if found[node.id] != nil {
            found[node.id]?.count += 1
            return
        }
        let made = node.site ?? walk.observable(of: node.id)?.site
        let name = CallText.name(node)
        var evidence: [Trace.Finding.Evidence] = [
            .init("\(name) \(end.text)", call: end.call.id, site: end.call.site),
            .init("\(name) is handed \(CallText.event(call))", call: call.id, site: call.site),
            .init("\(name) was made", call: nil, site: made),
        ]
        if node.role != .subject {
            evidence.append(.init("subscribed", call: nil, site: walk.site(of: call.subscription)))
        }
        found[node.id] = (
            1,
            finding("\(name) is handed \(CallText.event(call)) after it \(end.text)", at: call.site ?? made, evidence)
        )
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        // One finding a line: a create that is subscribed again and again has one fault.
        var bySite: [Trace.Site?: (count: Int, finding: Trace.Finding)] = [:]
        for (_, entry) in found.sorted(by: { $0.key < $1.key }) {
            if bySite[entry.finding.site] == nil {
                bySite[entry.finding.site] = entry
            } else {
                bySite[entry.finding.site]?.count += entry.count
            }
        }
        return bySite.values.map { count, finding in
            var finding = finding
            if count > 1 { finding.evidence.append(.init("and \(Count.of(count - 1, "event")) more")) }
            return finding
        }
    }
}
