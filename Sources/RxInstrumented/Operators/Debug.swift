import Foundation

extension ObservableType {
    /// Prints the subscription, the events and the disposal to standard output.
    ///
    /// ```swift
    /// Observable.of(1).debug("numbers").subscribe()
    /// // 2026-05-04 12:30:00.000: numbers -> subscribed
    /// // 2026-05-04 12:30:00.001: numbers -> Event next(1)
    /// // 2026-05-04 12:30:00.001: numbers -> Event completed
    /// // 2026-05-04 12:30:00.001: numbers -> isDisposed
    /// ```
    ///
    /// While a recording runs, each line is also a mark in the trace, without the time: `numbers -> Event next(1)`.
    ///
    /// - Parameters:
    ///   - identifier: the sequence's name in each line; by default, the place of the call.
    ///   - trimOutput: whether to leave out the middle of an event's text that has more than 40 characters.
    ///   - file: the file of the call.
    ///   - function: the function of the call.
    ///   - line: the line of the call.
    @inlinable
    public func debug(
        _ identifier: String? = nil, trimOutput: Bool = false, file: String = #file, line: UInt = #line,
        function: String = #function
    ) -> Observable<Element> {
        Debug(
            source: asObservable(),
            identifier: identifier ?? DebugOutput.identifier(file: file, line: line, function: function),
            trimOutput: trimOutput)
    }
}

@usableFromInline
final class Debug<Element>: Producer<Element> {
    override var isKeptBySubscription: Bool { true }

    @inlinable init(source: Observable<Element>, identifier: String, trimOutput: Bool) {
        super.init { _, downstream, cancel in
            let output = DebugOutput(identifier: identifier, trimOutput: trimOutput)
            return source.subscribe(sink: DebugSink(output: output, downstream: consume downstream, cancel: cancel))
        }
    }
}

@usableFromInline
final class DebugSink<Element>: Sink<Element>, InnerObserver {
    @usableFromInline let output: DebugOutput

    @inlinable init(output: DebugOutput, downstream: Edge<Element>, cancel: SinkDisposer) {
        self.output = output
        super.init(downstream: downstream, cancel: cancel)
        output.write("subscribed")
    }

    @inlinable func on(_ event: Event<Element>) {
        output.writeEvent("\(event)")
        forwardOn(event)
        if event.isStopEvent { dispose() }
    }

    // The disposer calls `dispose()` of this sink again, so that this runs before the source is disposed, and once.
    @usableFromInline override func didDispose() {
        if stopped.set() { output.write("isDisposed") }
    }
}

/// Prints the lines for one subscription to a `debug` sequence.
@usableFromInline
final class DebugOutput {
    private static let longestEvent = 40

    private let identifier: String
    private let trimOutput: Bool
    private let timestamps = DateFormatter()

    @usableFromInline init(identifier: String, trimOutput: Bool) {
        self.identifier = identifier
        self.trimOutput = trimOutput
        timestamps.dateFormat = "yyyy-MM-dd HH:mm:ss.SSS"
    }

    /// The name of a sequence without an identifier.
    @usableFromInline static func identifier(file: String, line: UInt, function: String) -> String {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        return "\(name):\(line) (\(function))"
    }

    @usableFromInline func writeEvent(_ event: String) {
        write("Event \(trimOutput ? Self.trimmed(event) : event)", short: "Event \(event.prefix { $0 != "(" })")
    }

    @usableFromInline func write(_ text: String) {
        write(text, short: text)
    }

    /// - Parameter short: the same without a value.
    private func write(_ text: String, short: @autoclosure () -> String) {
        PrintedLine.write(
            "\(identifier) -> \(text)", short: "\(identifier) -> \(short())", at: timestamps.string(from: Date()))
    }

    private static func trimmed(_ text: String) -> String {
        guard text.count > longestEvent else { return text }
        return "\(text.prefix(longestEvent / 2))...\(text.suffix(longestEvent / 2))"
    }
}
