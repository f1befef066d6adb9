@testable import RxTraceKit
@testable import rxtrace

/// Command lines, a word a line. Nothing is run: words are parsed, and options that choose a part of a trace applied to one.
enum ArgumentsTarget: FuzzTarget {
    static func read(_ bytes: [UInt8]) {
        let words = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
        do {
            guard let first = words.first else { return }
            let command = try CommandTable.find(first)
            let arguments = try ArgumentParser.parse(Array(words.dropFirst()), for: command)
            _ = HelpText.command(command)
            _ = try DiffCommand.aspects(arguments, command: command.name)
            let filter = try FilterOptions(arguments).filter(for: trace)
            let filtered = try filter.apply(to: trace)
            _ = TreeRenderer().string(from: try filtered.trace())
            if let format = FormatTable.find(command.name), format.name != "svg" {
                let style = OutputStyle(arguments, terminalDescriptor: nil)
                _ = try format.renderer(arguments, style).string(from: try filtered.trace())
            }
            for word in arguments.operands {
                let (match, chain) = try EventWord(word).explain(in: trace, ordinal: nil)
                require(chain.steps.isEmpty || match.call > 0, "an event that is no call")
            }
        } catch let failure as CommandFailure {
            require(!failure.message.isEmpty, "a failure without words")
            require(failure.message.unicodeScalars.allSatisfy { $0.value == 10 || $0.value >= 32 }, failure.message)
        } catch {
            require(false, "\(error)")
        }
    }

    private static let trace = TraceInMemory(
        Trace(
            scenario: "fuzzed", threads: [Trace.Thread(id: 0, name: "main")],
            nodes: [
                Trace.Node(id: 1, type: "Map", role: .observable), Trace.Node(id: 2, type: "MapSink", role: .sink),
            ],
            subscriptions: [Trace.Subscription(id: 1, node: 1)],
            calls: [
                Trace.Call(id: 1, operation: .create, node: 1, label: "map", start: 0, duration: 10),
                Trace.Call(id: 2, operation: .subscribe, node: 1, subscription: 1, start: 20, duration: 1_000),
                Trace.Call(
                    id: 3, parent: 2, operation: .on, node: 2, subscription: 1, event: Trace.Event(.next, value: "1"),
                    start: 30, duration: 10),
                Trace.Call(
                    id: 4, parent: 3, operation: .handler, node: 2, label: "onNext", subscription: 1, start: 32,
                    duration: 5),
            ]))
}
