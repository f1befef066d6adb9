/// The lines of source that a page shows: those around each place that the trace names.
struct PageSources {
    /// How many lines stand before and after the one a place names.
    private static let margin = 6
    /// The longest line that is put in whole, in characters.
    private static let longest = 400

    private var lines: [String: Set<Int>] = [:]

    mutating func add(_ site: Trace.Site?) {
        guard let site else { return }
        lines[site.file, default: []].insert(site.line)
    }

    /// The files that can be read, each with the lines around its places.
    func excerpts(from text: SourceText) -> [(file: String, lines: [(number: Int, text: String)])] {
        lines.sorted { $0.key < $1.key }.compactMap { file, places in
            var all = text.lines(of: file)
            // What follows the last line break is no line.
            if all.last?.isEmpty == true { all.removeLast() }
            guard !all.isEmpty else { return nil }
            let wanted = places.reduce(into: Set<Int>()) { wanted, line in
                let first = max(1, line - Self.margin)
                let last = min(all.count, line + Self.margin)
                if first <= last { wanted.formUnion(first...last) }
            }
            return wanted.isEmpty ? nil : (file, wanted.sorted().map { ($0, String(all[$0 - 1].prefix(Self.longest))) })
        }
    }
}
