import RxTraceKit

/// What a recording gives; import `RxTraceKit` to render or compare it.
public typealias Trace = RxTraceKit.Trace
