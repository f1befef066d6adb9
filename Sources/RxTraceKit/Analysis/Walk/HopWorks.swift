/// The work of the program's own hops, as calls come by in order.
struct HopWorks {
    /// Work that a hop handed on.
    struct Work {
        /// The hop, as the call that handed the work on.
        var hop: Trace.Call
        /// The call that ran it.
        var id: Int
        var thread: Int
        /// In nanoseconds; the end is later than all where the work had not returned.
        var start: UInt64
        var end: UInt64
    }

    /// Hops whose work may come: a recording has those too whose work makes no call.
    private var hops: [Int: Trace.Call] = [:]
    /// The last work of each thread.
    private var last: [Int: Work] = [:]

    /// When more hops wait than this, all are forgotten: then nothing is known of their work.
    private static let most = 4_096

    /// Takes the next call, where it is a hop or the work of one.
    mutating func note(_ call: Trace.Call) {
        if call.operation == .hop {
            if hops.count >= Self.most { hops = [:] }
            hops[call.id] = call
        } else if call.isWorkOfHop {
            last[call.thread] = nil
            guard let hop = call.cause.flatMap({ hops[$0] }), let start = call.start else { return }
            let end = call.duration.map { start &+ $0 } ?? .max
            last[call.thread] = Work(hop: hop, id: call.id, thread: call.thread, start: start, end: end)
        }
    }

    /// The work in which a call is made; nil where there is none, or none is known of.
    func work(around call: Trace.Call) -> Work? {
        guard let work = last[call.thread], let start = call.start, start <= work.end else { return nil }
        return work
    }
}
