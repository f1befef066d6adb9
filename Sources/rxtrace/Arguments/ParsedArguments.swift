/// The user's words to one command: known options with sound values, and the operands.
struct ParsedArguments {
    private(set) var operands: [String] = []
    /// The words after `--`, which are for the program that the operands name.
    private(set) var programArguments: [String] = []
    /// The name of the command, if it does nothing without an operand.
    private(set) var commandInNeed: String?
    private var values: [String: [String]] = [:]

    /// The first operand.
    var operand: String? { operands.first }

    /// The value given last; nil where the option was not given.
    func value(of option: OptionDefinition) -> String? { values[option.name]?.last }

    /// All values given, in order.
    func values(of option: OptionDefinition) -> [String] { values[option.name] ?? [] }

    /// All values given, each of which may hold several, parted by commas.
    func list(of option: OptionDefinition) -> [String] {
        values(of: option).flatMap { $0.split(separator: ",").map(String.init) }
    }

    func has(_ option: OptionDefinition) -> Bool { values[option.name] != nil }

    /// Refuses options that do nothing beside another one, which `reason` names.
    func refuse(_ options: [OptionDefinition], because reason: String) throws {
        guard let option = options.first(where: has) else { return }
        throw CommandFailure.usage("\(reason). Leave out --\(option.name).")
    }

    func number(of option: OptionDefinition) -> Int? { value(of: option).flatMap { Int($0) } }

    /// The value as one of an enumeration's words.
    func choice<Choice: RawRepresentable>(of option: OptionDefinition, _ type: Choice.Type = Choice.self) -> Choice?
    where Choice.RawValue == String {
        value(of: option).flatMap { Choice(rawValue: $0) }
    }

    /// The words that give these options again, as far as they were given.
    func words(of options: [OptionDefinition]) -> [String] {
        options.flatMap { option in
            values(of: option).flatMap { option.value == .flag ? ["--\(option.name)"] : ["--\(option.name)=\($0)"] }
        }
    }

    mutating func set(_ option: OptionDefinition, to value: String) { values[option.name, default: []].append(value) }
    mutating func add(operand: String) { operands.append(operand) }
    mutating func set(commandInNeed: String) { self.commandInNeed = commandInNeed }
    mutating func set(programArguments: [String]) { self.programArguments = programArguments }
}
