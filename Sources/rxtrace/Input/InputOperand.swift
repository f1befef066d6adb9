import RxTraceSamples

extension CommandDefinition.Operand {
    static let input = CommandDefinition.Operand(
        placeholder: "INPUT",
        summary: "a sample's name (see `rxtrace list`), a recorded trace, - for standard input, or Swift files or a "
            + "folder of them, which are compiled and run; without it, the first sample. "
            + "Words after -- are arguments of the program",
        words: { Samples.all.map(\.name) },
        takesProgramArguments: true,
        allowsAfter: { ($0 + [$1]).allSatisfy(SwiftProgram.isNamed(by:)) })
}
