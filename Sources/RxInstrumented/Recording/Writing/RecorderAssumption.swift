import CRxTraceBuffer

/// What the recorder takes for granted of the toolchain's libraries, in the order of TraceAssumptions.h.
///
/// Each is looked at before it is relied on. Where one does not hold, what needs it is off, and the trace has a note.
package enum RecorderAssumption: UInt32, CaseIterable {
    case taskFlags, asyncLets, workItems, frames, steps, deinits

    /// What a trace lacks without it, in a line.
    package var note: String {
        switch self {
        case .taskFlags: "hops by tasks are not told: which are handed on is not known of this Swift's runtime"
        case .asyncLets: "hops by async let are not told: where this Swift's runtime has its task is not known"
        case .workItems: "hops by work items have no work: what this Dispatch makes of a block is not known"
        case .frames: "some hops are not told: how this system's libraries are unwound is not known"
        case .steps: "some hops are not told: a function of the system's libraries has frames of several sizes"
        case .deinits: "ends of objects are not watched: where this Swift's classes have their deinit is not known"
        }
    }

    /// The notes for those that did not hold so far, of which the bits are not in `told`.
    static func notes(besides told: inout UInt32) -> [String] {
        let broken = rxtrace_broken()
        defer { told = broken }
        return allCases.filter { broken & ~told & 1 << $0.rawValue != 0 }.map(\.note)
    }
}
