import RxInstrumented
import RxTraceKit

/// The options that more than one command takes.
extension OptionDefinition {
    static let help = OptionDefinition(name: "help", short: "h", summary: "show this help")
    static let version = OptionDefinition(name: "version", summary: "show the version")

    static let zoom = OptionDefinition(
        name: "zoom", value: .choice(Zoom.allCases.map(\.rawValue)),
        summary: "how close to look (default: internals; for a graph or diagram, operators)")
    static let width = OptionDefinition(
        name: "width", value: .number(placeholder: "COLUMNS", range: 20...100_000),
        summary: "fit lines into this width (default: the terminal's; none in a file or a pipe)")
    static let ascii = OptionDefinition(name: "ascii", summary: "draw branches with seven-bit characters")
    static let color = OptionDefinition(
        name: "color", value: .choice(ColorChoice.allCases.map(\.rawValue)),
        summary: "use colour (default: auto: on a terminal, unless NO_COLOR is set)")
    static let noFold = OptionDefinition(
        name: "no-fold", summary: "draw every call, row and subscription, and do not fold those that repeat")
    static let indent = OptionDefinition(
        name: "indent", summary: "indent every call below its caller, a chain of single calls too")
    static let values = OptionDefinition(
        name: "values", value: .choice(RecordedValues.allCases.map { "\($0)" }),
        summary: "how much of each value to record (default: short); for a recorded trace, none leaves values out")
    static let last = OptionDefinition(
        name: "last", value: .text(placeholder: "CALLS|BYTES"),
        summary: "keep only the end of the recording: --last 100000, or --last 64MB")
    static let limit = OptionDefinition(
        name: "limit", value: .text(placeholder: "BYTES"),
        summary: "end the recording when its file has so many bytes; a write more may be in it: --limit 500MB")
    static let sample = OptionDefinition(
        name: "sample", value: .number(placeholder: "N", range: 1...1_000_000_000),
        summary: "record one subscription in N, whole")
    static let recordOnly = OptionDefinition(
        name: "record-only", value: .text(placeholder: "PATTERN"),
        summary: "record only subscriptions to observables of such a type or name")
    static let recordExcept = OptionDefinition(
        name: "record-except", value: .text(placeholder: "PATTERN"),
        summary: "do not record subscriptions to observables of such a type or name")
    static let sites = OptionDefinition(
        name: "sites", value: .choice(["all", "none"]),
        summary: "record the places in the source, or none (default: all)")
    static let hops = OptionDefinition(
        name: "hops", value: .choice(["all", "none"]),
        summary: "follow work that the program itself hands to queues, tasks and threads, or none (default: all)")
    static let names = OptionDefinition(
        name: "names", value: .choice(NodeNaming.allCases.map(\.rawValue)),
        summary: "call an observable what the source calls it, if that can be read, or by its type (default: source)")
    static let noTimes = OptionDefinition(name: "no-times", summary: "leave out start and duration")
    static let canonical = OptionDefinition(
        name: "canonical",
        summary: "number everything along the causal tree: the same in every run, whatever the threads' timing")
    static let output = OptionDefinition(
        name: "output", short: "o", value: .text(placeholder: "FILE"),
        summary: "write to FILE, which changes only when all is written")
    static let timeout = OptionDefinition(
        name: "timeout", value: .number(placeholder: "SECONDS", range: 1...86_400),
        summary: "end a program compiled from Swift files after so long, and show what it did (exit status 124)")

    static let order = OptionDefinition(
        name: "order", value: .text(placeholder: "TOKEN"),
        summary: "run the program's threads in the order that this token of `rxtrace explore` names, on virtual time "
            + "unless --time is real")
    static let time = OptionDefinition(
        name: "time", value: .choice(["real", "virtual"]),
        summary: "the program's clock (default: real); virtual time stands still while a thread can go on, and then "
            + "jumps to the next timer")

    static let like = OptionDefinition(
        name: "like", value: .text(placeholder: "RECORDING"),
        summary: "look for an order of threads that leads along this recording, made without --order, and run it")

    /// The options that control a program's threads and clock.
    static let turns = [order, like, time]
    /// The options of every rendering.
    static let rendering = recording + turns + [names, canonical, timeout, output]
    /// The options that choose the calls and values of a recording.
    static let recording = [values, last, limit, sample, recordOnly, recordExcept, sites, hops]
    static let drawing = [zoom, width, ascii, color]
    /// The further options of a tree.
    static let folding = [noFold, indent]
}
