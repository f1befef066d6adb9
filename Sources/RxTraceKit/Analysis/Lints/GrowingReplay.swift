/// A subject that keeps all of its elements is sent more and more.
struct GrowingReplay: LintRule {
    static let definition = LintDefinition(
        name: "growing-replay", severity: .warning,
        summary: "a subject keeps every element for who comes later",
        explanation: """
            Fires where a ReplaySubject or ReplayRelay without a bound (createUnbounded, replayAll, a bufferSize of
            Int.max; read in the source) was sent 500 elements or more and never ended, or was sent 100 and then handed
            them all to somebody who subscribed later: it keeps each for as long as it lives. The line is the one that
            makes it. The rule reads the source: without the file it finds nothing. No fault: a subject with a bound;
            one that has ended or was disposed; a few elements, as those of a start or of a test.
            """,
        example: """
            let log = ReplaySubject<String>.createUnbounded()
            log.subscribe(onNext: write).disposed(by: bag)  // log grows all day
            """,
        remedy: "use create(bufferSize:) with as many as a late subscriber needs")
    static let opening: Set<Trace.Operation> = [.on, .subscribe, .dispose]

    private static let manyReplayed = 100
    private static let manyKept = 500

    private struct Subject {
        var sent = 0
        var last: Trace.Call
        /// The first subscribe that it handed many elements to, and how many.
        var replay: (call: Trace.Call, count: Int)?
    }

    private var subjects: [Int: Subject] = [:]
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool { sort.role == .subject && sort.behaviors.contains(.replays) }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard walk.role == .subject, walk.behaviors.contains(.replays), let id = call.node else { return }
        if call.operation == .on, call.eventKind == .next {
            subjects[id, default: Subject(last: call)].sent += 1
            subjects[id]?.last = call
        } else if call.operation == .subscribe {
            guard let subject = subjects[id], subject.replay == nil, subject.sent >= Self.manyReplayed else { return }
            subjects[id]?.replay = (call, subject.sent)
        } else {
            subjects[id] = nil
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        subjects.sorted { $0.key < $1.key }.compactMap { id, subject in
            guard subject.replay != nil || subject.sent >= Self.manyKept, let node = walk.node(id),
                let site = node.site,
                isUnbounded(at: site)
            else { return nil }
            let name = walk.name(of: node)
            let replay = subject.replay.map { replay in
                Trace.Finding.Evidence(
                    "\(Count.of(replay.count, "element")) are handed to who subscribes here", call: replay.call.id,
                    site: walk.site(of: replay.call.subscription))
            }
            return finding(
                "\(name) keeps all of its elements, \(Count.of(subject.sent, "element")) by the end", at: site,
                [replay, .init("the last that it keeps", call: subject.last.id, site: subject.last.site)].compactMap {
                    $0
                })
        }
    }

    private func isUnbounded(at site: Trace.Site) -> Bool {
        text.code(from: site, lines: 3).contains(#/createUnbound|replayAll\(|bufferSize:\s*(?:Int)?\.max/#)
    }
}
