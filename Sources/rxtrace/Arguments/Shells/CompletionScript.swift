/// The script that teaches a shell to complete this command's line, made from the table of the command line.
enum Shell: String, CaseIterable {
    case bash, zsh, fish

    func script(_ commands: [CommandDefinition]) -> String {
        switch self {
        case .bash: BashCompletion.script(commands)
        case .zsh: ZshCompletion.script(commands)
        case .fish: FishCompletion.script(commands)
        }
    }
}

extension OptionDefinition {
    /// The words its value is one of; nil where it has no value, or any.
    var choices: [String]? {
        if case .choice(let words) = value { return words }
        return nil
    }

    /// Whether its value names a file or a folder.
    var takesFile: Bool {
        if case .text(let placeholder) = value { return ["FILE", "DIR", "FOLDER"].contains(placeholder) }
        return false
    }

    /// Its names with their dashes.
    var words: [String] { (short.map { ["-\($0)"] } ?? []) + ["--\(name)"] }
}

extension CommandDefinition {
    /// The names, with their dashes, of the options that a value follows.
    var wordsBeforeValues: [String] { allOptions.filter { $0.value != .flag }.flatMap(\.words) }
}
