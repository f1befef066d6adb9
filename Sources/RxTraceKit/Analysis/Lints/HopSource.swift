/// What the source says around the lines that hand on work. Each line is read once.
struct HopSource {
    let text: SourceText

    private struct Lines: Hashable {
        var file: String
        var range: Range<Int>
    }

    private var unbroken: [Lines: Bool] = [:]
    private var loops: [Trace.Site: Range<Int>?] = [:]
    private var globals: [Trace.Site: Bool] = [:]

    /// A loop's head is looked for in so many lines.
    private static let reach = 12

    init(_ text: SourceText) { self.text = text }

    /// Whether a line hands on work to one of the system's queues, which run several works at once.
    mutating func isGlobal(_ site: Trace.Site?) -> Bool {
        guard let site else { return false }
        if let known = globals[site] { return known }
        let lines = text.codeLines(of: site.file)
        let isGlobal =
            lines.indices.contains(site.line - 1)
            && lines[site.line - 1].contains(#/\.global\([^)]*\)\.async(?:After)?\b/#)
        globals[site] = isGlobal
        return isGlobal
    }

    /// Whether a thread hands on work at one line and then, or in a loop, at another, and waits for nothing in between.
    mutating func handsOn(_ first: Trace.Site?, _ second: Trace.Site?) -> Bool {
        guard let first, let second, first.file == second.file, first.line <= second.line else { return false }
        if first.line < second.line { return areUnbroken(first.line..<(second.line - 1), of: first.file) }
        guard let loop = loop(around: first) else { return false }
        return areUnbroken(loop, of: first.file)
    }

    /// Whether the thread that hands on work at a line waits for nothing up to where it reads a value and sends.
    mutating func goesOn(from hop: Trace.Site?, to update: ValueUpdate) -> Bool {
        guard let hop, hop.file == update.sent.file, hop.line < update.read.line else { return false }
        return areUnbroken(hop.line..<(update.sent.line - 1), of: hop.file)
    }

    /// The lines of the loop around a line, by their margins; nil where there is none nearby.
    private mutating func loop(around site: Trace.Site) -> Range<Int>? {
        if let known = loops[site] { return known }
        let loop = findLoop(around: site)
        loops[site] = .some(loop)
        return loop
    }

    private func findLoop(around site: Trace.Site) -> Range<Int>? {
        let margin = SourceDeclaration.indentation(of:) as (String) -> Int
        let lines = text.lines(of: site.file)
        guard lines.indices.contains(site.line - 1) else { return nil }
        let own = margin(lines[site.line - 1])
        let before = lines[max(0, site.line - Self.reach)..<(site.line - 1)]
        guard let head = before.lastIndex(where: { !$0.allSatisfy(\.isWhitespace) && margin($0) < own }),
            text.codeLines(of: site.file)[head].contains(#/^\s*(?:for|while|repeat)\b/#)
        else { return nil }
        let end = lines[site.line...].firstIndex { !$0.allSatisfy(\.isWhitespace) && margin($0) <= margin(lines[head]) }
        return end.map { head..<$0 }
    }

    /// Whether lines, counted from 0, belong together and wait for nothing.
    private mutating func areUnbroken(_ range: Range<Int>, of file: String) -> Bool {
        let key = Lines(file: file, range: range)
        if let known = unbroken[key] { return known }
        let lines = text.codeLines(of: file)
        // To Unicode, `worker.join` is one word.
        let waiting = #/\bfunc\b|\bjoin\(|sleep/#.wordBoundaryKind(.simple)
        let result =
            range.upperBound <= lines.count
            && !lines[range].contains { ValueUpdate.isOrdered($0) || $0.contains(waiting) }
        unbroken[key] = result
        return result
    }
}
