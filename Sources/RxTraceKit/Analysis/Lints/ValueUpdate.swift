/// A line that sends into a subject what was made of the subject's value, as the source has it.
struct ValueUpdate {
    /// Where the value is read.
    var read: Trace.Site
    /// Where what was made of it is sent.
    var sent: Trace.Site

    /// How many lines before the send are read.
    private static let reach = 12

    /// Nil where the lines up to the send do not say so; or take a lock, wait, or keep the value within bounds.
    ///
    /// ```swift
    /// let now = count.value
    /// count.accept(now + 1)
    /// ```
    init?(at site: Trace.Site, in text: SourceText) {
        let lines = text.codeLines(of: site.file)
        guard lines.indices.contains(site.line - 1) else { return nil }
        guard let send = lines[site.line - 1].firstMatch(of: #/(\w+)\.(?:accept|onNext|on)\((.*)/#) else { return nil }
        let (name, sentText) = (send.1, send.2)
        var first = site.line - 1
        while first > 0, site.line - 1 - first < Self.reach, !lines[first].contains(#/\bfunc\b/#) {
            first -= 1
        }
        let code = Array(lines[first..<site.line])
        guard !code.contains(where: Self.isOrdered) else { return nil }
        func readsValue(_ line: some StringProtocol) -> Bool {
            String(line).matches(of: #/(\w+)\.value(?!\w)/#).contains { $0.1 == name }
        }
        sent = site
        if readsValue(sentText) {
            read = site
            return
        }
        let words = Set(sentText.matches(of: #/[A-Za-z_]\w*/#).map { String($0.0) })
        let reads = code.indices.last { index in
            guard let kept = code[index].firstMatch(of: #/\b(?:let|var)\s+(\w+)[^=]*=(.*)/#) else { return false }
            return words.contains(String(kept.1)) && readsValue(kept.2)
        }
        guard let reads else { return nil }
        read = Trace.Site(file: site.file, line: first + reads + 1)
    }

    /// Whether a line has something by which threads go one after the other, or a value that stays at its bound.
    static func isOrdered(_ line: String) -> Bool {
        line.contains(#/[lL]ock|(?:^|[^a])sync|semaphore|\.wait\(|\bawait\b|\b(?:min|max)\(|%/#)
    }
}
