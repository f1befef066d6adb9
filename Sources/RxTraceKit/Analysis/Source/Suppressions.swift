/// The comments in the source that switch rules off.
///
/// `// rxtrace:disable reentrance` does so for the line it stands on or, alone on its line, for the next one and the
/// statement that begins there; `// rxtrace:disable-file reentrance` for its file. Without a name, all rules are meant; several are parted by commas
/// or spaces.
struct Suppressions {
    private let text: SourceText

    init(_ text: SourceText) {
        self.text = text
    }

    /// Whether `rule` is switched off at `site`.
    func covers(_ rule: String, at site: Trace.Site) -> Bool {
        text.notes(at: site).contains { Self.covers(rule, $0, "rxtrace:disable") }
            || text.lines(of: site.file).contains { Self.covers(rule, $0, "rxtrace:disable-file") }
    }

    private static func covers(_ rule: String, _ line: String, _ word: String) -> Bool {
        guard line.contains("rxtrace:"), let names = names(in: line, after: word) else { return false }
        return names.isEmpty || names.contains { $0 == rule }
    }

    /// The names that follow `word` in the line's comment; nil where it does not stand there.
    private static func names(in line: String, after word: String) -> [Substring]? {
        guard let comment = line.range(of: "//"), let start = line[comment.upperBound...].range(of: word) else {
            return nil
        }
        let rest = line[start.upperBound...]
        guard rest.first.map({ $0 == " " || $0 == "\t" }) ?? true else { return nil }
        // The text after a dash or a colon says why.
        let names = rest.prefix { $0 != ":" && $0 != "(" }
        return names.split { $0 == " " || $0 == "," || $0 == "\t" }.prefix { $0 != "-" && $0 != "—" }.map { $0 }
    }
}
