import Testing

@testable import rxtrace

struct ArgumentParserTests {
    private func parse(_ words: String..., for command: CommandDefinition = .run) throws -> ParsedArguments {
        try ArgumentParser.parse(words, for: command)
    }

    private func message(_ words: String..., for command: CommandDefinition = .run) -> String? {
        do {
            _ = try ArgumentParser.parse(words, for: command)
            return nil
        } catch {
            let failure = error as? CommandFailure
            #expect(failure?.status == .wrongUsage)
            return failure?.message
        }
    }

    @Test func valuesFollowAfterASpaceOrAnEqualsSignAndTheLastOneCounts() throws {
        let arguments = try parse("--zoom", "user", "sample", "--width=80", "--zoom=operators", "--ascii")
        #expect(arguments.operand == "sample")
        #expect(arguments.value(of: .zoom) == "operators")
        #expect(arguments.number(of: .width) == 80)
        #expect(arguments.has(.ascii))
        #expect(!arguments.has(.canonical))
    }

    @Test(arguments: [["-o", "file"], ["-ofile"], ["--output", "file"], ["--output=file"]])
    func aFileIsNamedInEveryUsualWay(words: [String]) throws {
        #expect(try ArgumentParser.parse(words, for: .run).value(of: .output) == "file")
    }

    @Test func aDashIsAnOperandAndWordsAfterTwoDashesAreToo() throws {
        #expect(try parse("-").operand == "-")
        #expect(try parse("--", "--zoom").operand == "--zoom")
        #expect(try parse("-o", "-").value(of: .output) == "-")
    }

    @Test func severalSwiftFilesAreOneInputAndTwoDashesBeginItsArguments() throws {
        let arguments = try parse("A.swift", "--zoom", "user", "B.swift", "--", "--zoom", "x", "--")
        #expect(arguments.operands == ["A.swift", "B.swift"])
        #expect(arguments.programArguments == ["--zoom", "x", "--"])
        #expect(arguments.value(of: .zoom) == "user")
        #expect(message("A.swift", "trace.json")?.contains("'A.swift' and 'trace.json'") == true)
        #expect(message("timer", "retry")?.contains("takes one INPUT") == true)
    }

    @Test func anUnknownOptionIsAnsweredWithTheNearest() {
        #expect(message("--zom")?.contains("Did you mean '--zoom'?") == true)
        #expect(message("--qqqqqq")?.contains("See `rxtrace run --help`") == true)
        #expect(message("-x")?.contains("'-x'") == true)
    }

    @Test func anOptionOfAnotherCommandIsUnknown() throws {
        #expect(try parse("--ascii", for: FormatTable.usual.command).has(.ascii))
        #expect(message("--ascii", for: FormatTable.json.command)?.contains("'--ascii'") == true)
    }

    @Test func aValueThatIsNoChoiceIsAnsweredWithTheChoices() {
        let text = message("--zoom", "operator")
        #expect(text?.contains("user, operators, internals") == true)
        #expect(text?.contains("Did you mean 'operators'?") == true)
    }

    @Test(arguments: ["0", "-1", "19", "100001", "80x", "", "99999999999999999999"])
    func aWidthOutOfRangeIsRefused(width: String) {
        #expect(message("--width=\(width)")?.contains("from 20 to 100000") == true)
    }

    @Test func aMissingOrSuperfluousValueIsRefused() {
        #expect(message("--output")?.contains("needs a value") == true)
        #expect(message("--output", "--ascii")?.contains("needs a value") == true)
        #expect(message("--output=")?.contains("empty") == true)
        #expect(message("--ascii=yes")?.contains("takes no value") == true)
    }

    @Test func asManyOperandsAsTheCommandTakes() {
        #expect(message("one", "two")?.contains("'one' and 'two'") == true)
        #expect(message("one", for: .list)?.contains("takes no argument") == true)
    }

    /// Every number of every command: one message, which says what it may be.
    @Test(arguments: ["-1", "-9223372036854775809", "99999999999999999999", "1e3", "0x10", "nan", "", "٣", "1 "])
    func aNumberThatIsNoneIsRefused(word: String) {
        var count = 0
        for command in CommandTable.commands {
            for option in command.allOptions {
                guard case .number(_, let range) = option.value else { continue }
                count += 1
                let beginning =
                    "takes a number from \(range.lowerBound) to \(range.upperBound) for --\(option.name), not"
                for words in [["--\(option.name)", word], ["--\(option.name)=\(word)"]] {
                    do {
                        _ = try ArgumentParser.parse(words, for: command)
                        Issue.record("\(command.name) \(words)")
                    } catch {
                        #expect((error as? CommandFailure)?.message.contains(beginning) == true, "\(error)")
                    }
                }
                let outside = [
                    range.lowerBound - 1, range.upperBound < .max ? range.upperBound + 1 : range.lowerBound - 1,
                ]
                for number in outside {
                    #expect(throws: CommandFailure.self) {
                        try ArgumentParser.parse(["--\(option.name)", "\(number)"], for: command)
                    }
                }
            }
        }
        #expect(count > 30)
    }

    @Test func whatTheUserTypedCannotCommandTheTerminal() {
        #expect(message("--\u{1B}[2J")?.contains("\u{1B}") == false)
    }
}
