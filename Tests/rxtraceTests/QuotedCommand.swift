import Foundation

/// A page's block that begins with a command after `$ `, and what the page says the command prints.
///
/// A line of the quotation that holds nothing but `…` stands for any number of lines.
struct QuotedCommand {
    /// The command with its arguments, such as `rxtrace tree timer`.
    let command: String
    let output: [String]

    private static let fence = "```"

    /// Those of a page, in order.
    static func all(in page: String) -> [QuotedCommand] {
        blocks(of: page.components(separatedBy: "\n")).map { lines in
            QuotedCommand(command: String(lines[lines.startIndex].dropFirst(2)), output: Array(lines.dropFirst()))
        }
    }

    /// The page's Swift files, by name: the blocks that begin with a comment that is a file's name.
    static func files(in page: String) -> [String: String] {
        var files: [String: String] = [:]
        for block in page.components(separatedBy: "\n\(fence)swift\n// ").dropFirst() {
            let text = block.components(separatedBy: "\n\(fence)")[0]
            let name = text.prefix { $0 != "\n" }
            if name.hasSuffix(".swift"), !name.contains(" ") { files[String(name)] = "// \(text)\n" }
        }
        return files
    }

    /// All commands that a page names, quoted with their output or not: lines of its blocks, and words between backquotes.
    static func mentioned(in page: String) -> [String] {
        let text = page.replacing("\\\n", with: " ")
        let lines = text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let spans = text.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        return (lines + spans.filter { !$0.contains("\n\n") }).compactMap { text in
            // After a prompt, variables and `swift run`.
            let command = #/(?:\$ )?(?:\w+=\S+ )*(?:swift run (?:-c release )?)?(rxtrace .+)/#
            guard let found = text.replacing("\n", with: " ").prefixMatch(of: command) else { return nil }
            return String(found.1.prefix { !"|>#;&".contains($0) })
        }
    }

    /// The page with each block's output replaced by `outputs`, in order.
    static func page(_ page: String, with outputs: [[String]]) -> String {
        var lines = page.components(separatedBy: "\n")
        for (block, output) in zip(blocks(of: lines), outputs).reversed() {
            lines.replaceSubrange(block.startIndex + 1..<block.endIndex, with: output)
        }
        return lines.joined(separator: "\n")
    }

    private static func blocks(of lines: [String]) -> [ArraySlice<String>] {
        var blocks: [ArraySlice<String>] = []
        var start: Int?
        for (index, line) in lines.enumerated() where line.hasPrefix(fence) {
            if let begin = start {
                if begin < index, lines[begin].hasPrefix("$ rxtrace ") { blocks.append(lines[begin..<index]) }
                start = nil
            } else {
                start = index + 1
            }
        }
        return blocks
    }

    /// The quotation of what the command prints now: with the same lines left out where that is still possible.
    func quoting(_ printed: [String]) -> [String] {
        guard let gap = output.firstIndex(of: "…") else { return printed }
        let (head, tail) = (gap, output.count - gap - 1)
        guard head + tail < printed.count else { return printed }
        return printed.prefix(head) + ["…"] + printed.suffix(tail)
    }

    /// The quotation without what differs from run to run: how long things took.
    static func lasting(_ lines: [String]) -> [String] {
        lines.map { line in
            line.replacing(#/ *\b[\d.,]+ (ns|µs|ms|s|min)\b/#, with: " some time")
        }
    }
}
