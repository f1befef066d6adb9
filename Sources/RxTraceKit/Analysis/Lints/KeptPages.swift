/// A scan that collects the pages of a list goes on with the old ones after a refresh.
struct KeptPages: LintRule {
    static let definition = LintDefinition(
        name: "kept-pages", severity: .note,
        summary: "scan keeps the pages of before a refresh",
        explanation: """
            Fires where the closure of a scan from [] only adds what comes to what it has (`$0 + $1`, read in the
            source), two sources or more lead to it, and one of them, a subject or relay whose name speaks of a refresh
            (refresh, reload, pull …), was sent an element when the scan had given one, and the scan gave another after
            that: the list has the old pages and the new ones. The line is that of scan. It is a note, for a list may be
            meant to grow. No fault: a closure with a condition; a scan that is begun anew by each refresh, in the
            closure of flatMapLatest.
            """,
        example: """
            Observable.merge(refresh.map { 0 }, nextPage)
                .flatMapLatest { load(page: $0) }
                .scan([]) { $0 + $1 }  // a refresh adds the first page again
            """,
        remedy: "begin anew with the first page: page.index == 0 ? new : old + new")
    static let opening: Set<Trace.Operation> = [.on]

    /// The first and the last element that each scan was handed, and in which subscription.
    private var scans: [Int: (first: Int, last: Int, row: Int)] = [:]
    /// The last element of each subject that was sent one.
    private var sent: [Int: Trace.Call] = [:]
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool {
        sort.event == .next && (sort.role == .subject || sort.role == .sink && sort.behaviors.contains(.accumulates))
    }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard call.eventKind == .next, let id = call.node else { return }
        if walk.role == .subject {
            sent[id] = call
        } else if walk.role == .sink, walk.behaviors.contains(.accumulates), let row = call.subscription {
            scans[id] = (scans[id]?.first ?? call.id, call.id, row)
        }
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        guard !scans.isEmpty else { return [] }
        var told: Set<Trace.Site> = []
        let sent = sent
        return scans.sorted { $0.key < $1.key }.compactMap { id, scan in
            let rows = [scan.row] + walk.parts[scan.row]
            let leaves = Set(rows.compactMap { walk.facts(of: $0)?.chain.last }.filter { sent[$0] != nil }).sorted()
            guard leaves.count > 1, let operation = walk.observable(of: id), let site = operation.site,
                let refresh = leaves.lazy.compactMap({ sent[$0] }).first(where: { send in
                    scan.first < send.id && send.id < scan.last && isRefresh(send, in: walk)
                }), let subject = walk.node(refresh.node), isAdding(at: site), told.insert(site).inserted
            else { return nil }
            return finding(
                "\(walk.name(of: operation)) goes on with what it had before \(walk.name(of: subject))", at: site,
                [
                    .init(
                        "\(walk.name(of: subject)) is sent \(CallText.event(refresh))", call: refresh.id,
                        site: refresh.site),
                    .init("then another is added to those of before", call: scan.last, site: site),
                ])
        }
    }

    private func isRefresh(_ send: Trace.Call, in walk: TraceWalk) -> Bool {
        guard let name = walk.node(send.node)?.variable else { return false }
        return SourceCode.words(of: name).contains(where: OutdatedReplay.refreshes.contains)
    }

    /// Whether the closure of a scan adds in any case, and does nothing else.
    private func isAdding(at site: Trace.Site) -> Bool {
        let code = text.code(from: site)
        guard let content = SourceCode.closure(behind: "scan", in: code), code.contains(#/^[^\n]*scan\(\s*\[/#) else {
            return false
        }
        return SourceCode.closure(content).body.wholeMatch(of: #/(?:return )?[\w$]+ \+ [^?{}=]+/#) != nil
    }
}
