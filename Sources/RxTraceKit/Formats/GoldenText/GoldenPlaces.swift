/// The places that a golden trace speaks of, by names: each is called by what a row first says of it.
///
/// Below a file's name stands a line for each place, with its distance from the one before: code that is added above
/// changes the first of them alone.
struct GoldenPlaces {
    static let head = "places"

    private var bases: [Trace.Site: String] = [:]
    private var names: [Trace.Site: String] = [:]
    /// The places that the last rows told first, as long as each of them makes something, and the last of these rows.
    private var chain: (sites: Set<Trace.Site>, row: Int) = ([], -1)

    /// Notes a place that a row tells, with a word of the row.
    ///
    /// - Parameters:
    ///   - isMaking: whether the row makes something: of a chain on one line, the last of its operators counts, which stays
    ///     when another one goes.
    ///   - row: the row's number.
    mutating func note(_ site: Trace.Site, as word: String, isMaking: Bool, row: Int) {
        if !isMaking || row > chain.row + 1 { chain.sites = [] }
        if isMaking { chain.row = row }
        guard bases[site] == nil || chain.sites.contains(site) else { return }
        if isMaking { chain.sites.insert(site) }
        let plain = String(String.UnicodeScalarView(word.unicodeScalars.filter(GoldenWord.isBareStart)))
        bases[site] = plain.isEmpty ? "place" : plain
    }

    private var sorted: [Trace.Site] { bases.keys.sorted { ($0.file, $0.line) < ($1.file, $1.line) } }

    /// Names all places that were noted.
    mutating func nameAll() {
        var counts: [String: Int] = [:]
        for site in sorted {
            let base = bases[site] ?? ""
            counts[base, default: 0] += 1
            let count = counts[base] ?? 1
            names[site] = count == 1 ? base : "\(base)#\(count)"
        }
    }

    func name(of site: Trace.Site) -> String { names[site] ?? "" }

    /// The lines that tell them; none where there are no places.
    var lines: [String] {
        var lines: [String] = []
        var last: Trace.Site?
        for site in sorted {
            if site.file != last?.file {
                lines.append(Self.isPlain(site.file) ? site.file : GoldenWord.quoted(site.file))
                last = nil
            }
            let distance = last.map { "+\(site.line - $0.line)" } ?? "\(site.line)"
            lines.append("  \(distance) \(name(of: site))")
            last = site
        }
        return lines.isEmpty ? [] : ["", Self.head] + lines
    }

    private static func isPlain(_ file: String) -> Bool {
        !file.isEmpty && GoldenWord.quoted(file) == "\"\(file)\"" && file.first != " " && file.last != " "
    }

    /// Reads the lines of places, each with its number among the file's.
    static func read(_ lines: some Sequence<(number: Int, text: Substring)>) throws -> [String: Trace.Site] {
        var places: [String: Trace.Site] = [:]
        var last: Trace.Site?
        for line in lines where !line.text.isEmpty {
            try GoldenText.Damage.at(line.number) {
                guard line.text.hasPrefix("  ") else {
                    var file = GoldenCursor(line.text)
                    last = Trace.Site(file: line.text.first == "\"" ? try file.quoted() : String(line.text), line: 0)
                    return
                }
                guard var site = last else { throw GoldenText.Damage("a place stands below no file") }
                var cursor = GoldenCursor(line.text.dropFirst(2))
                let base = cursor.take("+") ? site.line : 0
                let (line, isTooFar) = base.addingReportingOverflow(try cursor.number())
                guard !isTooFar else { throw GoldenText.Damage("no file has so many lines") }
                site.line = line
                try cursor.require(" ")
                guard places.updateValue(site, forKey: try name(&cursor)) == nil, cursor.isAtEnd else {
                    throw GoldenText.Damage("two places have one name, or a name does not end")
                }
                last = site
            }
        }
        return places
    }

    /// Takes the name of a place.
    static func name(_ cursor: inout GoldenCursor) throws(GoldenText.Damage) -> String {
        let word = try cursor.word()
        return cursor.take("#") ? "\(word)#\(try cursor.number())" : word
    }
}
