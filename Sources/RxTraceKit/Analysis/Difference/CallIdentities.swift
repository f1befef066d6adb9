/// What tells calls apart that are alike in all that they say of themselves: which of several nodes they are on, which
/// subscription they belong to, which calls led to them.
///
/// In canonical forms these have the same numbers wherever two runs did the same. They are compared only where all else is
/// the same: a call more shifts them all.
struct CallIdentities {
    /// By position in both traces, the words for calls that differ in this alone.
    private(set) var differing: [Int: (old: String, new: String)] = [:]

    /// - Parameters:
    ///   - old: a canonical form.
    ///   - new: another, of as many calls.
    init(_ old: Trace, _ new: Trace, ignoring: Set<TraceDifference.Aspect>) {
        guard old.calls.count == new.calls.count else { return }
        let oldSide = Side(old, ignoring: ignoring)
        let newSide = Side(new, ignoring: ignoring)
        for position in old.calls.indices {
            let (one, other) = (old.calls[position], new.calls[position])
            // Where something is ignored, threads may have been told in another order.
            guard one.operation == other.operation else {
                differing = [:]
                return
            }
            let words = zip(oldSide.words(for: one), newSide.words(for: other)).filter { $0.0 != $0.1 }
            guard !words.isEmpty else { continue }
            differing[position] = (
                words.map(\.0).joined(separator: ", "), words.map(\.1).joined(separator: ", ")
            )
        }
    }

    /// One of the two traces.
    private struct Side {
        private let trace: Trace
        private let ignoring: Set<TraceDifference.Aspect>
        private let nodes: IdentifierIndex
        private let subscriptions: IdentifierIndex
        private let threads: [Int: String]

        init(_ trace: Trace, ignoring: Set<TraceDifference.Aspect>) {
            self.trace = trace
            self.ignoring = ignoring
            nodes = IdentifierIndex(trace.nodes)
            subscriptions = IdentifierIndex(trace.subscriptions)
            threads = Dictionary(trace.threads.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        }

        func words(for call: Trace.Call) -> [String] {
            func numbers(_ word: String, _ ids: [Int]) -> String {
                ids.isEmpty ? "" : word + " " + ids.map { "@\($0)" }.joined(separator: " ")
            }
            return [
                // Which kind of item held work is the scheduler's own matter.
                call.operation == .invoke ? "" : words(forNode: call.node),
                words(forSubscription: call.subscription),
                numbers("in", [call.parent].compactMap { $0 }), numbers("asked for by", [call.cause].compactMap { $0 }),
                numbers("from", [call.origin].compactMap { $0 }), numbers("made of", call.parts),
                ignoring.contains(.threads) ? "" : "on \(threads[call.thread] ?? "")",
            ]
        }

        private func words(forNode id: Int?) -> String {
            guard let id, let node = nodes[id].map({ trace.nodes[$0] }) else { return "no node" }
            let site = ignoring.contains(.sites) ? nil : node.site?.compared.description
            let texts = [node.generic ?? node.type, node.name, site].compactMap { $0 }
            return "\(texts.joined(separator: " ")), \(node.role.name) \(id)"
        }

        private func words(forSubscription id: Int?) -> String {
            guard let id, let row = subscriptions[id].map({ trace.subscriptions[$0] }) else { return "no subscription" }
            let site = ignoring.contains(.sites) ? nil : row.site?.compared.description
            let parent = row.parent.map { "in \($0)" }
            let texts = [row.name, parent, "to \(row.node)", row.ended, site].compactMap { $0 }
            return "subscription \(id) \(texts.joined(separator: " "))"
        }
    }
}
