/// A `create` or a subject is handed an event after its terminal one, or after it was disposed.
struct LateEvent: LintRule {
    static let definition = LintDefinition(
        name: "late-event", severity: .error,
        summary: "an event is sent after the end or the disposal",
        explanation: """
            Fires where the closure of a create sends an event after error or completed, or an element after its
            subscription was disposed: work goes on that should have been cancelled. Fires too where a subject is handed
            an event after its terminal event or its disposal. The line is the one that sends too late, with four
            exceptions: for a subject, the one that ends it; the same where one piece of code sends the end and then an
            element, or the closure of create completes while it runs and sends later; if a source that feeds the
            subject ended it, the line that subscribed the subject to that source; if create returns a disposable that
            does nothing (read in the source), the line that does. A note: a second terminal event; one element alone,
            which is the answer of something that cannot be cancelled; a warning, if two or more were left so and the
            closure has a DispatchWorkItem, a Task or a Timer in a variable. Five cases are no fault: a create is
            disposed while its closure still runs, as by take, and cannot know; one callback sends several elements, and
            the first ends the subscription; a source's element ends its subscription, and the source then sends
            completed; another thread was about to send one element; an element follows the disposal of a subscription
            that is older than the recording.
            """,
        example: """
            Observable<Int>.create { observer in
                observer.onCompleted()
                observer.onNext(1)  // lost
                return Disposables.create()
            }
            """,
        remedy: "end the work in the disposable that create returns; send the end last",
        signalRemedy: "end the work in the RACDisposable that createSignal returns; send the end last")
    static let opening: Set<Trace.Operation> = [.on, .dispose]

    private struct End {
        var call: Trace.Call
        var text: String
        /// When a disposal was over, as far as the trace tells.
        var time: UInt64?
        /// The call around the delivery in which it ended, for a source that ends by its own element.
        var burst: Int?
        var isByItself = false
        var isTerminal: Bool
        /// Whether the closure of create itself completed, while it ran.
        var isOfSetup = false
        /// Where the subject had been subscribed to the source that ended it.
        var culprit: Trace.Site?
    }

    private struct Found {
        var events: LateEvents
        /// The gravest of them, and what was handed it.
        var call: Trace.Call
        var name: String
        var end: String
        var finding: Trace.Finding
        /// Whether it is the first that a subscription was to have: the answer of something that cannot be cancelled.
        var isAnswer: Bool
    }

    private var ends: [Int: End] = [:]
    /// The threads that delivered to a node before it ended.
    private var senders: [Int: Set<Int>] = [:]
    /// The nodes that were handed an element late by a thread that may have been about to.
    private var excused: Set<Int> = []
    private var found: [Int: Found] = [:]
    private let places: SourcePlaces

    private static let subjectRemedy = "send nothing behind its end; hand on failures as elements, or use a relay"
    private static let culpritRemedy = "hand on elements alone: subscribe(onNext: subject.onNext), or a relay"

    private static let orderRemedy = "send the end last, behind all elements"
    private static let emptyRemedy = "return a disposable that ends the work, in place of this empty one"

    static func wants(_ sort: CallSort) -> Bool {
        sort.isToReceiver
    }

    init(_ options: LintOptions) { places = SourcePlaces(text: options.text) }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard walk.role == .subject || walk.role == .sink && walk.behaviors.contains(.sentTo), let id = call.node,
            let node = walk.node(id)
        else { return }
        if node.role == .sink, node.behaviors.contains(.sentTo) {
            if call.operation == .dispose {
                noteDisposal(of: id, call, in: walk)
            } else if call.type != nil {
                if let end = ends[id] {
                    if isSameCallback(call, end) {
                        let over = over(call)
                        ends[id]?.time = over
                    } else if isLate(call, after: end, in: walk), !isExcused(call, id, end) {
                        add(call, to: node, end, in: walk)
                    }
                } else {
                    senders[id, default: []].insert(call.thread)
                }
                noteTerminal(call, of: id, in: walk)
            }
        } else if node.role == .subject, node.site != nil {
            if call.operation == .dispose {
                if ends[id]?.isTerminal != true { noteDisposal(of: id, call, in: walk) }
            } else if call.type == nil {
                if let end = ends[id], isByUser(call, in: walk) || call.eventKind == .next {
                    add(call, to: node, end, in: walk)
                }
                noteTerminal(call, of: id, in: walk)
            }
        }
    }

    private mutating func noteTerminal(_ call: Trace.Call, of node: Int, in walk: TraceWalk) {
        guard let event = call.event, event.kind != .next, ends[node]?.isTerminal != true else { return }
        var end = End(call: call, text: "ended with \(CallText.event(call))", isTerminal: true)
        end.isOfSetup =
            event.kind == .completed
            && walk.callers.contains { $0.call.operation == .handler && $0.call.node == node }
        if walk.node(node)?.role == .subject {
            end.culprit =
                isByUser(call, in: walk)
                ? binding(of: call, in: walk)
                : walk.subscription(call.subscription)?.site ?? walk.site(of: walk.caller?.call.subscription)
        }
        ends[node] = end
    }

    /// When a call was over.
    private func over(_ call: Trace.Call) -> UInt64? {
        guard let start = call.start, let duration = call.duration else { return nil }
        return start &+ duration
    }

    /// The time within which calls that follow each other on a thread count as made by one callback.
    private static let callback: UInt64 = 5_000_000

    /// Whether the code that sent the element which ended the subscription sends another right away: where no call is
    /// around them, nothing but the time tells.
    private func isSameCallback(_ call: Trace.Call, _ end: End) -> Bool {
        guard end.isByItself, end.burst == nil, !end.isTerminal, call.parent == nil, call.thread == end.call.thread
        else { return false }
        guard let start = call.start, let over = end.time else { return true }
        return start <= over &+ Self.callback
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
        if end.isByItself, call.eventKind == .completed || end.burst != nil && end.burst == call.parent {
            return false
        }
        return !walk.callers.contains { $0.call.operation == .handler && $0.call.node == call.node }
            && call.eventKind != .completed
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

    /// Where the user bound a source to the subject that is handed `call`: its handler is the library's, and has no line; or
    /// the subject was given as an AnyObserver.
    private func binding(of call: Trace.Call, in walk: TraceWalk) -> Trace.Site? {
        guard call.site == nil, let caller = walk.caller?.call else { return nil }
        if caller.operation == .handler { return walk.site(of: caller.subscription) }
        return caller.site == nil && caller.type != nil ? walk.site(of: caller.subscription) : nil
    }

    private mutating func add(_ call: Trace.Call, to node: Trace.Node, _ end: End, in walk: TraceWalk) {
        // A second end changes nothing for anybody.
        let severity: Trace.Finding.Severity = end.isTerminal && call.eventKind != .next ? .note : .error
        var events = found[node.id]?.events ?? LateEvents()
        events.add(call)
        if let known = found[node.id], known.finding.severity >= severity {
            found[node.id]?.events = events
            return
        }
        let made = node.site ?? walk.observable(of: node.id)?.site
        let name = walk.name(of: node)
        var evidence: [Trace.Finding.Evidence] = [
            .init("\(name) \(end.text)", call: end.call.id, site: end.call.site),
            .init("\(name) is handed \(CallText.event(call))", call: call.id, site: call.site),
            .init("\(name) was made", call: nil, site: made),
        ]
        if node.role != .subject {
            evidence.append(.init("subscribed", call: nil, site: walk.site(of: call.subscription)))
        }
        if let culprit = end.culprit {
            evidence.insert(.init("\(name) is subscribed to the source that ends it", site: culprit), at: 0)
        }
        let change = mend(call, to: node, made, end)
        found[node.id] = Found(
            events: events, call: call, name: name, end: end.text,
            finding: finding(
                "\(name) is handed \(CallText.event(call)) after it \(end.text)", at: change.place, evidence,
                severity: severity, remedy: change.remedy),
            isAnswer: node.role == .sink && !end.isTerminal && senders[node.id] == nil)
    }

    /// The line to change: mostly that of the late event; and what to do there, nil for the rule's remedy.
    private func mend(
        _ call: Trace.Call, to node: Trace.Node, _ made: Trace.Site?, _ end: End
    ) -> (place: Trace.Site?, remedy: String?) {
        if let culprit = end.culprit { return (culprit, Self.culpritRemedy) }
        let usual = (call.site ?? made, node.role == .subject ? Self.subjectRemedy : nil)
        if end.isTerminal {
            // Who shares a subject cannot know of its end; and a callback that sends both has them in the wrong order.
            guard call.eventKind == .next, let place = end.call.site else { return usual }
            if node.role == .subject { return (place, Self.subjectRemedy) }
            // The closure that has completed goes on to send: its end comes too early, too.
            return follows(call, end.call) || end.isOfSetup ? (place, Self.orderRemedy) : usual
        }
        guard node.role == .sink, let empty = made.flatMap({ places.emptyDisposable(ofCreateAt: $0) }) else {
            return usual
        }
        return (empty, Self.emptyRemedy)
    }

    /// Whether one piece of code makes the two calls right behind each other.
    private func follows(_ call: Trace.Call, _ end: Trace.Call) -> Bool {
        guard call.parent == end.parent, call.thread == end.thread else { return false }
        guard let start = call.start, let over = over(end) else { return true }
        return start <= over &+ Self.callback
    }

    /// Whether the create that several left at its empty disposable has its work at hand, which could be cancelled there.
    private func couldStop(_ finding: Trace.Finding, _ count: Int) -> Bool {
        guard count > 1, finding.remedy == Self.emptyRemedy, let site = finding.site,
            case let lines = places.text.codeLines(of: site.file), lines.indices.contains(site.line - 1)
        else { return false }
        let work =
            #/\b(?:let|var)\s+\w+\s*=\s*(?:DispatchWorkItem|Task|Timer|\w+\.(?:dataTask|uploadTask|downloadTask))\b/#
        for line in lines[max(0, site.line - 30)..<site.line].reversed() {
            if line.contains(work) { return true }
            if line.contains("create") && !line.contains("Disposables.create") { return false }
        }
        return false
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        let unanswered = Dictionary(grouping: found.values.lazy.filter(\.isAnswer), by: \.finding.site)
            .mapValues(\.count)
        return found.sorted { $0.key < $1.key }.map { _, entry in
            var finding = entry.finding
            let words = entry.events.words(for: entry.call)
            finding.message = "\(entry.name) is handed \(words.text) after it \(entry.end)"
            finding.count = words.times
            if entry.isAnswer, entry.events.count == 1 {
                finding.severity = couldStop(finding, unanswered[finding.site] ?? 0) ? .warning : .note
            }
            return finding
        }
    }
}
