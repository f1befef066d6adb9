import RxTraceSamples
import Testing

@testable import rxtrace

struct CommandTableTests {
    @Test func everyFormatIsACommandOfItsName() {
        let names = Set(CommandTable.commands.map(\.name))
        for format in FormatTable.formats { #expect(names.contains(format.name)) }
        #expect(names.count == CommandTable.commands.count)
    }

    @Test func helpShowsEveryOptionAndExample() {
        for command in CommandTable.commands {
            let text = HelpText.command(command)
            for option in command.allOptions {
                #expect(text.contains(option.usage))
                #expect(!option.summary.isEmpty)
            }
            #expect(!command.examples.isEmpty)
            for example in command.examples { #expect(text.contains(example.line)) }
            // All in columns of 80 characters: a summary may be broken.
            let all = HelpText.program(CommandTable.groups).split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let isFormat = FormatTable.formats.contains { $0.name == command.name }
            #expect(all.contains(isFormat ? command.name : command.summary))
        }
    }

    @Test func optionsOfACommandHaveNamesOfTheirOwn() {
        for command in CommandTable.commands {
            let names = command.allOptions.map(\.name) + command.allOptions.compactMap { $0.short.map { "-\($0)" } }
            #expect(Set(names).count == names.count)
        }
    }

    @Test(arguments: CommandTable.commands.flatMap(\.examples).map(\.line))
    func examplesAreRight(line: String) throws {
        // Only the words before the first pipe or redirection are ours.
        let words = line.split(whereSeparator: { "|>".contains($0) })[0].split(separator: " ").map(String.init)
        #expect(words.first == "rxtrace")
        let command = try CommandTable.find(words[1])
        _ = try ArgumentParser.parse(Array(words.dropFirst(2)), for: command)
    }

    @Test(arguments: [
        ("explore observe-on --test --format json", "format"), ("explore observe-on --test --seed 2", "seed"),
        ("explore observe-on --test --recordings runs", "recordings"), ("run --browse -o tree.txt", "output"),
        ("tree retry --context 2", "context"), ("test --orders 5 --lint", "lint"),
        ("test --orders 5 --no-times", "no-times"),
    ])
    func anOptionThatDoesNothingBesideAnotherIsRefused(line: String, option: String) throws {
        let refused = try BuiltCommand.run(line.split(separator: " ").map(String.init))
        #expect(refused.status == 64 && refused.errors.hasSuffix(". Leave out --\(option).\n"))
    }

    @Test func aMisspeltCommandIsAnsweredWithTheNearest() {
        func message(_ word: String) -> String {
            do {
                _ = try CommandTable.find(word)
                return ""
            } catch { return (error as? CommandFailure)?.message ?? "" }
        }
        #expect(message("tre").contains("Did you mean 'tree'?"))
        #expect(message("--versoin").contains("Did you mean '--version'?"))
        #expect(message("xxxxxxxx").contains("--help"))
        if let sample = Samples.all.first {
            #expect(message(sample.name).contains("rxtrace run \(sample.name)"))
        }
    }
}
