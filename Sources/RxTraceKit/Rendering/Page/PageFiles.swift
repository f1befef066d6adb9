/// The files of a page: lines of source, and what each line did that did something.
struct PageFiles {
    private struct File {
        var path: String
        var lines: [(number: Int, text: String)] = []
        var activity: [LineActivity.Line] = []
    }

    private let threads: TraceTable<Trace.Thread>
    /// The file that subscribes first comes first; those that did nothing come last.
    private let files: [File]

    /// - Parameters:
    ///   - activity: what each line of the source did.
    ///   - excerpts: the lines of source that the page holds.
    ///   - threads: those of the trace.
    init(
        _ activity: LineActivity, excerpts: [(file: String, lines: [(number: Int, text: String)])],
        threads: TraceTable<Trace.Thread>
    ) {
        self.threads = threads
        let lines = Dictionary(grouping: activity.lines) { $0.site.file }
        let texts = Dictionary(uniqueKeysWithValues: excerpts.map { ($0.file, $0.lines) })
        let others = Set(texts.keys).subtracting(activity.files).sorted()
        files = (activity.files + others).map { path in
            File(path: path, lines: texts[path] ?? [], activity: lines[path] ?? [])
        }
    }

    func write(_ json: InertJSON, words: inout PageWords) throws {
        try json.array(files) { file in
            try json.output.write(literal: "{\"file\":")
            try json.output.write(words.number(of: file.path))
            try json.key("lines")
            try json.array(file.lines) { line in
                try json.output.write(literal: "[")
                try json.output.write(line.number)
                try json.output.write(literal: ",")
                try json.string(line.text)
                try json.output.write(literal: "]")
            }
            try json.key("figures")
            try json.array(file.activity) { try json.numbers(figures(of: $0)) }
            try json.output.write(literal: "}")
        }
    }

    /// In the order in which the page's script reads them, the positions of the threads last.
    private func figures(of line: LineActivity.Line) -> [UInt64] {
        let counts = [
            line.site.line, line.created, line.subscriptions, line.live, line.eventsIn, line.eventsOut, line.drops,
        ]
        let positions = line.threads.compactMap { self.threads.position(of: $0) }
        return counts.map { UInt64(max(0, $0)) } + [line.time, line.waited] + positions.map(UInt64.init)
    }
}
