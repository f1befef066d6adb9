@testable import RxTraceKit

/// Everything that is made of a trace, whichever way it was read.
enum SourceReadings {
    /// - Parameter choice: says which of the answers is made besides; all of them take longer than finding new inputs does.
    static func read(_ source: any TraceSource, choice: Int) {
        do {
            let document = try text(of: JSONLinesRenderer(), source)
            let again = try TraceReader.read(document, named: "again")
            require(again.calls.count == source.callCount, "JSON Lines have other calls")
            try readings[choice % readings.count](source)
        } catch let error as TraceReadError {
            // What a foreign trace holds may be refused, in words.
            require(!error.description.contains("Damage()"), error.description)
        } catch {
            require(false, "\(error)")
        }
    }

    /// A trace names files, which are none of fuzzing's.
    private static var noText: SourceText { SourceText { _ in nil } }

    private static let readings: [(any TraceSource) throws -> Void] = [
        { source in
            for renderer in renderers { _ = try text(of: renderer, source) }
            let output = TextOutput { _ in }
            try PerfettoRenderer().render(source, to: output)
        },
        { source in
            for grouping in TraceStatistics.Grouping.allCases { _ = try TraceStatistics(source, by: grouping) }
        },
        { source in _ = try Lint(text: noText).findings(in: TraceInMemory(try source.trace())) },
        { source in _ = try LeakSearch(text: noText).leaks(in: TraceInMemory(try source.trace())) },
        { source in
            let canonical = try source.trace().canonical()
            _ = TreeRenderer().string(from: canonical)
            require(canonical.canonical() == canonical, "the canonical form changes")
            require(TraceDifference(canonical, canonical).isEmpty, "a trace differs from itself")
        },
        { source in
            var filter = TraceFilter()
            filter.except = [TracePattern("*Sink")]
            filter.depth = 4
            filter.minimumDuration = 10
            _ = try text(of: TreeRenderer(zoom: .user, folds: false), try filter.apply(to: source))
            filter = TraceFilter()
            filter.hide = [TracePattern("on*")]
            filter.subscriptions = Set(source.subscriptions.prefix(2).map(\.id))
            filter.around = .init(call: source.callCount / 2)
            _ = try text(of: ChromeRenderer(), try filter.apply(to: source))
        },
        { source in
            let text = SourceText { _ in String(repeating: "let query = PublishSubject<Int>()\n", count: 100) }
            for renderer in [TreeRenderer(), MarbleRenderer()] as [any TraceRenderer] {
                _ = try Self.text(of: renderer, NamedTrace.naming(source, from: text))
            }
        },
        { source in
            for query in ["last", "onNext", "@3"].compactMap({ EventQuery($0) }) {
                guard let (match, chain) = try query.explain(in: source) else { continue }
                var bytes = 0
                let output = TextOutput { bytes += $0.count }
                try CausalChainRenderer().render(chain, match: match, of: source, to: output)
                try output.flush()
            }
        },
    ]

    private static let renderers: [any TraceRenderer] = [
        TreeRenderer(), JSONRenderer(), CSVRenderer(), DOTRenderer(), SVGGraphRenderer(), MermaidRenderer(),
        MermaidRenderer(diagram: .flowchart), MarbleRenderer(), SVGMarbleRenderer(), ChromeRenderer(),
        FoldedRenderer(measure: .time), FoldedRenderer(measure: .waiting),
    ]

    private static func text(of renderer: any TraceRenderer, _ source: any TraceSource) throws -> String {
        var bytes: [UInt8] = []
        let output = TextOutput { bytes.append(contentsOf: $0) }
        try renderer.render(source, to: output)
        try output.flush()
        let text = String(validating: bytes, as: UTF8.self)
        require(text != nil, "\(renderer) writes what is no UTF-8")
        require(hasNoCommands(bytes), "\(renderer) writes characters that terminals obey")
        return text ?? ""
    }

    /// Whether the bytes hold no control or direction character but line breaks and tabs.
    private static func hasNoCommands(_ bytes: [UInt8]) -> Bool {
        let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        return scalars.indices.allSatisfy { index in
            switch scalars[index].value {
            // A table has tabs as they are.
            case 0x09, 0x0A: true
            // Its lines end in CR and LF (RFC 4180).
            case 0x0D: index + 1 < scalars.count && scalars[index + 1].value == 0x0A
            case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
            default: true
            }
        }
    }
}
