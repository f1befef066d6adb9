/// The comments in the source that switch rules off.
///
/// `// rxtrace:disable reentrance` does so for the line it stands on or, alone on its line, for the next;
/// `// rxtrace:disable-file reentrance` for its file. Without a name, all rules are meant; several are parted by commas
/// or spaces.
struct Suppressions {
    private let text: SourceText

    init(_ text: SourceText) {
        self.text = text
    }

    /// Whether `rule` is switched off at `site`.
    func covers(_ rule: String, at site: Trace.Site) -> Bool {
        let lines = text.lines(of: site.file)
        guard site.line > 0, site.line <= lines.count else { return false }
        if Self.names(in: lines[site.line - 1], after: "rxtrace:disable").map({ Self.covers(rule, $0) }) == true {
            return true
        }
        for line in lines[..<(site.line - 1)].reversed() {
            let words = line.drop { $0.isWhitespace }
            guard words.hasPrefix("//") else { break }
            if Self.names(in: line, after: "rxtrace:disable").map({ Self.covers(rule, $0) }) == true { return true }
        }
        return lines.contains { line in
            line.contains("rxtrace:")
                && Self.names(in: line, after: "rxtrace:disable-file").map { Self.covers(rule, $0) } == true
        }
    }

    private static func covers(_ rule: String, _ names: [Substring]) -> Bool {
        names.isEmpty || names.contains { $0 == rule }
    }

    /// The names that follow `word` in the line's comment; nil where it does not stand there.
    private static func names(in line: String, after word: String) -> [Substring]? {
        guard let comment = line.range(of: "//"), let start = line[comment.upperBound...].range(of: word) else {
            return nil
        }
        let rest = line[start.upperBound...]
        guard rest.first.map({ $0 == " " || $0 == "\t" }) ?? true else { return nil }
        // What follows a dash or a colon says why.
        let names = rest.prefix { $0 != ":" && $0 != "(" }
        return names.split { $0 == " " || $0 == "," || $0 == "\t" }.prefix { $0 != "-" && $0 != "—" }.map { $0 }
    }
}
