import RxTraceKit
import RxTraceTestSupport

/// One change to what happened in a trace.
enum TraceChange: CaseIterable {
    case value, operation, type, missing, additional, swapped

    /// Makes the change at a random call; answers false where there is no such call.
    func apply(to trace: inout Trace, _ generator: inout SeededGenerator) -> Bool {
        let positions = trace.calls.indices.filter { isPossible(at: $0, in: trace) }
        guard let position = positions.randomElement(using: &generator) else { return false }
        switch self {
        case .value: trace.calls[position].event?.value = "another"
        case .operation: trace.calls[position].operation = .onCore
        case .type: trace.calls[position].type = "Another"
        case .missing: trace.calls.remove(at: position)
        case .additional:
            var call = trace.calls[position]
            call.id = trace.calls.count + 1
            trace.calls.append(call)
        case .swapped:
            // The call before it in the same call, of which its parent is sure to have another.
            guard let other = Self.brother(of: position, in: trace) else { return false }
            (trace.calls[position].event, trace.calls[other].event) =
                (trace.calls[other].event, trace.calls[position].event)
        }
        return true
    }

    private func isPossible(at position: Int, in trace: Trace) -> Bool {
        let call = trace.calls[position]
        let isLeaf = !trace.calls.contains { $0.parent == call.id || $0.cause == call.id }
        return switch self {
        case .value: call.event != nil
        case .operation: call.operation == .on
        case .type: true
        case .missing, .additional: isLeaf && call.cause == nil
        case .swapped: Self.brother(of: position, in: trace) != nil
        }
    }

    /// An earlier call that was made in the same one, without being its work, of another value.
    private static func brother(of position: Int, in trace: Trace) -> Int? {
        let call = trace.calls[position]
        guard let parent = call.parent, call.cause == nil else { return nil }
        return trace.calls[..<position].firstIndex {
            $0.parent == parent && $0.cause == nil && $0.event?.value != call.event?.value
        }
    }
}
