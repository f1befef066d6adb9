import Foundation
import RxTraceKit

/// Posts the spans of a trace to a collector; what is written is the same in one document, where that is asked for.
struct CollectorRenderer: TraceRenderer {
    /// How many bytes a request has: less than collectors take.
    private static let requestSize = 1 << 20

    let renderer: OTLPRenderer
    let address: CollectorAddress
    /// How many seconds an answer may take.
    var patience: Double
    /// Whether the document is written, too.
    var isWritten: Bool

    func render(_ source: any TraceSource, to output: TextOutput) throws {
        if isWritten { try renderer.render(source, to: output) }
        let connection = CollectorConnection(address, patience: patience)
        let queue = CollectorQueue(post: connection.post, pause: { Thread.sleep(forTimeInterval: $0) })
        do {
            try renderer.forEachRequest(of: source, size: Self.requestSize) { try queue.add($0, spans: $1) }
        } catch is CollectorQueue.Failure {
            // It is told of below.
        } catch {
            _ = queue.finish()
            throw error
        }
        tell(queue.finish())
    }

    /// A failure leaves the document that is written.
    private func tell(_ outcome: (count: CollectorQueue.Count, failure: CollectorQueue.Failure?)) {
        let place = address.description
        let count = outcome.count
        let spans = count.taken == 1 ? "1 span was" : "\(count.taken) spans were"
        let said = count.message
        if let failure = outcome.failure {
            let before = count.taken > 0 ? " \(spans) posted before." : ""
            return PendingFailure.set(
                CommandFailure(.outputFailed, "cannot post to \(place): \(failure.text)\(before)"))
        }
        guard count.rejected > 0 else {
            return StandardError.write(
                "rxtrace: \(spans) posted to \(place)" + (said.map { "; it says: \($0)" } ?? ".") + "\n")
        }
        PendingFailure.set(
            CommandFailure(
                .outputFailed,
                "\(place) rejected \(count.rejected) of \(count.taken + count.rejected) spans: "
                    + (said ?? "it does not say why.")))
    }
}
