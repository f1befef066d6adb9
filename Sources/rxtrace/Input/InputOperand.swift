import RxTraceSamples

extension CommandDefinition.Operand {
    /// For commands that show a trace.
    static let input = input(isNeeded: false)

    /// For commands that judge one: an answer about the first sample would be taken for one about the user's program.
    static let neededInput = input(isNeeded: true)

    private static func input(isNeeded: Bool) -> CommandDefinition.Operand {
        CommandDefinition.Operand(
            placeholder: "INPUT",
            summary: "a sample's name (see `rxtrace list`), a recorded trace, - for standard input, or Swift files or "
                + "a folder of them, which rxtrace compiles and runs\(isNeeded ? "" : "; without it, the first sample"). "
                + "Words after -- are the program's arguments",
            isNeeded: isNeeded,
            words: { Samples.all.map(\.name) },
            takesProgramArguments: true,
            allowsAfter: { ($0 + [$1]).allSatisfy(SwiftProgram.isNamed(by:)) })
    }
}
