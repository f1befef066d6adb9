/// One command, as the table of the command line holds it: parsing, help and messages come from here.
struct CommandDefinition: Sendable {
    /// A line of a shell, and its purpose.
    struct Example: Sendable {
        var line: String
        var purpose: String
    }

    /// An operand of a command: one word that may be left out, or several.
    struct Operand: Sendable {
        var placeholder: String
        var summary: String
        /// Whether the command does nothing without it.
        var isNeeded = false
        /// The words that may stand there besides the name of a file: shells offer them.
        var words: @Sendable () -> [String] = { [] }
        var isFile = true
        /// Whether `--` after it starts the arguments of a program it names.
        var takesProgramArguments = false
        /// Whether `--` without an operand before it starts a program and its arguments.
        var isProgramByItself = false
        /// Whether a further word may stand beside those that are there.
        var allowsAfter: @Sendable ([String], String) -> Bool = { _, _ in false }

        /// Whether it is one of some words, and no further word may stand beside it.
        var isOneWord: Bool { !isFile && words().first.map { !allowsAfter([$0], $0) } ?? false }

        /// As a line of usage has it.
        var usage: String { isNeeded ? placeholder : "[\(placeholder)]" }
    }

    /// A word of the command's output, and its meaning.
    struct Term: Sendable {
        var word: String
        var meaning: String
    }

    var name: String
    var summary: String
    var operand: Operand?
    var options: [OptionDefinition] = []
    var terms: [Term] = []
    /// The head of the terms in help.
    var termsTitle = "Columns"
    var examples: [Example] = []
    /// The command that does what an option asks for that this one does not have, by the option with its value, such as
    /// `--format=dot`.
    var otherCommand: @Sendable (String) -> String? = { _ in nil }
    var run: @Sendable (ParsedArguments) throws -> Void

    /// The options with those that every command has.
    var allOptions: [OptionDefinition] { options + [.help] }
}

/// Commands that serve one wish of the user's.
struct CommandGroup: Sendable {
    var title: String
    var commands: [CommandDefinition]
    /// Whether the help names them alone: one line says what they all do.
    var isShort = false
}
