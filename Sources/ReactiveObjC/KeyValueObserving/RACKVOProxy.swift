import RxInstrumented
import RxTraceKit
import Synchronization

/// The one observer that all observed properties know: it passes each change on to the trampoline that asked for it.
///
/// Were the trampolines observers themselves, a property would have to know them; this way, one that is gone is simply
/// not found.
final class RACKVOProxy: RecordedObject {
    // swift-format-ignore: DontRepeatTypeInStaticProperties
    static let sharedProxy = RACKVOProxy()

    private struct WeakTrampoline {
        weak var trampoline: RACKVOTrampoline?
    }

    private let trampolines = Lock<[UInt64: WeakTrampoline]>([:])
    private static let lastContext = Atomic<UInt64>(0)

    override var recordedRole: Trace.Role { .observer }
    override var isOneOfProcess: Bool { true }

    static func makeContext() -> UInt64 { lastContext.add(1, ordering: .relaxed).newValue }

    func addObserver(_ trampoline: RACKVOTrampoline, forContext context: UInt64) {
        trampolines.withLock { $0[context] = WeakTrampoline(trampoline: trampoline) }
    }

    func removeObserver(forContext context: UInt64) {
        trampolines.withLock { $0[context] = nil }
    }

    /// A property has a new value.
    func observeValue<Value>(_ value: Value, context: UInt64) {
        guard let trampoline = trampolines.withLock({ $0[context]?.trampoline }) else { return }
        recorded(.on, self, .next(value)) { trampoline.observeValue(value) }
    }
}
