/// Texts without the parts that are other ones in each run or on each machine: addresses in memory, and the way to the
/// folder a program was built in.
enum StableText {
    /// How many hexadecimal digits an address has at least; shorter numbers are the program's own.
    private static let leastDigits = 9

    /// `text` with `0x…` for each address, and without the contexts that Swift names by one.
    ///
    /// ```
    /// <Cell: 0x00007f8a4c00b2d0>                      <Cell: 0x…>
    /// Optional(App.(unknown context at $55d2c1a0).A)  Optional(App.A)
    /// ```
    static func withoutAddresses(_ text: String) -> String {
        // Nearly every text has neither.
        let hasAddress = text.utf8.contains(UInt8(ascii: "x")) && text.contains("0x")
        let hasContext = text.utf8.contains(UInt8(ascii: "$")) && text.contains(contextStart)
        guard hasAddress || hasContext else { return text }
        var result = ""
        var rest = text[...]
        while let character = rest.first {
            if rest.hasPrefix("0x"), result.last.map({ $0.isLetter || $0.isNumber }) != true {
                let digits = rest.dropFirst(2).prefix(while: \.isHexDigit)
                let after = rest[digits.endIndex...]
                // The rest of a long text is cut off, an address in the middle.
                let isCut = after == "…"
                if isCut || digits.count >= leastDigits && digits.count <= 16 {
                    result += "0x…"
                    rest = isCut ? after.dropFirst() : after
                } else {
                    result += rest[..<digits.endIndex]
                    rest = after
                }
            } else if rest.hasPrefix(contextStart), let end = rest.firstIndex(of: ")") {
                rest = rest[rest.index(after: end)...].drop { $0 == "." }
            } else {
                result.append(character)
                rest.removeFirst()
            }
        }
        return result
    }

    /// A file's path from the package's `Sources` or `Tests` on, or its name, where the whole path is given: it leads
    /// through the folders of one machine.
    static func path(_ path: String) -> String {
        guard path.hasPrefix("/") else { return path }
        let parts = path.split(separator: "/")
        let root = parts.lastIndex { $0 == "Sources" || $0 == "Tests" } ?? parts.count - 1
        return parts[max(0, root)...].joined(separator: "/")
    }

    private static let contextStart = "(unknown context at $"
}

extension Trace.Site {
    /// The place without the folders of one machine.
    var stable: Trace.Site { Trace.Site(file: StableText.path(file), line: line) }
}
