import Foundation

/// A file that holds a trace as it has to be: the causal tree in the canonical form as text, a call a line, to be read and
/// reviewed. docs/goldens.md says how.
///
/// A golden trace of an earlier version is compared with as well, be it a text or the trace document `NAME.json`; where traces
/// are recorded anew, the text of this version takes its place.
///
/// ```swift
/// let golden = GoldenTrace(folder: "Golden", name: "search")
/// switch try golden.check(trace) {
/// case .same: break
/// case .different(let difference): print(DifferenceRenderer().string(from: difference), golden.actualPath)
/// case .first, .recorded, .missing: print(golden.path)
/// }
/// ```
public struct GoldenTrace: Sendable {
    /// The outcome of a comparison.
    public enum Outcome: Sendable {
        /// There is no difference.
        case same
        /// The traces differ; the one compared lies in ``GoldenTrace/actualPath``.
        case different(TraceDifference)
        /// There was no golden trace yet; the trace is it now.
        case first
        /// The trace is the golden one now, in the place of another; with the changes, where there are any and it could be read.
        case recorded(TraceDifference?)
        /// There is no golden trace, and none was to be recorded; the trace lies in ``GoldenTrace/actualPath``.
        case missing
    }

    /// The folder of golden traces.
    public let folder: String
    /// The trace's name in the folder.
    public let name: String

    /// - Parameters:
    ///   - folder: where the file is; made when something is recorded.
    ///   - name: the file's name without `.golden`.
    public init(folder: String, name: String) {
        self.folder = folder
        self.name = name
    }

    /// The golden trace's file.
    public var path: String { file(Self.suffix) }

    /// Where a trace that differs is left; `mv` makes it the golden one.
    public var actualPath: String { file(Self.actual + Self.suffix) }

    private static let suffix = ".golden"
    private static let olderSuffix = ".json"
    private static let actual = ".actual"

    private func file(_ suffix: String) -> String { (folder as NSString).appendingPathComponent(name + suffix) }

    /// The file that is compared with; nil where there is none.
    private var present: String? {
        [path, file(Self.olderSuffix)].first { FileManager.default.fileExists(atPath: $0) }
    }

    /// The names of the golden traces in a folder, in order; none where there is no such folder.
    public static func names(in folder: String) -> [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let names = [suffix, olderSuffix].flatMap { suffix in
            files.filter { $0.hasSuffix(suffix) && !$0.hasSuffix(actual + suffix) && !$0.hasPrefix(".") }
                .map { String($0.dropLast(suffix.count)) }
        }
        return Set(names).sorted()
    }

    /// Compares `trace` with the golden one, or records it.
    ///
    /// - Parameters:
    ///   - trace: the recorded trace; its canonical form is compared.
    ///   - ignoring: the aspects that are not compared.
    ///   - mode: when the golden trace is written.
    /// - Throws: `TraceReadError` where the golden file is damaged, and Foundation's errors where a file cannot be
    ///   written.
    public func check(
        _ trace: Trace, record mode: GoldenRecordMode = .never, ignoring: Set<TraceDifference.Aspect> = []
    ) throws -> Outcome {
        guard let present else {
            if mode == .never {
                try write(trace, to: actualPath)
                return .missing
            }
            try record(trace, replacing: nil)
            return .first
        }
        let kept: Trace
        do {
            kept = try TraceReader.read(contentsOf: present)
        } catch {
            // A damaged golden trace is to be replaced, not to be compared with; one of a later version is not damaged.
            guard mode == .all || mode == .failed && error.isDamage else { throw error.ofGolden }
            try record(trace, replacing: present)
            return .recorded(nil)
        }
        let difference = TraceDifference(consume kept, trace, ignoring: ignoring)
        if mode == .all || mode == .failed && (!difference.isEmpty || isOlder(present)) {
            try record(trace, replacing: present)
            return .recorded(difference.isEmpty ? nil : difference)
        }
        guard difference.isEmpty else {
            try write(trace, to: actualPath)
            return .different(difference)
        }
        try removeActual()
        return .same
    }

    /// Whether a file was written by a version before this one.
    private func isOlder(_ file: String) -> Bool {
        guard file == path, let text = FileManager.default.contents(atPath: file) else { return true }
        return !text.starts(with: Data("\(GoldenText.magic)\(GoldenText.version)\n".utf8))
    }

    private func record(_ trace: Trace, replacing present: String?) throws {
        try write(trace, to: path)
        if let present, present != path { try remove(present) }
        try removeActual()
    }

    private func removeActual() throws {
        for suffix in [Self.suffix, Self.olderSuffix] { try remove(file(Self.actual + suffix)) }
    }

    private func remove(_ file: String) throws {
        guard FileManager.default.fileExists(atPath: file) else { return }
        try FileManager.default.removeItem(atPath: file)
    }

    private func write(_ trace: Trace, to path: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let text = GoldenText.text(of: trace.canonical())
        try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}
