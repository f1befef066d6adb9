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
        let found = Dictionary(grouping: findings.filter { $0.site != nil }) { $0.site }
        let others = Set(found.keys.compactMap { $0?.file }).subtracting(activity.files).sorted()
        files = (activity.files + others).map { path in
            let lines = text.lines(of: path)
            var rows: [Int: Row] = [:]
            func row(_ number: Int) -> Row {
                rows[number]
                    ?? Row(number: number, text: lines.indices.contains(number - 1) ? lines[number - 1] : nil)
            }
            // What follows the last line break is no line.
            let end = lines.last?.isEmpty == true ? lines.count - 1 : lines.count
            if showsAll, end > 0 { for number in 1...end { rows[number] = row(number) } }
            for line in activity.lines where line.site.file == path {
                rows[line.site.line] = row(line.site.line)
                rows[line.site.line]?.activity = line
            }
            for (site, findings) in found {
                guard let site, site.file == path else { continue }
                rows[site.line] = row(site.line)
                rows[site.line]?.findings = findings
            }
            return File(path: path, rows: rows.values.sorted { $0.number < $1.number }, isAtHand: !lines.isEmpty)
        }
    }

    /// The names of threads, as the trace has them.
    func threadNames(_ line: LineActivity.Line) -> [String] {
        line.threads.map { id in
            let name = source.threads[id: id]?.name ?? ""
            return name.isEmpty ? "thread \(id)" : name
        }
    }
}
