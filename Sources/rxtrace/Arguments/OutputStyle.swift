import RxTraceKit

/// How text for people is to look, by the options and by where it goes.
struct OutputStyle {
    let width: Int?
    let branches: BranchStyle
    let usesColor: Bool

    /// For files and pipes.
    static let plain = OutputStyle(ParsedArguments(), terminalDescriptor: nil)

    init(_ arguments: ParsedArguments, _ destination: OutputDestination) {
        self.init(arguments, terminalDescriptor: destination.terminalDescriptor)
    }

    /// - Parameter terminalDescriptor: the descriptor that may be a terminal; nil for a file.
    init(_ arguments: ParsedArguments, terminalDescriptor: Int32?) {
        let terminal = Terminal(descriptor: terminalDescriptor)
        width = arguments.number(of: .width) ?? terminal.width
        branches = arguments.has(.ascii) ? .ascii : .unicode
        usesColor = (arguments.choice(of: .color) ?? ColorChoice.auto).usesColor(on: terminal)
    }
}
