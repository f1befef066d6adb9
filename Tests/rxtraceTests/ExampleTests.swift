import Foundation
import Testing

@testable import rxtrace

/// Every example of every command's help, run as it stands.
struct ExampleTests {
    /// Those that run programs are run by the tests of what they are about.
    private static let runnable = CommandTable.commands.flatMap(\.examples).map(\.line).filter { line in
        !line.contains(".swift") && !line.contains("App/") && !line.hasPrefix("rxtrace test")
    }

    @Test(arguments: runnable)
    func anExampleOfTheHelpDoesWhatItSays(line: String) throws {
        let folder = try TemporaryFolder()
        // What follows a pipe or a redirection is the shell's.
        let words = Self.words(String(line.split(whereSeparator: { "|>".contains($0) })[0]))
        let written = words.firstIndex(of: "-o").map { words[$0 + 1] }
        for file in words where file.hasSuffix(".json") && file != written { try record(file, in: folder) }
        if let golden = words.firstIndex(of: "--golden"), words.contains("out/search.json") {
            try record("\(words[golden + 1])/search.json", in: folder)
        }
        let result = try BuiltCommand.run(Array(words.dropFirst()), currentFolder: folder.path(""))
        #expect([0, 1].contains(result.status), "\(line): \(result.errors)")
        #expect(!result.output.isEmpty || written != nil, "\(line): \(result.errors)")
    }

    private func record(_ file: String, in folder: TemporaryFolder) throws {
        let path = folder.path(file)
        try FileManager.default.createDirectory(
            at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
        // Examples that compare have something to find.
        let sample = file.hasPrefix("old") || file.hasPrefix("before") ? "map-filter" : "create-subscribe"
        let recorded = try BuiltCommand.run(["json", sample, "-o", path])
        #expect(recorded.status == 0)
    }

    /// The words of a line as a shell takes it apart, as far as examples go: quotes hold blanks together.
    static func words(_ line: String) -> [String] {
        var words: [String] = []
        var word = ""
        var quote: Character?
        for letter in line {
            if let open = quote {
                if letter == open { quote = nil } else { word.append(letter) }
            } else if letter == "'" || letter == "\"" {
                quote = letter
            } else if letter == " " {
                if !word.isEmpty { words.append(word) }
                word = ""
            } else {
                word.append(letter)
            }
        }
        return word.isEmpty ? words : words + [word]
    }
}
