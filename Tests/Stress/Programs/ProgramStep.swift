/// What a random program does, in its script or from within a closure.
indirect enum ProgramStep {
    case send(channel: Int, number: Int)
    case complete(channel: Int)
    case fail(channel: Int, error: Int)
    case disposeChannel(Int)
    case readValue(channel: Int)
    case subscribe(pipe: Int, holder: ProgramHolder, ProgramObserver)
    case dispose(subscription: Int)
    /// Puts a subscription of a pipe in the place of another one, if that is held so.
    case replace(subscription: Int, pipe: Int)
    /// Subscribes to a window, or a group, that an operator handed out.
    case subscribeInner(Int)
    case connect(Int)
    /// Lets so much virtual time pass.
    case advance(seconds: Int)
    /// Sends to the observer that a `create` was handed, whatever became of it.
    case sendLate(observer: Int, number: Int)
    /// Throws, where the closure may.
    case `throw`
}

/// What holds a subscription of a program.
enum ProgramHolder: Int {
    case single
    case serial
    case composite
    case bag
    /// As ``single``, of the `subscribe` that takes whole events.
    case event
}

/// What a subscription's closures do.
struct ProgramObserver {
    var onNext: ProgramReaction
    var onEnd: ProgramReaction
    var onDisposed: ProgramReaction
}

/// What a closure of a program does when it is called for the first, second or third time.
final class ProgramReaction {
    let number: Int
    private let turn: Int
    private let steps: [ProgramStep]
    private let mayThrow: Bool
    private var calls = 0

    init(number: Int, turn: Int = 0, steps: [ProgramStep] = [], mayThrow: Bool) {
        self.number = number
        self.turn = turn
        self.steps = steps
        self.mayThrow = mayThrow
    }

    /// Notes a call of the closure.
    ///
    /// - Returns: what it does this time.
    func called() -> [ProgramStep] {
        defer { calls += 1 }
        return calls == turn ? steps : []
    }

    /// Whether a step stops the closure by an error.
    func stops(at step: ProgramStep) -> Bool {
        guard case .throw = step else { return false }
        return mayThrow
    }

    /// What it does, for those who look for a fault; empty where it does nothing.
    var summary: String {
        steps.isEmpty ? "" : " {h\(number) at \(turn): \(steps.map { "\($0)" }.joined(separator: "; "))}"
    }
}

extension ProgramReaction: CustomStringConvertible {
    var description: String { summary.isEmpty ? "-" : summary }
}
