import RxInstrumented
import RxTraceKit
import Synchronization

/// One property that is observed, until it is disposed: at the latest when the object it belongs to, or the observer, is
/// about to be released.
final class RACKVOTrampoline: RACDisposable {
    private struct State {
        weak var target: AnyObject?
        var block: (() -> Void)?
        /// Disposes this one before its target's and its observer's deinit.
        var ends: [RACCompoundDisposable]
    }

    let property: ObservedProperty
    private let context = RACKVOProxy.makeContext()
    private let state: Lock<State>
    private let target: TracedObject?

    /// - Parameter block: runs after each change, on the thread that made it.
    init(_ access: ObservedAccess, observer: AnyObject?, block: @escaping () -> Void) {
        property = access.property
        let targetWatch = try? WatchedObjects.watch(access.owner).get()
        let observerEnd = observer.flatMap { Reactive($0).deallocDisposable }
        let ends = [targetWatch.map { RACDeallocation.of($0).disposable }, observerEnd].compactMap { $0 }
        target = targetWatch
        state = Lock(State(target: access.owner, block: block, ends: ends))
        super.init()

        RACKVOProxy.sharedProxy.addObserver(self, forContext: context)
        named(.addObserver) { property.addObserver(RACKVOProxy.sharedProxy, context: context) }
        for end in ends { end.insert(self) }
    }

    /// The property has a new value.
    func observeValue<Value>(_ value: Value) {
        // Both are let go outside of the lock: either may be the last that holds an object of the user's.
        let (target, block) = state.withLock { ($0.target, $0.block) }
        guard let block, target != nil else { return }
        recorded(.on, self, .next(value)) { block() }
    }

    override func didDispose() {
        guard markDisposed() else { return }
        let (block, ends) = state.withLock { state in
            defer { (state.block, state.ends) = (nil, []) }
            return (state.block, state.ends)
        }
        for end in ends { end.withdraw(self) }
        named(.removeObserver) { property.removeObserver(RACKVOProxy.sharedProxy, context: context) }
        RACKVOProxy.sharedProxy.removeObserver(forContext: context)
        withExtendedLifetime(block) {}
    }

    /// Records calls on the target as its own.
    private func named(_ label: HandlerLabel, _ body: () -> Void) {
        if let target { recordedHandler(label, target, body) } else { body() }
    }
}

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
