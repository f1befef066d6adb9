import Foundation

/// The process that runs these tests, started again for some of them.
public enum TestProcess {
    /// Runs it to its end.
    ///
    /// - Parameters:
    ///   - arguments: the words that choose the tests.
    ///   - environment: variables beside those of this process; nil takes one away.
    ///   - keepsErrors: whether standard error is part of the output.
    /// - Returns: whether all that ran passed, and what was printed.
    public static func run(
        _ arguments: [String], environment: [String: String?], keepsErrors: Bool = false
    ) throws -> (hasPassed: Bool, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = arguments
        var variables = ProcessInfo.processInfo.environment
        for (name, value) in environment { variables[name] = value }
        process.environment = variables
        let output = Pipe()
        process.standardOutput = output
        process.standardError = keepsErrors ? output : FileHandle.nullDevice
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationReason == .exit && process.terminationStatus == 0, text)
    }
}
