/// Source files with what each line did, as a renderer shows them.
public struct AnnotatedSource {
    /// A line that is shown.
    struct Row {
        var number: Int
        /// As in the file; nil where that cannot be read.
        var text: String?
        /// nil where it did nothing.
        var activity: LineActivity.Line?
        var findings: [Trace.Finding] = []
    }

    struct File {
        var path: String
        var rows: [Row]
        var isAtHand: Bool
    }

    let source: any TraceSource
    let activity: LineActivity
    let files: [File]
    /// Findings of which no place is known.
    let homeless: [Trace.Finding]

    /// - Parameters:
    ///   - source: the trace that the activity is of.
    ///   - activity: what each line did.
    ///   - findings: the faults that stand at their lines.
    ///   - text: where the files are read.
    ///   - showsAll: whether lines are shown that did nothing.
    public init(
        _ source: any TraceSource, _ activity: LineActivity, findings: [Trace.Finding], text: SourceText,
        showsAll: Bool = false
    ) {
        self.source = source
        self.activity = activity
        homeless = findings.filter { $0.site == nil }
        let found = Dictionary(grouping: findings.filter { $0.site != nil }) { $0.site?.file ?? "" }
        let lines = Dictionary(grouping: activity.lines) { $0.site.file }
        let others = Set(found.keys).subtracting(activity.files).sorted()
        files = (activity.files + others).map { path in
            Self.file(
                path, activity: lines[path] ?? [], findings: found[path] ?? [], text: text.lines(of: path),
                showsAll: showsAll)
        }
    }

    private static func file(
        _ path: String, activity: [LineActivity.Line], findings: [Trace.Finding], text: [String], showsAll: Bool
    ) -> File {
        var rows: [Int: Row] = [:]
        func change(_ number: Int, _ change: (inout Row) -> Void) {
            let line = text.indices.contains(number - 1) ? text[number - 1] : nil
            change(&rows[number, default: Row(number: number, text: line)])
        }
        // What follows the last line break is no line.
        let end = text.last?.isEmpty == true ? text.count - 1 : text.count
        if showsAll, end > 0 { for number in 1...end { change(number) { _ in } } }
        for line in activity { change(line.site.line) { $0.activity = line } }
        for finding in findings {
            if let site = finding.site { change(site.line) { $0.findings.append(finding) } }
        }
        return File(path: path, rows: rows.values.sorted { $0.number < $1.number }, isAtHand: !text.isEmpty)
    }

    /// The names of threads, as the trace has them.
    func threadNames(_ line: LineActivity.Line) -> [String] {
        line.threads.map { id in
            let name = source.threads[id: id]?.name ?? ""
            return name.isEmpty ? "thread \(id)" : name
        }
    }
}
