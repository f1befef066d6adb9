import RxTraceTestSupport
import Testing

extension TimeLimitTrait.Duration {
    /// For tests that wait for a thread or a program: far longer than they take beside others, so that only one that
    /// would wait for ever fails.
    static var generous: Self { .minutes(TestLength.isLong ? 600 : 20) }
}
