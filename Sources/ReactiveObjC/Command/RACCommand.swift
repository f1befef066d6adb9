import RxInstrumented
import RxTraceKit

/// An action that a user interface triggers, and the state to show of it.
///
/// ```swift
/// let command = RACCommand<String, Int> { text in RACSignal.return(text.count) }
/// command.executionSignals.switchToLatest().subscribeNext { print($0) }
/// command.execute("four")  // 4, once the main queue has had its turn
/// ```
///
/// The work of an execution begins on the main queue, after ``execute(_:)`` has returned; all signals of the command send
/// there.
public final class RACCommand<Input, Value>: RecordedObject {
    private let signalBlock: (Input) -> RACSignal<Value>
    private let enabledSignal: RACSignal<Bool>?
    private let lock = RecursiveLock()
    // Under the lock.
    private var allowsConcurrent = false

    // The command's parts are made in `init`, in the order it needs, where a recording shows them as the command's.
    private lazy var addedExecutionSignalsSubject = RACSubject<RACSignal<Value>>()
        .setName("addedExecutionSignalsSubject")
    private lazy var allowsConcurrentExecutionSubject = RACSubject<Bool>()
        .setName("allowsConcurrentExecutionSubject")
    private lazy var deallocationSubject = RACReplaySubject<Void>().setName("-rac_willDeallocSignal")
    private lazy var immediateExecuting = Self.immediateExecuting(addedExecutionSignalsSubject)
    private lazy var immediateEnabled = Self.immediateEnabled(
        enabledSignal, immediateExecuting, allowsConcurrentExecutionSubject, until: deallocationSubject)

    /// Sends a signal for each execution, which sends the execution's values and completion, but not its error.
    public private(set) lazy var executionSignals = Self.executionSignals(addedExecutionSignalsSubject)

    /// Sends the errors of all executions.
    public private(set) lazy var errors = Self.errors(addedExecutionSignalsSubject)

    /// Sends whether an execution is going on: at once, and whenever that changes.
    public private(set) lazy var executing = Self.executing(immediateExecuting)

    /// Sends whether the command may be executed: at once, and whenever that changes.
    public private(set) lazy var enabled = Self.enabled(immediateEnabled)

    /// A command that may be executed whenever it is not being executed.
    ///
    /// - Parameter signalBlock: makes the signal whose work an execution is.
    public convenience init(signalBlock: @escaping (Input) -> RACSignal<Value>) {
        self.init(enabled: nil, signalBlock: signalBlock)
    }

    /// A command that may be executed while the latest value of `enabledSignal`, if there is one, is true.
    public init(enabled enabledSignal: RACSignal<Bool>?, signalBlock: @escaping (Input) -> RACSignal<Value>) {
        self.signalBlock = signalBlock
        self.enabledSignal = enabledSignal
        super.init()
        recordedCreation(of: self) {
            inside {
                _ = (addedExecutionSignalsSubject, allowsConcurrentExecutionSubject, executionSignals, errors)
                _ = (immediateExecuting, executing, immediateEnabled, enabled)
            }
        }
    }

    deinit {
        recorded(.deinit, self) {
            addedExecutionSignalsSubject.sendCompleted()
            allowsConcurrentExecutionSubject.sendCompleted()
            deallocationSubject.sendCompleted()
        }
    }

    public override var recordedRole: Trace.Role { .object }

    /// Whether it may be executed again before an execution has ended; false unless it is set.
    public var allowsConcurrentExecution: Bool {
        get { lock.withLock { allowsConcurrent } }
        set {
            lock.withLock { allowsConcurrent = newValue }
            allowsConcurrentExecutionSubject.sendNext(newValue)
        }
    }

    /// Executes the command: makes a signal of `input`, and subscribes to it on the main queue.
    ///
    /// - Returns: a signal of the execution's values, which late subscribers get as well; an error,
    ///   ``RACCommandError/notEnabled``, if the command is not enabled.
    @discardableResult
    public func execute(_ input: Input) -> RACSignal<Value> {
        recorded(.on, self, .next(input)) {
            guard inside(true, { immediateEnabled.first() }) == true else { return .error(RACCommandError.notEnabled) }
            let signal = recordedHandler(.signalBlock, self) { signalBlock(input) }
            let connection = inside { signal.subscribeOn(.mainThreadScheduler).multicast(RACReplaySubject()) }
            // First those are told who show the execution; then it begins.
            addedExecutionSignalsSubject.sendNext(connection.signal)
            connection.connect()
            return connection.signal.setName("RACCommand -execute:")
        }
    }
}

/// Why a ``RACCommand`` does not execute.
public enum RACCommandError: Error, Equatable, CustomStringConvertible {
    /// It is being executed and does not allow that twice, or its `enabled` signal forbids it.
    case notEnabled

    public var description: String { "The command is disabled and cannot be executed." }
}
