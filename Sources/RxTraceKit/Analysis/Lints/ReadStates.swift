/// The states (BehaviorRelay, BehaviorSubject) whose values the sources of shares have read, as far as the code tells.
struct ReadStates {
    /// A share whose source has ended.
    private struct Reader {
        var completed: Int
        /// The last element of each state at that time, by the state's name; nil where none was sent until then.
        var values: [String: String?]
    }

    /// The states that were sent an element, by the names that the source has for them; nil for a name that two have.
    private var named: [String: Int?] = [:]
    private var last: [Int: Trace.Call] = [:]
    private var readers: [Int: Reader] = [:]

    /// Notes an element that a subject is sent.
    mutating func note(_ call: Trace.Call, _ id: Int, isFirst: Bool, in walk: TraceWalk) {
        guard walk.behaviors.contains(.replays) else { return }
        last[id] = call
        guard isFirst, let name = walk.node(id)?.variable else { return }
        named[name] = .some(named.keys.contains(name) ? nil : id)
    }

    /// Notes that the source of a share has ended.
    mutating func noteEnd(
        of share: Int, _ call: Trace.Call, _ chain: [Int], _ text: SourceText, in walk: TraceWalk
    ) {
        guard readers[share] == nil, let site = walk.node(share)?.site else { return }
        let names = names(readAt: site, chain.compactMap { walk.node($0)?.site }, text)
        if names.isEmpty { return }
        let values = names.map { name in (name, (named[name] ?? nil).flatMap { last[$0]?.event?.value }) }
        readers[share] = Reader(completed: call.id, values: Dictionary(values) { first, _ in first })
    }

    /// Notes that the source of a share begins again, and reads what is true now.
    mutating func forget(_ share: Int) { readers[share] = nil }

    /// The state that a share's source has read and that has changed since; and the call that ended the source.
    func changed(readBy share: Int) -> (state: Int, completed: Int)? {
        guard let reader = readers[share] else { return nil }
        for (name, value) in reader.values.sorted(by: { $0.key < $1.key }) {
            guard let state = named[name] ?? nil, let now = last[state], now.id > reader.completed,
                now.event?.value != value
            else { continue }
            return (state, reader.completed)
        }
        return nil
    }

    /// The names of the states that the statement of a share reads, or the function that makes its source.
    private func names(readAt site: Trace.Site, _ makers: [Trace.Site], _ text: SourceText) -> Set<String> {
        let places = [site] + makers.filter { SourceFunction(around: $0, butNot: site, in: text) != nil }
        let bodies = makers.compactMap { SourceFunction(around: $0, butNot: site, in: text)?.body }
        let code = (places.map { statement(at: $0, text) } + bodies).joined(separator: "\n")
        let reads = code.matches(of: #/(\w+)\.value(?!\w)(?!\s*=[^=])/#).map { String($0.1) }
        return Set(reads).filter { !sends(to: $0, in: code) }
    }

    /// A statement up to a line of it, with the values that its texts have in them.
    private func statement(at site: Trace.Site, _ text: SourceText) -> String {
        let lines = text.lines(of: site.file)
        guard lines.indices.contains(site.line - 1) else { return "" }
        let start = SourceStatement.start(of: site.line - 1, in: lines)
        return SourceCode.plain(lines[start..<site.line].joined(separator: "\n"), keepsInterpolations: true)
    }

    /// Whether code sends to what it reads, as a count of requests is.
    private func sends(to name: String, in code: String) -> Bool {
        code.matches(of: #/(\w+)\.(?:accept|onNext)\(/#).contains { $0.1 == name }
    }
}
