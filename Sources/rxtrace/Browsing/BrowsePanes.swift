import RxTraceKit

/// Makes the lines of the pane, and keeps them while they are for the same call.
struct BrowsePanes {
    private struct Key: Equatable {
        var pane: BrowseState.Pane
        var selected: Int?
        var width: Int
        var generation: Int
        var findings: Int?
    }

    let isASCII: Bool
    private let sources = SourceText()
    private var known: (key: Key, lines: [BrowseLayout.PaneLine])?

    init(isASCII: Bool) { self.isASCII = isASCII }

    /// - Parameters:
    ///   - generation: another number for another trace or filter.
    ///   - findings: the faults, where they were looked for.
    mutating func lines(
        _ state: BrowseState, of trace: BrowsedTrace, generation: Int, findings: [Trace.Finding]?, width: Int
    ) throws -> [BrowseLayout.PaneLine] {
        let key = Key(
            pane: state.pane, selected: state.selected, width: width, generation: generation,
            findings: state.pane == .findings ? state.finding : nil)
        if let known, known.key == key { return known.lines }
        let lines = try made(state, trace, findings ?? [], width: width)
        known = (key, lines)
        return lines
    }

    private func made(
        _ state: BrowseState, _ trace: BrowsedTrace, _ findings: [Trace.Finding], width: Int
    ) throws -> [BrowseLayout.PaneLine] {
        switch state.pane {
        case .help:
            return BrowseHelp.lines.flatMap { ScreenLine($0).wrapped(width, indent: BrowseHelp.keyColumns) }.map {
                BrowseLayout.PaneLine(line: $0)
            }
        case .findings: return Self.lines(of: findings, chosen: state.finding, width: width)
        case .details: return try details(state, trace, width: width)
        case .causes:
            guard let id = state.selected, let query = EventQuery("@\(id)"),
                let (match, chain) = try query.explain(in: trace.whole)
            else { return [] }
            let renderer = CausalChainRenderer(width: width, branches: isASCII ? .ascii : .unicode, usesColor: true)
            // To number millions of nodes takes far longer than to read the chain.
            let source: any TraceSource =
                trace.part == nil ? trace.whole : RecordingPart(of: trace.whole, calls: chain.allCalls)
            return try Self.rendered { try renderer.render(chain, match: match, of: source, to: $0) }
        case .marbles:
            guard let part = try chain(state, trace) else { return [Self.noChain] }
            var renderer = MarbleRenderer(width: max(20, width), folds: false)
            if let selected = state.selected { renderer.mark = (selected, BrowseLayout.momentSign(isASCII: isASCII)) }
            // The first line is the trace's name, which stands above all.
            return Array(try Self.rendered { try renderer.render(part, to: $0) }.dropFirst(2))
        case .graph:
            guard let part = try chain(state, trace) else { return [Self.noChain] }
            let renderer = ChainGraphRenderer(width: max(20, width), isASCII: isASCII, usesColor: true)
            return try Self.rendered { try renderer.render(part, to: $0) }
        }
    }

    private static let noChain = BrowseLayout.PaneLine(
        line: ScreenLine("This call belongs to no subscription: choose one that does.", .note))

    /// The calls of the user's subscription that the chosen call belongs to, and of those made within it.
    private func chain(_ state: BrowseState, _ trace: BrowsedTrace) throws -> (any TraceSource)? {
        guard let position = try state.selected.flatMap({ try trace.calls.position(of: $0) }) else { return nil }
        var call = try trace.calls.call(at: position)
        var up = position
        while call.subscription == nil, let next = try trace.calls.above(up) {
            up = next
            call = try trace.calls.call(at: up)
        }
        // What the program hands a subject belongs to those whom it reaches.
        var down = position
        while call.subscription == nil, let next = try trace.calls.effects(of: down).first, next > down {
            down = next
            call = try trace.calls.call(at: down)
        }
        guard var id = call.subscription else { return nil }
        while let parent = trace.whole.subscriptions[id: id]?.parent, parent < id { id = parent }
        // Of a long recording the chain's calls around the chosen one.
        return try SubscriptionChain.calls(of: id, in: trace.near(state.selected ?? 1))
    }

    private func details(
        _ state: BrowseState, _ trace: BrowsedTrace, width: Int
    ) throws -> [BrowseLayout.PaneLine] {
        guard let position = try state.selected.flatMap({ try trace.calls.position(of: $0) }) else { return [] }
        let facts = CallFacts(
            trace.calls, sources: sources.preferring(trace.whole.packedSource), isASCII: isASCII)
        return try facts.lines(of: position, width: width).map { line in
            let style: ScreenLine.Style =
                switch line.style {
                case .title, .source: .title
                case .plain: .plain
                case .note: .note
                case .value: .value
                case .warning: .warning
                case .place: .place
                case .link: .name
                }
            return BrowseLayout.PaneLine(line: ScreenLine(line.text, style), target: line.target)
        }
    }

    private static func lines(
        of findings: [Trace.Finding], chosen: Int?, width: Int
    ) -> [BrowseLayout.PaneLine] {
        guard !findings.isEmpty else { return [BrowseLayout.PaneLine(line: ScreenLine("There are none.", .good))] }
        // The chosen one first, with all that is known of it.
        let order = chosen.map { [$0] + findings.indices.filter { $0 != chosen } } ?? Array(findings.indices)
        return order.flatMap { index -> [BrowseLayout.PaneLine] in
            let finding = findings[index]
            let target = finding.evidence.lazy.compactMap(\.call).first
            var head = ScreenLine("\(finding.severity.name) ", finding.severity == .note ? .note : .warning)
            head.add("\(finding.rule): ", .name)
            head.add(finding.sentence)
            if let site = finding.site { head.add("  \(site.description)", .place) }
            func wrapped(_ line: ScreenLine, indent: Int, _ target: Int? = nil) -> [BrowseLayout.PaneLine] {
                line.wrapped(width, indent: indent).map { BrowseLayout.PaneLine(line: $0, target: target) }
            }
            var lines = wrapped(head, indent: 2, target)
            guard index == chosen else { return lines }
            for proof in finding.evidence {
                let number = proof.call.map { "@\($0) " } ?? ""
                lines += wrapped(ScreenLine("  \(number)\(proof.text)", .plain), indent: 4, proof.call)
            }
            if !finding.remedy.isEmpty {
                lines += wrapped(ScreenLine("  what to do: \(finding.remedy)", .good), indent: 4)
            }
            return lines
        }
    }

    private static func rendered(_ body: (TextOutput) throws -> Void) throws -> [BrowseLayout.PaneLine] {
        var bytes: [UInt8] = []
        let output = TextOutput { bytes.append(contentsOf: $0) }
        try body(output)
        try output.flush()
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { bytes in
            var line = ScreenLine()
            line.add(rendered: String(decoding: bytes, as: UTF8.self))
            return BrowseLayout.PaneLine(line: line)
        }
        while lines.last?.line.plain.isEmpty == true { lines.removeLast() }
        return lines
    }
}
