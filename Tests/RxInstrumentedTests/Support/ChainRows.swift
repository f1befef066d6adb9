import RxInstrumented
import RxTraceKit

/// Records `body` on this thread and gives its calls as lines, two spaces deep for each level: the operation, the
/// receiver's type (a handler's or a mark's label), and the event.
func chain(_ body: () -> Void) -> [String] {
    StateSwitch.hold()
    return chainRows(Trace.record("chain", options: RecordingOptions(scope: .caused), body))
}

func chainRows(_ trace: Trace) -> [String] {
    let types = Dictionary(uniqueKeysWithValues: trace.nodes.map { ($0.id, $0.type) })
    var depths: [Int: Int] = [:]
    return trace.calls.map { call in
        let depth = call.parent.map { (depths[$0] ?? 0) + 1 } ?? 0
        depths[call.id] = depth
        var words = [call.operation.name]
        if call.operation == .handler || call.operation == .mark {
            words.append(call.label ?? "-")
        } else if call.operation != .invoke {
            words.append(call.type ?? call.node.flatMap { types[$0] } ?? "-")
        }
        if let event = call.event {
            words.append(event.kind == .completed ? "completed" : "\(event.kind.name)(\(event.value ?? ""))")
        }
        return String(repeating: "  ", count: depth) + words.joined(separator: " ")
    }
}

/// The lines of a multi-line string, for comparison with ``chain(_:)``.
func rows(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
}
