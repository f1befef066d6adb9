import Foundation
import Synchronization

/// Hooks by which a program changes the library as a whole.
public enum Hooks {
    /// Is given the call stack of the subscription, if it was kept, and the error.
    public typealias DefaultErrorHandler = (_ subscriptionCallStack: [String], _ error: any Error) -> Void
    /// Gives the call stack of where it is called, a line per frame.
    public typealias CustomCaptureSubscriptionCallstack = () -> [String]

    private struct State {
        var defaultErrorHandler: DefaultErrorHandler = { callStack, error in
            // As RxSwift's, a release build is silent: its standard output is the program's own.
            #if DEBUG
                print("Unhandled error happened: \(error)")
                if !callStack.isEmpty { print("subscription called from:\n\(callStack.joined(separator: "\n"))") }
            #endif
        }
        var captureCallstack: CustomCaptureSubscriptionCallstack = { Foundation.Thread.callStackSymbols }
    }

    // The closures are the user's and not `Sendable`; they are only moved under the lock, and run outside of it.
    nonisolated(unsafe) private static var state = State()
    private static let lock = Lock<Void>(())
    private static let recordsCallStack = Atomic<Bool>(false)

    /// Whether a subscription without `onError` remembers its call stack, for ``defaultErrorHandler``. Costly.
    public static var recordCallStackOnError: Bool {
        get { recordsCallStack.load(ordering: .relaxed) }
        set { recordsCallStack.store(newValue, ordering: .relaxed) }
    }

    /// Handles an error that no `onError` takes. Unless replaced, a debug build of the library prints it, and a release
    /// build does nothing.
    public static var defaultErrorHandler: DefaultErrorHandler {
        get { lock.withLock { _ in state.defaultErrorHandler } }
        set { set(\.defaultErrorHandler, newValue) }
    }

    /// Captures the call stack of a subscription when ``recordCallStackOnError`` is set.
    public static var customCaptureSubscriptionCallstack: CustomCaptureSubscriptionCallstack {
        get { lock.withLock { _ in state.captureCallstack } }
        set { set(\.captureCallstack, newValue) }
    }

    private static func set<Handler>(_ path: WritableKeyPath<State, Handler>, _ handler: Handler) {
        let former = lock.withLock { _ in
            defer { state[keyPath: path] = handler }
            return state[keyPath: path]
        }
        // The former closure is let go outside of the lock.
        withExtendedLifetime(former) {}
    }
}
