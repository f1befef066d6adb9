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
            line.replacing(#/\b[\d.,]+ (ns|µs|ms|s|min)\b/#, with: "some time")
        }
    }
}
