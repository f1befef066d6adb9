/// When each call of a trace starts and ends: as recorded or, where there are no times or the calls stand in another
/// order, by steps, one for each call.
///
/// ```swift
/// var times = CallTimes(source)
/// try source.forEachCall { times.add($0) }
/// times.finish()
/// ```
struct CallTimes {
    /// The length of a step, in nanoseconds.
    static let step: UInt64 = 1000

    /// Whether times are steps; known from the first call on.
    private(set) var isBySteps: Bool
    private(set) var positions = CallPositions()
    /// When the last call ended.
    private(set) var end: UInt64 = 0
    /// By steps, for each call the position of the last one below it; before ``finish()``, of its caller.
    private var last: [UInt32] = []
    private var latest: UInt64 = 0

    init(_ source: any TraceSource) {
        isBySteps = source.isCanonical
    }

    /// Takes the next call of a first way through the trace; answers its position.
    @discardableResult
    mutating func add(_ call: Trace.Call) -> Int {
        let position = positions.append(call.id)
        if position == 0, call.start == nil { isBySteps = true }
        if isBySteps {
            let caller = call.parent.flatMap { positions[$0] } ?? position
            last.append(UInt32(min(caller, position)))
        } else {
            latest = max(latest, call.start ?? latest)
            end = max(end, Self.sum(call.start ?? latest, call.duration ?? 0))
        }
        return position
    }

    /// Says that all calls have come by.
    mutating func finish() {
        guard isBySteps else { return }
        end = UInt64(positions.count) * Self.step
        var callers = last
        for position in last.indices { last[position] = UInt32(position) }
        for position in last.indices.reversed() {
            let caller = Int(callers[position])
            last[caller] = max(last[caller], last[position])
        }
        callers = []
    }

    /// The span of the call at `position`; one that had not returned lasts to the end of the trace.
    func span(of call: Trace.Call, at position: Int) -> (start: UInt64, end: UInt64) {
        if isBySteps { return (UInt64(position) * Self.step, UInt64(last[position] + 1) * Self.step) }
        let start = call.start ?? 0
        return (start, call.duration.map { Self.sum(start, $0) } ?? max(start, end))
    }

    /// A foreign trace may hold any number.
    private static func sum(_ start: UInt64, _ duration: UInt64) -> UInt64 {
        let (end, overflow) = start.addingReportingOverflow(duration)
        return overflow ? .max : end
    }
}
