/// What the user asked of one command: known options with sound values, and the operand.
struct ParsedArguments {
    private(set) var operand: String?
    private var values: [String: [String]] = [:]

    /// The value given last; nil where the option was not given.
    func value(of option: OptionDefinition) -> String? { values[option.name]?.last }

    /// All values given, each of which may hold several, parted by commas.
    func list(of option: OptionDefinition) -> [String] {
        (values[option.name] ?? []).flatMap { $0.split(separator: ",").map(String.init) }
    }

    func has(_ option: OptionDefinition) -> Bool { values[option.name] != nil }

    func number(of option: OptionDefinition) -> Int? { value(of: option).flatMap { Int($0) } }

    /// The value as one of an enumeration's words.
    func choice<Choice: RawRepresentable>(of option: OptionDefinition, _ type: Choice.Type = Choice.self) -> Choice?
    where Choice.RawValue == String {
        value(of: option).flatMap { Choice(rawValue: $0) }
    }

    mutating func set(_ option: OptionDefinition, to value: String) { values[option.name, default: []].append(value) }
    mutating func set(operand: String) { self.operand = operand }
}
