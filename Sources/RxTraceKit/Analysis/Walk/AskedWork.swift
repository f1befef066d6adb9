/// Knows of calls that come by in order in which closure of the user's the work was asked for that a call is a part of: by
/// a scheduler, or by anything else that names the cause of its work.
struct AskedWork {
    private final class Closure {
        fileprivate(set) var call: Trace.Call
        init(_ call: Trace.Call) { self.call = call }
    }

    private struct Frame {
        /// The innermost closure of the user's, whether the calls run in it or in work that was asked for there.
        var closure: Closure?
        var isAsked = false
    }

    private let nestsByCause: Bool
    private var running = RunningCalls<Frame>()
    /// The closures that asked for work that has not begun, by the call that asked.
    private var asked: [Int: Closure] = [:]
    /// Those that asked for work that may be done again, by its item.
    private var items: [Int: Closure] = [:]
    private var around = Frame()
    /// One that is asked for by nobody any more, to be the next.
    private var spare: Closure?

    init(of source: any TraceSource) { nestsByCause = source.isCanonical }

    /// The closure that asked for the work in which the last call was made; nil where a closure of the user's
    /// made that call itself, and where none asked.
    var asker: Trace.Call? { around.isAsked ? around.closure?.call : nil }

    /// Takes the next call.
    mutating func note(_ call: Trace.Call) {
        // In the canonical form work hangs below its cause, and all threads make one tree.
        let parent = nestsByCause ? call.parent ?? call.cause : call.parent
        around.closure = nil
        while var ended = running.end(onThread: nestsByCause ? 0 : call.thread, where: { $0 != parent }) {
            if isKnownUniquelyReferenced(&ended.closure) { spare = ended.closure }
        }
        around = parent == nil ? Frame() : running.last ?? Frame()
        var frame = around
        if call.operation == .handler || call.operation == .on && call.node == nil {
            frame = Frame(closure: runs(call))
        } else if call.operation == .invoke {
            frame = Frame(closure: closure(of: call), isAsked: true)
        } else if call.operation.asksForWork, let closure = around.closure {
            asked[call.id] = closure
        }
        running.start(call.id, with: frame)
    }

    private mutating func runs(_ call: Trace.Call) -> Closure {
        guard let closure = spare else { return Closure(call) }
        spare = nil
        closure.call = call
        return closure
    }

    private mutating func closure(of work: Trace.Call) -> Closure? {
        guard let cause = work.cause else { return nil }
        // Work that is done again and again names the same cause each time.
        guard let first = asked.removeValue(forKey: cause) else { return work.node.flatMap { items[$0] } }
        if let item = work.node { items[item] = first }
        return first
    }
}
