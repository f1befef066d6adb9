/// One option, as the table of the command line holds it.
struct OptionDefinition {
    enum Value: Equatable {
        /// The option takes none.
        case flag
        case choice([String])
        case number(placeholder: String, range: ClosedRange<Int>)
        case text(placeholder: String)
    }

    /// The long name, without its dashes.
    var name: String
    var short: Character?
    var value: Value = .flag
    var summary: String
    /// Words that shells offer for its value, where it takes others too.
    var offered: [String] = []

    /// How it is written in help and messages, such as `--zoom user|operators|internals`.
    var usage: String {
        let names = short.map { "-\($0), --\(name)" } ?? "--\(name)"
        return switch value {
        case .flag: names
        case .choice(let words): "\(names) \(words.joined(separator: "|"))"
        case .number(let placeholder, _), .text(let placeholder): "\(names) \(placeholder)"
        }
    }
}
