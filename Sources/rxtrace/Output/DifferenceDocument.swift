import Foundation
import RxTraceKit

/// A difference as a document for other programs.
///
/// Ids and positions are those of the canonical form of either trace.
struct DifferenceDocument: Encodable {
    struct Change: Encodable {
        var kind: String
        var depth: Int
        var old: Call?
        var new: Call?
    }

    struct Call: Encodable {
        var id: Int
        var operation: String
        var type: String?
        var label: String?
        var event: String?
        var value: String?
        var thread: String?
        var site: String?

        init(_ call: Trace.Call, in trace: TraceInMemory) {
            let node = call.node.flatMap { trace.nodes[id: $0] }
            id = call.id
            operation = call.operation.name
            type = call.type ?? node?.type
            label = call.label
            event = call.event?.kind.name
            value = call.event?.value
            thread = trace.threads[id: call.thread]?.name
            site = node?.site?.description
        }
    }

    var format = "rxtrace-diff"
    var version = 1
    var same: Bool
    var summary: [String]
    var changes: [Change]

    init(_ difference: TraceDifference) {
        let old = TraceInMemory(difference.old)
        let new = TraceInMemory(difference.new)
        same = difference.isEmpty
        summary = difference.summary
        changes = difference.rows.compactMap { row in
            guard row.kind != .same, row.oldCall != nil || row.newCall != nil else { return nil }
            return Change(
                kind: row.kind.rawValue, depth: row.depth,
                old: row.oldCall.map { Call(old.whole.calls[$0], in: old) },
                new: row.newCall.map { Call(new.whole.calls[$0], in: new) })
        }
    }

    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return JSONText.escapingUnsafe(in: String(decoding: try encoder.encode(self), as: UTF8.self)) + "\n"
    }
}
