import Foundation
import RxTraceKit
import Synchronization

/// Where the traces of tests go: the folder that `RXTRACE_TRACES` in the environment names; nowhere without it.
enum TestTraces {
    static let folder = ProcessInfo.processInfo.environment["RXTRACE_TRACES"].flatMap { $0.isEmpty ? nil : $0 }

    private static let written = Mutex<[String: Int]>([:])

    /// Writes the trace of the test called `name` into a file of its own. Returns why that did not work, if it did not.
    static func write(_ trace: Trace, to folder: String, test name: String) -> String? {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let text = JSONRenderer().string(from: trace)
            let file = URL(fileURLWithPath: folder).appendingPathComponent(fileName(name) + ".json")
            try Data(text.utf8).write(to: file, options: .atomic)
            return nil
        } catch {
            return "The trace of \(name) was not written to \(folder): \(error). Set RXTRACE_TRACES to another folder."
        }
    }

    /// A test that runs several times, with other arguments, has several files.
    private static func fileName(_ name: String) -> String {
        let safe = String(name.map { $0.isLetter || $0.isNumber || "._-()".contains($0) ? $0 : "-" })
        let number = written.withLock { written in
            written[safe, default: 0] += 1
            return written[safe, default: 1]
        }
        return number == 1 ? safe : "\(safe).\(number)"
    }
}
