import RxTraceKit
import Testing

struct OverlappingSendsTests {
    /// Two threads that send to a node, one of them from 10 to 20.
    private static func sends(
        _ role: Trace.Role, _ behaviors: Trace.Behaviors = [], otherFrom start: UInt64, on thread: Int = 1,
        count: Int = 1,
        type: String? = nil
    ) -> Trace {
        let script = TraceScript(threads: ["main", "queue"])
        script.node("receiver", "Receiver", role)
        script.behave(behaviors, "receiver")
        script.call(.on, "receiver", .next("1"), type: type)
        for value in 2..<2 + count {
            script.on(thread: thread) {
                script.call(.on, "receiver", .next("\(value)"), type: type) {
                    if type != nil { script.call(.on, "receiver", .next("\(value)")) }
                }
            }
        }
        var trace = script.trace
        for position in trace.calls.indices {
            trace.calls[position].start = position == 0 ? 10 : start + UInt64(position)
            let isAround = type != nil && position + 1 < trace.calls.count
            trace.calls[position].duration = position == 0 ? 10 : isAround ? 3 : 1
        }
        return trace
    }

    private static func rows(_ trace: Trace) -> [String] {
        TreeRenderer().string(from: trace).split(separator: "\n").map(String.init)
    }

    @Test func aSendWhileAnotherThreadSendsSaysSo() {
        let rows = Self.rows(Self.sends(.subject, otherFrom: 12))
        #expect(rows[1] == "├─ on Receiver next(1) ✕ nobody had subscribed")
        #expect(rows[2] == "└─ on Receiver next(2) · on queue · while @1 still sends on main ✕ nobody had subscribed")
    }

    @Test func theObserverOfACreateIsSentToOnce() {
        let rows = Self.rows(Self.sends(.sink, [.sentTo], otherFrom: 12, type: "AnyObserver"))
        #expect(rows[2] == "└─ on AnyObserver next(2) · on queue · while @1 still sends on main")
        #expect(rows.count { $0.contains("while") } == 1)
    }

    @Test func rowsThatReadTheSameAreFolded() {
        let rows = Self.rows(Self.sends(.subject, otherFrom: 10, count: 5))
        #expect(
            rows[2]
                == "└─ on Receiver next(2 … 6) · on queue ×5 · each while another thread sends ✕ nobody had subscribed")
        // Those that come later are no such rows.
        #expect(Self.rows(Self.sends(.subject, otherFrom: 16, count: 8)).count { $0.contains("while") } == 3)
    }

    @Test func oneAfterTheOtherSaysNothing() {
        let trace = Self.sends(.subject, otherFrom: 12)
        var untimed = trace
        for position in untimed.calls.indices { untimed.calls[position].duration = nil }
        for trace in [
            Self.sends(.subject, otherFrom: 19), untimed, trace.canonical(),
            // Of one thread, within the other; an operator's sink, to which its source sends; one the library made.
            Self.sends(.subject, otherFrom: 12, on: 0), Self.sends(.sink, otherFrom: 12),
            Self.sends(.subject, [.inside], otherFrom: 12),
        ] {
            #expect(!TreeRenderer().string(from: trace).contains("while"))
        }
    }
}
