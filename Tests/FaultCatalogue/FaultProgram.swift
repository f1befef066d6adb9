import RxInstrumented
import RxSwift
import RxTraceKit

/// A small program as a user would write it, with a fault planted, or with none.
///
/// What is to be found stands in the program's source, as a comment on the line at fault: `// FAULT: reentrance`, or
/// `// FAULT: leak bag` for a leak and what keeps it, `// FAULT: note glitch` for a note; several are parted by commas. A
/// program without one is clean.
struct FaultProgram: Sendable, CustomStringConvertible {
    let name: String
    /// The rules that it comes near to, without a fault of theirs.
    let near: Set<String>
    /// The rules for the main thread it is looked at with.
    let mainThread: [String]
    let file: String
    let line: Int
    /// Lines before the program that are a part of it.
    private(set) var extra: ClosedRange<Int>?
    private let body: @Sendable () -> Void

    init(
        _ name: String, near: Set<String> = [], mainThread: [String] = [], file: StaticString = #filePath,
        line: Int = #line,
        _ body: @escaping @Sendable () -> Void
    ) {
        self.name = name
        self.near = near
        self.mainThread = mainThread
        self.file = "\(file)"
        self.line = line
        self.body = body
    }

    var description: String { name }

    /// The program with lines before it, those of a type it uses, as a part of it.
    func spanning(_ lines: ClosedRange<Int>) -> FaultProgram {
        var program = self
        program.extra = lines
        return program
    }

    /// Runs the program and gives what it did, and its work on queues too.
    ///
    /// The thread it runs on stands for the main one, which on Linux a test is not given.
    func trace() -> Trace {
        var trace = Trace.record(name, options: RecordingOptions(scope: .caused)) { body() }
        if let first = trace.threads.indices.first { trace.threads[first].name = "main" }
        return trace
    }
}

/// A fault at a line.
struct PlantedFault: Hashable, CustomStringConvertible {
    var line: Int
    /// The rule, or `leak` and the keeper; behind `note` where it is one.
    var fault: String

    var description: String { "\(line): \(fault)" }
}
