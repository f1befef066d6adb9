import RxTraceKit

/// The samples' source files, which are built in: a sample is shown wherever the command lies.
enum SampleFiles {
    static let all = BuiltInFile.ofSamples.map { SampleProgram.File(name: $0.name, text: $0.text) }

    /// The content of a file by its path in a trace, such as `samples/Timer.swift`; nil for any other.
    @Sendable static func text(of path: String) -> String? {
        let folder = "samples/"
        guard path.hasPrefix(folder) else { return nil }
        return all.first { $0.name == path.dropFirst(folder.count) }?.text
    }
}
