import Foundation
import RxInstrumented
import RxTraceKit

/// The outcome of a recorded closure in a test: nothing to say, or a failure in words.
struct TraceExpectation {
    private let name: String
    private let golden: GoldenTrace
    private let place: GoldenNames.Place
    private let chosenMode: GoldenRecordMode?
    private let ignoring: Set<TraceDifference.Aspect>
    private let environment: [String: String]

    /// - Parameters:
    ///   - name: the golden trace's name; several words may stand in it, and become a file name.
    ///   - place: the line of the test, by whose file the golden traces lie unless `folder` says otherwise.
    init(
        _ name: String, folder: String?, record mode: GoldenRecordMode?, ignoring: Set<TraceDifference.Aspect>,
        at place: GoldenNames.Place, environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.name = name
        golden = GoldenTrace(folder: folder ?? Self.folder(for: place.file), name: Self.fileName(name))
        self.place = place
        chosenMode = mode
        self.ignoring = ignoring
        self.environment = environment
    }

    private static let folderName = "__Traces__"

    /// `Tests/__Traces__/AppTests/Search/SearchTests` for `Tests/AppTests/Search/SearchTests.swift`.
    ///
    /// It is beside the target's folder, not in it: SwiftPM warns of files that it does not know there, and, as long as there
    /// are none, of a manifest that leaves them out. Where the folder `__Traces__` is beside the test's file already, or
    /// the test lies elsewhere than SwiftPM looks for targets, it is beside the test's file.
    static func folder(for testFile: String) -> String {
        let file = URL(fileURLWithPath: testFile)
        let name = file.deletingPathExtension().lastPathComponent
        let beside = file.deletingLastPathComponent().appendingPathComponent(folderName)
        let folders = file.deletingLastPathComponent().pathComponents
        guard let tests = folders.lastIndex(of: "Tests"), tests + 1 < folders.count,
            !FileManager.default.fileExists(atPath: beside.path)
        else { return beside.appendingPathComponent(name).path }
        return NSString.path(withComponents: folders[...tests] + [folderName] + folders[(tests + 1)...] + [name])
    }

    /// A name that any file system takes: a character that is no letter, digit, dot or hyphen becomes a hyphen.
    static func fileName(_ name: String) -> String {
        let words = name.split { !($0.isLetter || $0.isNumber || "._-".contains($0)) }
        let file = words.joined(separator: "-")
        return file.hasPrefix(".") || file.isEmpty ? "trace-\(file)" : file
    }

    /// Compares the recorded trace; nil where it is as it was.
    func failure(of trace: Trace) -> String? {
        if let other = GoldenNames.otherPlace(using: golden.path, than: place) {
            return """
                The golden trace of '\(name)' is that of another test as well, at \(other): \(golden.path)
                Give one of the two another name.
                """
        }
        do {
            let mode = try chosenMode ?? .usual(in: environment)
            return text(of: try golden.check(trace, record: mode, ignoring: ignoring))
        } catch {
            return "The golden trace could not be compared with: \(error)"
        }
    }

    private func text(of outcome: GoldenTrace.Outcome) -> String? {
        switch outcome {
        case .same: return nil
        case .different(let difference):
            return """
                The trace '\(name)' is not the golden one.
                \(DifferenceRenderer(width: 100).string(from: difference))
                The golden trace is \(golden.path)
                this one is left at \(golden.actualPath)
                \(GoldenRecordMode.variable)=failed makes it the golden one.
                """
        case .first: return "No golden trace yet; wrote \(golden.path). Run again to compare."
        case .recorded(let difference):
            // A test that recorded has compared nothing: it must not pass for one that did.
            let change = difference.map { "\n\(DifferenceRenderer(width: 100).string(from: $0))" } ?? ""
            return "Wrote \(golden.path) anew. Run again to compare.\(change)"
        case .missing:
            return """
                There is no golden trace \(golden.path)
                The one of now is left at \(golden.actualPath)
                \(GoldenRecordMode.variable)=missing makes it the golden one.
                """
        }
    }
}
