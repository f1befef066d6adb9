import RxTraceKit

/// What a thread is about to do, in words.
package enum StepText {
    /// - Parameters:
    ///   - site: where that is.
    ///   - work: where the work was handed on that the thread runs.
    ///   - last: where the thread handed on work just before.
    package static func of(
        _ candidate: OrderLog.Candidate, _ site: Trace.Site?, inWorkOf work: Trace.Site?, behind last: Trace.Site? = nil
    ) -> String {
        let thread = candidate.thread == 0 ? "main" : "thread \(candidate.thread)"
        let place = site.map { " at \($0)" } ?? ""
        let what = words(
            candidate, site == nil ? "a task" : "the task made", hasOwnLine: candidate.isAtStep && site != last)
        guard let site, let work, work != site else { return "\(what)\(place) (\(thread))" }
        return "\(what)\(place) in the work of \(work.file == site.file ? ":\(work.line)" : "\(work)") (\(thread))"
    }

    private static func words(_ candidate: OrderLog.Candidate, _ task: String, hasOwnLine: Bool) -> String {
        switch candidate.step {
        case .begins: "the start of the thread"
        case .ends: "the end of the program"
        case .work:
            switch candidate.kind {
            case .handedOn: "the start of the work handed on"
            case .laterPartOfTask: "the next part of \(task)"
            case .laterPartOfMain: "the next part of the main task"
            case .ofActor: "the work of an actor"
            }
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
        case .shared: hasOwnLine ? "the call to an actor" : "the use of shared state"
        case .operation: "the call to an operation or its queue"
        case .operationEnd: "the end of an operation"
        case .plainRead: "the read of a variable"
        case .plainWrite: "the write of a variable"
        case .goesOn: "the rest of the call"
        case .handedOn: hasOwnLine ? "what is done" : "what comes after handing on work"
        }
    }
}
