import RxTraceKit
import RxTraceSamples

extension CommandDefinition {
    static let sample = CommandDefinition(
        name: "sample", summary: "print a sample as a Swift file, to be changed and run",
        operand: Operand(
            placeholder: "NAME", summary: "the sample: see `rxtrace list`", isNeeded: true,
            words: { Samples.all.map(\.name) }, isFile: false),
        options: [.output],
        examples: [
            Example(line: "rxtrace sample flat-map-latest > Search.swift", purpose: "then: rxtrace run Search.swift"),
            Example(line: "rxtrace sample retry -o Retry.swift", purpose: "into a file"),
        ],
        run: { arguments in
            let text = try program(arguments.operand).text
            let destination = try OutputDestination(
                path: arguments.value(of: .output), standardOutput: StandardOutput.divert())
            try destination.write { try $0.write(text) }
        })

    private static func program(_ word: String?) throws -> SampleProgram {
        guard let word else {
            throw CommandFailure.usage(
                "`rxtrace sample` needs the NAME of a sample, as in `rxtrace sample create-subscribe`. `rxtrace list` "
                    + "shows them.")
        }
        if let sample = Samples.all.first(where: { $0.name == word }), let program = SampleProgram(sample) {
            return program
        }
        let nearest = NearestWord.find(word, among: Samples.all.map(\.name))
        let offer = nearest.map { "Did you mean '\($0)'?" } ?? "`rxtrace list` shows them."
        throw CommandFailure(.noInput, "there is no sample '\(TerminalText.escaped(word))'. \(offer)")
    }
}
