import RxTraceKit

/// The result of a recording; import `RxTraceKit` to render or compare it.
public typealias Trace = RxTraceKit.Trace
