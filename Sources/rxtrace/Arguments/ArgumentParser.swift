import RxTraceKit

/// Reads the words after a command's name by the command's definition.
struct ArgumentParser {
    let command: CommandDefinition
    private var result = ParsedArguments()

    /// - Throws: ``CommandFailure`` of wrong usage, which names the word that is wrong and the nearest right one.
    static func parse(_ words: [String], for command: CommandDefinition) throws -> ParsedArguments {
        var parser = ArgumentParser(command: command)
        return try parser.parse(words)
    }

    private init(command: CommandDefinition) {
        self.command = command
        if command.operand?.isNeeded ?? false { result.set(commandInNeed: command.name) }
    }

    private mutating func parse(_ words: [String]) throws -> ParsedArguments {
        var rest = words[...]
        var onlyOperands = false
        while let word = rest.popFirst() {
            if onlyOperands || word == "-" || !word.hasPrefix("-") {
                try add(operand: word)
            } else if word == "--", let operand = command.operand,
                result.operand == nil ? operand.isProgramByItself : operand.takesProgramArguments
            {
                result.set(programArguments: Array(rest))
                return result
            } else if word == "--" {
                onlyOperands = true
            } else if word.hasPrefix("--") {
                try readLong(word.dropFirst(2), &rest)
            } else {
                try readShort(word.dropFirst(), &rest)
            }
        }
        return result
    }

    private mutating func add(operand: String) throws {
        guard let definition = command.operand else {
            throw failure("takes no argument", way: "Leave out \(quoted(operand)).")
        }
        if let first = result.operand, !definition.allowsAfter(result.operands, operand) {
            throw failure(
                "takes one \(definition.placeholder), not \(quoted(first)) and \(quoted(operand))",
                way: "Leave out one of them.")
        }
        result.add(operand: operand)
    }

    /// `name` or `name=value`.
    private mutating func readLong(_ word: Substring, _ rest: inout ArraySlice<String>) throws {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.first.map(String.init) ?? ""
        guard let option = command.allOptions.first(where: { $0.name == name }) else {
            let given = parts.count > 1 ? "--\(word)" : "--\(name)=\(rest.first ?? "")"
            if let other = command.otherCommand(given) {
                throw failure("has no option \(quoted("--\(name)"))", way: "`rxtrace \(other)` does that.")
            }
            let nearest = NearestWord.find(name, among: command.allOptions.map(\.name)).map { "--\($0)" }
            throw failure("has no option \(quoted("--\(name)"))", nearest: nearest)
        }
        try take(option, parts.count > 1 ? String(parts[1]) : nil, &rest)
    }

    /// `o FILE` or `oFILE`; several flags may share one dash.
    private mutating func readShort(_ word: Substring, _ rest: inout ArraySlice<String>) throws {
        var letters = word
        while let letter = letters.popFirst() {
            guard let option = command.allOptions.first(where: { $0.short == letter }) else {
                throw failure("has no option \(quoted("-\(letter)"))")
            }
            if option.value == .flag {
                try take(option, nil, &rest)
            } else {
                return try take(option, letters.isEmpty ? nil : String(letters), &rest)
            }
        }
    }

    private mutating func take(
        _ option: OptionDefinition, _ attached: String?, _ rest: inout ArraySlice<String>
    ) throws {
        if option.value == .flag {
            if attached != nil {
                throw failure("takes no value for --\(option.name)", way: "Write --\(option.name) alone.")
            }
            return result.set(option, to: "")
        }
        var value = attached
        // The next word is the value, but not where it is an option: that one would be lost without a word.
        // A number below zero is no option.
        if value == nil, let next = rest.first, !next.hasPrefix("-") || next.dropFirst().first?.isNumber ?? true {
            value = rest.popFirst()
        }
        guard let value else { throw failure("needs a value after --\(option.name): \(option.usage)") }
        try check(value, for: option)
        result.set(option, to: value)
    }

    private func check(_ value: String, for option: OptionDefinition) throws {
        switch option.value {
        case .flag: break
        case .choice(let words):
            guard !words.contains(value) else { return }
            throw failure(
                "takes \(words.joined(separator: ", ")) for --\(option.name), not \(quoted(value))",
                nearest: NearestWord.find(value, among: words))
        case .number(_, let range):
            guard Int(value).map(range.contains) != true else { return }
            throw failure(
                "takes a number from \(range.lowerBound) to \(range.upperBound) for --\(option.name), not \(quoted(value))"
            )
        case .text(let placeholder):
            if value.isEmpty { throw failure("needs a \(placeholder) after --\(option.name), which is empty") }
        }
    }

    private func failure(_ message: String, nearest: String? = nil, way: String? = nil) -> CommandFailure {
        let way =
            way ?? nearest.map { "Did you mean \(quoted($0))?" } ?? "See `rxtrace \(command.name) --help`."
        return .usage("`rxtrace \(command.name)` \(message). \(way)")
    }

    private func quoted(_ word: String) -> String { "'\(TerminalText.escaped(word))'" }
}
