import RxTraceKit

extension CommandDefinition {
    private static let by = OptionDefinition(
        name: "by", value: .choice(TraceStatistics.Grouping.allCases.map(\.rawValue)),
        summary: "what a row is about (default: operator)")
    private static let sort = OptionDefinition(
        name: "sort", value: .choice(TraceStatistics.Column.allCases.map(\.rawValue)),
        summary: "sort by this column, the largest first (default: own; without times, calls)")
    private static let format = OptionDefinition(
        name: "format", value: .choice(["table", "json"]), summary: "how to write the figures (default: table)")

    static let stats = CommandDefinition(
        name: "stats", summary: "add up calls, events, times and waiting, operator by operator",
        operand: .neededInput,
        options: [by, sort, format, .width, .ascii, .color] + OptionDefinition.filtering + OptionDefinition.rendering,
        terms: StatisticsTable.columns.map { .init(word: $0.title, meaning: $0.column.meaning) },
        examples: [
            Example(line: "rxtrace stats retry --by type", purpose: "all operators of a type in one row"),
            Example(line: "rxtrace stats observe-on", purpose: "the operators, by the time they took themselves"),
            Example(line: "rxtrace stats flat-map-latest --by site --sort in", purpose: "events by line of source"),
            Example(line: "rxtrace stats timer --by thread --format json", purpose: "for another program"),
        ],
        run: { arguments in
            let input = try TraceInput(arguments)
            let standardOutput = try StandardOutput.divert()
            let destination = try OutputDestination(
                path: arguments.value(of: .output), standardOutput: standardOutput)
            let source = try AnalysisSource(arguments).read(input)
            let statistics = try TraceStatistics(source, by: arguments.choice(of: by) ?? .operator)
            let column = arguments.choice(of: sort) ?? (statistics.hasTimes ? TraceStatistics.Column.own : .calls)
            try destination.write { output in
                if arguments.value(of: format) == "json" {
                    return try StatisticsJSON(sortedBy: column).render(statistics, of: source, to: output)
                }
                let style = OutputStyle(arguments, destination)
                let table = StatisticsTable(
                    sortedBy: column, width: style.width, branches: style.branches, usesColor: style.usesColor)
                try table.render(statistics, of: source, to: output)
            }
        })
}
