extension CommandDefinition {
    static let run = CommandDefinition(
        name: "run", summary: "run a sample, Swift files or a trace, and draw the call chain",
        operand: .input,
        options: [.format, .browse] + OptionDefinition.drawing + OptionDefinition.folding + [.noTimes]
            + OptionDefinition.filtering + OptionDefinition.rendering,
        examples: [
            Example(line: "rxtrace run", purpose: "the first sample as a tree"),
            Example(line: "rxtrace run Search.swift", purpose: "compile a file that imports RxSwift, and trace it"),
            Example(
                line: "rxtrace run --timeout 5 App/ -- --verbose",
                purpose: "all files of a folder, with arguments, five seconds long"),
            Example(
                line: "rxtrace run --zoom user trace.json", purpose: "the user's own calls in a recorded trace"),
            Example(line: "rxtrace run --browse Search.swift", purpose: "look around in it in the terminal"),
            Example(line: "rxtrace run -o trace.json", purpose: "in the format of the file's name"),
        ],
        run: { arguments in
            if arguments.has(.browse) {
                try arguments.refuse([.format, .output], because: "--browse draws on the terminal")
                return try BrowseCommand(arguments).run()
            }
            try RenderCommand(arguments, format: RunFormat.format(arguments)).run()
        })
}

/// The format of `rxtrace run`.
private enum RunFormat {
    static func format(_ arguments: ParsedArguments) -> FormatDefinition {
        let named = arguments.value(of: .format).flatMap(FormatTable.find)
        return named ?? arguments.value(of: .output).flatMap(FormatTable.format(ofFile:)) ?? FormatTable.usual
    }
}
