import RxTraceKit

/// What a thread is about to do, in words.
package enum StepText {
    package static func of(_ candidate: OrderLog.Candidate, _ site: Trace.Site?) -> String {
        let thread = candidate.thread == 0 ? "main" : "thread \(candidate.thread)"
        let place = site.map { " at \($0)" } ?? ""
        return "\(words(candidate.step))\(place) (\(thread))"
    }

    private static func words(_ step: OrderLog.Step) -> String {
        switch step {
        case .begins: "the start of the thread"
        case .ends: "the end of the program"
        case .work: "the work handed on"
        case .handOn: "the handing on of work"
        case .subscribe: "the subscribe"
        case .send: "the send"
        case .dispose: "the dispose"
        case .connect: "the connect"
        case .value: "the read or write of the value"
        case .lock: "the lock"
        case .unlock: "the unlock"
        case .condition: "the wait for a condition"
        case .semaphore: "the wait for a semaphore"
        case .wake: "the wake of another thread"
        case .sync: "the sync"
        case .group: "what follows the wait for a group"
        case .futex: "what follows a lock or a task"
        case .join: "what follows the end of a thread"
        case .sleep: "what follows the sleep"
        case .descriptors: "the use of a pipe or a socket, or what follows a timer or an event"
        case .yield: "what follows a yield"
        case .output: "the print"
        case .crashes: "the crash"
        case .atomic: "the atomic read or write"
        case .flag: "the call about cancelling"
        case .shared: "the use of an actor, a stream, a task group or a notification center"
        case .handedOn: "what follows the handing on of work"
        }
    }
}
