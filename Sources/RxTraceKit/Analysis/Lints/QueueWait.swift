/// Finds the waits of a plain queue for itself: its work waits for a source that hands its own work to that queue, by
/// `DispatchQueue.async` or a scheduler made of the queue.
///
/// The trace shows that a subscription was given up with no event, and that its thread did nothing meanwhile; the source
/// says which queue that was.
struct QueueWait {
    /// A subscription that its thread waits for.
    private struct Waiting {
        var thread: Int
        var start: UInt64
        /// What the thread had done before.
        var deeds: Int
    }

    /// A wait in vain.
    struct Found {
        var row: Int
        var waited: UInt64
        var queue: String
        /// The line that waits.
        var site: Trace.Site
        /// The line that hands the queue its work.
        var asks: Trace.Site
    }

    /// How long a wait is one, in nanoseconds.
    static let limit: UInt64 = 100_000_000

    private var waiting: [Int: Waiting] = [:]
    private var waits: [Int: UInt64] = [:]
    private let places: SourcePlaces

    init(_ places: SourcePlaces) { self.places = places }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard let row = call.subscription, let start = call.start else { return }
        if call.operation == .subscribe, walk.begins(call) {
            guard walk.root(of: row) == row else { return }
            waiting[row] = Waiting(thread: call.thread, start: start, deeds: walk.deeds(onThreadOf: call))
        } else if call.operation == .on || call.operation == .dispose, let waited = waiting[row],
            walk.root(of: row) == row, call.operation == .dispose || walk.isAtObserver
        {
            // Parts of it may be disposed of as it begins.
            if call.operation == .dispose, start < waited.start &+ Self.limit { return }
            waiting[row] = nil
            guard call.operation == .dispose, call.thread == waited.thread,
                walk.deeds(onThreadOf: call) <= waited.deeds + 1
            else { return }
            waits[row] = start - waited.start
        }
    }

    func found(in walk: TraceWalk) -> [Found] {
        var waits = waits
        for (row, waiting) in waiting where walk.end >= waiting.start && walk.end - waiting.start >= Self.limit {
            if walk.subscription(row)?.ended == nil { waits[row] = walk.end - waiting.start }
        }
        return waits.sorted { $0.key < $1.key }.compactMap { row, waited in
            for id in walk.facts(of: row)?.chain.reversed() ?? [] {
                guard let site = walk.node(id)?.site else { continue }
                for (queue, asks) in queues(at: site) {
                    guard let wait = wait(onQueue: queue, in: site.file) else { continue }
                    return Found(row: row, waited: waited, queue: queue, site: wait, asks: asks)
                }
            }
            return nil
        }
    }

    /// The serial queues that the operator at a site hands work to, with the lines that do.
    private func queues(at site: Trace.Site) -> [(queue: String, site: Trace.Site)] {
        let code = places.text.code(from: site)
        if let content = CreateClosure.content(in: code), !code[..<content.startIndex].contains("\n") {
            return content.matches(of: #/(\w+)\.async(?:After)?\b/#).compactMap { match in
                let queue = String(match.1)
                guard isSerial(queue, in: site.file) else { return nil }
                return (queue, places.place(of: match.range.lowerBound, in: code, from: site))
            }
        }
        let line = places.text.code(from: site, lines: 1)
        guard let scheduler = line.firstMatch(of: #/(?:scheduler|on):\s*(?:\w+\.)*(\w+)\s*\)/#)?.1,
            let queue = queue(ofScheduler: scheduler, in: site.file), isSerial(queue, in: site.file)
        else { return [] }
        return [(queue, site)]
    }

    private func queue(ofScheduler name: Substring, in file: String) -> String? {
        let declaration = #/\b(\w+)\s*(?::\s*\w+)?\s*=\s*SerialDispatchQueueScheduler\(\s*queue:\s*(?:\w+\.)*(\w+)/#
            .wordBoundaryKind(.simple)
        let made = places.text.codeLines(of: file).compactMap { line -> Substring? in
            let match = line.firstMatch(of: declaration)
            return match?.1 == name ? match?.2 : nil
        }
        return made.count == 1 ? String(made[0]) : nil
    }

    /// Whether a file makes one queue of the name, which does one thing after another.
    private func isSerial(_ name: String, in file: String) -> Bool {
        let declaration = #/\b(\w+)\s*(?::\s*\w+)?\s*=\s*DispatchQueue\(\s*label:/#.wordBoundaryKind(.simple)
        let made = places.text.codeLines(of: file).filter { $0.firstMatch(of: declaration)?.1 ?? "" == name }
        return made.count == 1 && !made[0].contains("concurrent")
    }

    /// The only line of a file where work of a queue waits.
    private func wait(onQueue name: String, in file: String) -> Trace.Site? {
        let lines = places.text.lines(of: file)
        var found: Set<Trace.Site> = []
        for index in lines.indices where lines[index].contains(".async") || lines[index].contains(".sync") {
            let site = Trace.Site(file: file, line: index + 1)
            let code = places.text.code(from: site)
            guard let work = code.firstMatch(of: #/(\w+)\.a?sync\s*(?:\([^{\n]*\)?\s*)?\{/#), work.1 == name,
                !code[..<work.range.lowerBound].contains("\n"),
                let body = SourceCode.bracketed(code[code.index(before: work.range.upperBound)...])
            else { continue }
            for wait in body.matches(of: #/\.wait\(|\.toBlocking\(/#) {
                found.insert(places.place(of: wait.range.lowerBound, in: code, from: site))
            }
        }
        return found.count == 1 ? found.first : nil
    }
}
