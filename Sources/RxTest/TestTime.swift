/// A point in a ``TestScheduler``'s time, or a span of it.
public typealias TestTime = Int
