import Foundation

/// The page around its data: the files of the folder `Source`, put together.
///
/// The modules of JavaScript become one: their imports, a line each, are left out, and so is `export`, for all they
/// name is in the same script. ``modules`` is their order, in which each comes after those it imports.
struct PageFrame {
    enum Part { case policy, style, script, data }

    /// The modules in the order of the script.
    static let modules: [(name: String, bytes: [UInt8])] = [
        ("text", PackageResources.text_mjs),
        ("columns", PackageResources.columns_mjs),
        ("trace", PackageResources.trace_mjs),
        ("folding", PackageResources.folding_mjs),
        ("links", PackageResources.links_mjs),
        ("tree", PackageResources.tree_mjs),
        ("rowwords", PackageResources.rowwords_mjs),
        ("search", PackageResources.search_mjs),
        ("graph", PackageResources.graph_mjs),
        ("places", PackageResources.places_mjs),
        ("sourcelines", PackageResources.sourcelines_mjs),
        ("homes", PackageResources.homes_mjs),
        ("state", PackageResources.state_mjs),
        ("dom", PackageResources.dom_mjs),
        ("replay", PackageResources.replay_mjs),
        ("marbles", PackageResources.marbles_mjs),
        ("lanes", PackageResources.lanes_mjs),
        ("waits", PackageResources.waits_mjs),
        ("stats", PackageResources.stats_mjs),
        ("values", PackageResources.values_mjs),
        ("states", PackageResources.states_mjs),
        ("comparison", PackageResources.comparison_mjs),
        ("comparisonview", PackageResources.comparisonview_mjs),
        ("moveddrawing", PackageResources.moveddrawing_mjs),
        ("canvasview", PackageResources.canvasview_mjs),
        ("treeview", PackageResources.treeview_mjs),
        ("details", PackageResources.details_mjs),
        ("scrubber", PackageResources.scrubber_mjs),
        ("timelineview", PackageResources.timelineview_mjs),
        ("marblesview", PackageResources.marblesview_mjs),
        ("graphview", PackageResources.graphview_mjs),
        ("statsview", PackageResources.statsview_mjs),
        ("statesview", PackageResources.statesview_mjs),
        ("sourceview", PackageResources.sourceview_mjs),
        ("answers", PackageResources.answers_mjs),
        ("views", PackageResources.views_mjs),
        ("searchfield", PackageResources.searchfield_mjs),
        ("address", PackageResources.address_mjs),
        ("keys", PackageResources.keys_mjs),
        ("narrowing", PackageResources.narrowing_mjs),
        ("panes", PackageResources.panes_mjs),
        ("theme", PackageResources.theme_mjs),
        ("main", PackageResources.main_mjs),
    ]

    static let style: [UInt8] = PackageResources.page_css

    static let script: [UInt8] = {
        var script: [UInt8] = []
        for module in modules {
            for line in module.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
                if line.starts(with: "import ".utf8) { continue }
                script += line.starts(with: "export ".utf8) ? line.dropFirst("export ".utf8.count) : line
                script.append(UInt8(ascii: "\n"))
            }
        }
        return script
    }()

    /// The page's rights: to run and show its own content, and nothing else.
    static let policy = [
        "default-src 'none'", "script-src '\(hash(of: script))'", "style-src '\(hash(of: style))'",
        "base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
    ].joined(separator: "; ")

    private static func hash(of bytes: [UInt8]) -> String {
        "sha256-" + Data(SHA256.digest(of: bytes)).base64EncodedString()
    }

    private static let slots: [(word: String, part: Part)] = [
        ("@policy@", .policy), ("@style@", .style), ("@data@", .data), ("@script@", .script),
    ]

    /// The template's text and the parts that stand in it, in order.
    static let pieces: [(before: String, part: Part?)] = {
        var rest = String(decoding: PackageResources.page_html, as: UTF8.self)[...]
        var pieces: [(before: String, part: Part?)] = []
        for (word, part) in slots {
            guard let range = rest.firstRange(of: word) else { continue }
            pieces.append((String(rest[..<range.lowerBound]), part))
            rest = rest[range.upperBound...]
        }
        pieces.append((String(rest), nil))
        return pieces
    }()

    /// Writes the page.
    ///
    /// - Parameter data: writes the trace, where it stands.
    func write(to output: TextOutput, data: (TextOutput) throws -> Void) throws {
        for (before, part) in Self.pieces {
            try output.write(before)
            switch part {
            case .policy: try output.write(Self.policy)
            case .style: try Self.style.withUnsafeBufferPointer { try output.write($0) }
            case .script: try Self.script.withUnsafeBufferPointer { try output.write($0) }
            case .data: try data(output)
            case nil: break
            }
        }
    }
}
