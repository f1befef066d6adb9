import Foundation
import Testing

@testable import rxtrace

/// Every example of every command's help, run as it stands.
struct ExampleTests {
    /// Those that name files of the user's own, or run programs, are run by the tests of what they are about.
    private static let runnable = CommandTable.commands.flatMap(\.examples).map(\.line).filter { line in
        !line.contains(".swift") && !line.contains("App/")
    }

    @Test(arguments: runnable)
    func anExampleOfTheHelpDoesWhatItSays(line: String) throws {
        let folder = try TemporaryFolder()
        // What follows a pipe or a redirection is the shell's.
        let words = Self.words(String(line.split(whereSeparator: { "|>".contains($0) })[0]))
        let arguments = try words.dropFirst().map { (word: String) throws -> String in
            guard word == "trace.json" || word == "old.json" || word == "new.json" else { return word }
            let path = folder.path(word)
            if words.contains("-o") { return path }
            let recorded = try BuiltCommand.run(["json", "-o", path])
            #expect(recorded.status == 0)
            return path
        }
        let result = try BuiltCommand.run(arguments)
        #expect([0, 1].contains(result.status), "\(line): \(result.errors)")
        #expect(!result.output.isEmpty || words.contains("-o"), "\(line): \(result.errors)")
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
