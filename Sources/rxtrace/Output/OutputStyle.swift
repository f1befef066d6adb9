import TraceKit

/// How text for people is to look, by the options and by where it goes.
struct OutputStyle {
    let width: Int?
    let branches: BranchStyle
    let usesColor: Bool

    init(_ arguments: ParsedArguments, _ destination: OutputDestination) {
        let terminal = Terminal(descriptor: destination.terminalDescriptor)
        width = arguments.number(of: .width) ?? terminal.width
        branches = arguments.has(.ascii) ? .ascii : .unicode
        usesColor = (arguments.choice(of: .color) ?? ColorChoice.auto).usesColor(on: terminal)
    }
}
