/// Writes a trace as the trace document, or as JSON Lines, row by row.
///
/// The document is one object with a row on each line, so that line-based tools and diffs work on it. Its keys are
/// always in the same order, and keys without a value are left out.
///
/// JSON Lines are the same objects, one per line: first the header, then each row under a key that names its kind.
///
/// ```
/// {"format": "rxtrace", "version": 1, "scenario": "create", "dropped": 0}
/// {"thread": {"id": 0, "name": "main"}}
/// {"node": {"id": 1, "type": "Just", "role": "observable"}}
/// {"call": {"id": 1, "operation": "create", "node": 1, "thread": 0}}
/// ```
package struct JSONTraceWriter: Sendable {
    package enum Layout: Sendable {
        case document, lines
    }

    package var layout: Layout
    /// Whether `start` and `duration` of the calls are written.
    package var times: Bool

    package init(layout: Layout = .document, times: Bool = true) {
        self.layout = layout
        self.times = times
    }

    /// Writes the whole trace, ending in a newline.
    ///
    /// - Throws: the errors of `output`, and ``TraceReadError`` where the calls cannot be read.
    package func write(_ source: any TraceSource, to output: TextOutput) throws {
        var object = JSONObjectWriter(output)
        try object.begin()
        try object.addHeader(of: source)
        // Like times, of one run only.
        if times, let run = source.run { try object.add("run") { try $0.addMembers(of: run) } }
        if layout == .lines {
            try object.end()
            try output.write(literal: "\n")
        }
        try writeSection("thread", source.threads, to: output) { try $1.addMembers(of: $0) }
        try writeSection("node", source.nodes, to: output) {
            try $1.addMembers(of: $0, roles: !source.isCanonical)
        }
        try writeSection("subscription", source.subscriptions, to: output) { try $1.addMembers(of: $0) }
        // Like roles, a fact of the library.
        if !source.isCanonical, !source.closures.isEmpty {
            try writeSection("closure", source.closures.labels, to: output) {
                try $1.addMembers(of: $0, source.closures[$0])
            }
        }
        var section = Section("call", layout, output)
        try section.begin()
        let relayed = RelayedSubjects(source.nodes)
        try source.forEachCall { call in
            try section.addRow { try $0.addMembers(of: relayed.told(call), times: times) }
        }
        try section.end()
        if layout == .document { try output.write(literal: "}\n") }
    }

    /// Writes a trace that is in memory.
    package func write(_ trace: Trace, to output: TextOutput) throws {
        try write(TraceInMemory(trace, nodes: trace.nodes, closures: trace.closures), to: output)
    }

    private func writeSection<Rows: Sequence>(
        _ word: StaticString, _ rows: Rows, to output: TextOutput,
        _ members: (Rows.Element, inout JSONObjectWriter) throws -> Void
    ) throws {
        var section = Section(word, layout, output)
        try section.begin()
        for element in rows { try section.addRow { try members(element, &$0) } }
        try section.end()
    }

    /// The rows of one kind: an array of the document, or lines that each say the kind.
    private struct Section {
        private let word: StaticString
        private let layout: Layout
        private let output: TextOutput
        private var row: JSONObjectWriter
        private var isEmpty = true

        init(_ word: StaticString, _ layout: Layout, _ output: TextOutput) {
            self.word = word
            self.layout = layout
            self.output = output
            row = JSONObjectWriter(output)
        }

        func begin() throws {
            guard layout == .document else { return }
            try output.write(literal: ",\n \"")
            try output.write(literal: word)
            try output.write(literal: "s\": [")
        }

        @inline(__always)
        mutating func addRow(_ members: (inout JSONObjectWriter) throws -> Void) throws {
            if layout == .lines {
                try output.writePieces { place in
                    place.put("{\"")
                    place.put(word)
                    place.put("\": ")
                }
            } else {
                try output.write(literal: isEmpty ? "\n  " : ",\n  ")
            }
            isEmpty = false
            try row.write(members)
            if layout == .lines { try output.write(literal: "}\n") }
        }

        func end() throws {
            if layout == .document { try output.write(literal: isEmpty ? "]" : "\n ]") }
        }
    }
}
