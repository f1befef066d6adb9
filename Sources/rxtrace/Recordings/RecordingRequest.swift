import RxInstrumented
import RxTraceExploring
import RxTraceKit

/// The calls and values that a recording made by a command is to keep.
struct RecordingRequest {
    /// The usual request.
    static let usual = RecordingRequest()

    /// The options that say so, each with the variable that says the same to a program.
    private static let variables: [(option: OptionDefinition, name: RecordingVariables.Name)] = [
        (.values, .values), (.last, .last), (.limit, .limit), (.sample, .sample), (.recordOnly, .only),
        (.recordExcept, .except), (.sites, .sites), (.hops, .hops),
    ]

    private let variables: RecordingVariables
    let options: RecordingOptions
    /// The order in which the program's threads take turns; nil where they run as they come.
    let order: ThreadOrder?
    /// The recording that their order is to lead along; nil for none.
    let like: String?
    /// Whether a program whose threads take turns has the system's clocks.
    let hasRealTime: Bool
    private let given: [OptionDefinition]

    private init() {
        variables = RecordingVariables()
        options = RecordingOptions()
        order = nil
        like = nil
        hasRealTime = false
        given = []
    }

    /// - Throws: ``CommandFailure`` of wrong usage.
    init(_ arguments: ParsedArguments) throws {
        var variables = RecordingVariables()
        for (option, name) in Self.variables {
            let texts = arguments.values(of: option)
            variables[name] = name == .only || name == .except ? texts.joined(separator: ",") : texts.last
        }
        self.variables = variables
        given = Self.variables.map(\.option).filter { arguments.has($0) } + OptionDefinition.turns.filter(arguments.has)
        order = try Self.order(arguments)
        like = arguments.value(of: .like)
        hasRealTime = arguments.value(of: .time) == "real"
        if like != nil, order != nil {
            throw CommandFailure.usage("--like looks for an order by itself. Leave out --order and --time virtual.")
        }
        do throws(RecordingVariables.Failure) {
            options = try variables.options()
        } catch {
            let option = Self.variables.first { $0.name == error.name }?.option.name ?? ""
            throw CommandFailure.usage("--\(option) \(TerminalText.escaped(error.description))")
        }
    }

    private static func order(_ arguments: ParsedArguments) throws -> ThreadOrder? {
        guard let token = arguments.value(of: .order) else {
            return arguments.value(of: .time) == "virtual" ? .usual : nil
        }
        guard let order = ThreadOrder(token: token) else {
            throw CommandFailure.usage(
                "'\(TerminalText.escaped(token))' names no order of threads. `rxtrace explore` tells those of a program."
            )
        }
        return order
    }

    /// Whether the program's threads take turns.
    var isControlled: Bool { order != nil || like != nil }

    /// The variables for a program, without the one that names its recording's file.
    var environment: [String: String] { variables.environment }

    /// The variables for a program whose recording goes to `file`. Those of the command's own environment hold where no
    /// option says otherwise.
    func environment(file: String) -> [String: String] {
        // A program that crashes has printed all its lines: into a pipe it would lose the last ones.
        variables.environment.merging([RecordingFile.variable: file, "RXTRACE_PRINTS": "lines"]) { $1 }
    }

    /// Refuses a file that nothing can be recorded into, before a program is compiled and run, which could only say so and go on.
    ///
    /// - Throws: ``CommandFailure`` of output that failed.
    static func expectPlace(_ path: String) throws {
        guard let lack = PlaceOfRecording.lack(at: path) else { return }
        throw CommandFailure(
            .outputFailed,
            TerminalText.escaped("cannot record into \(path): \(lack). Choose another file with --output."))
    }

    /// Refuses a variable of this command's own environment that a program could not read: it would not be recorded.
    ///
    /// - Throws: ``CommandFailure`` of wrong usage.
    func expectVariables() throws {
        var all = RecordingVariables.ofProcess
        for name in RecordingVariables.Name.allCases { all[name] = variables[name] ?? all[name] }
        do throws(RecordingVariables.Failure) {
            _ = try all.options()
        } catch {
            throw CommandFailure.usage("\(error.name.rawValue) \(TerminalText.escaped(error.description))")
        }
    }

    /// Leaves unwanted values out of a recorded trace; values that were never recorded cannot come back.
    ///
    /// - Throws: ``CommandFailure`` of wrong usage for options that only a running recording can follow.
    func applied(to source: any TraceSource) throws -> any TraceSource {
        if let option = given.first(where: { $0.name != OptionDefinition.values.name }) {
            throw Self.refusal(of: option)
        }
        return given.isEmpty || options.values != .none ? source : AdjustedTrace(source, hasValues: false)
    }

    /// The failure that an option does nothing with a trace that is recorded already.
    static func refusal(of option: OptionDefinition) -> CommandFailure {
        .usage(
            "--\(option.name) is for making a recording, and this trace is recorded already. Leave it out, or use "
                + "--only and the other filters.")
    }
}
