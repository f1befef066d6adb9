import CRxTraceCommand
import Foundation
import RxTraceExploring

/// Waits for a program's end, passes on signals sent to this command meanwhile, and keeps the time.
///
/// The signals it looks after are blocked from before the program starts until it has ended, and taken one by one: there
/// is no handler, and nothing that could run in one.
struct ProgramSupervisor {
    /// How long a program that was asked to end may take before it is killed, in seconds.
    private static let grace: UInt32 = 2

    private var watched = sigset_t()
    private var before = sigset_t()

    init() {
        sigemptyset(&watched)
        for signal in [SIGHUP, SIGINT, SIGTERM, SIGCHLD, SIGALRM] { sigaddset(&watched, signal) }
    }

    /// - Parameters:
    ///   - timeLimit: in seconds; nil for none.
    ///   - start: starts the program.
    mutating func run(timeLimit: Int?, _ start: () throws -> ChildProcess) rethrows -> ProgramEnd {
        pthread_sigmask(SIG_BLOCK, &watched, &before)
        defer {
            alarm(0)
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        signal(SIGALRM, SIG_DFL)
        rxtrace_command_adopt_orphans()
        StandardError.isShared()
        let program = try start()
        #if canImport(Darwin)
            // There, a signal that nobody handles and that ends nothing is gone although it is blocked.
            signal(SIGCHLD) { _ in }
            if let end = program.endedSoFar() { return ProgramEnd(how: end, stop: nil) }
        #endif
        if let timeLimit { alarm(UInt32(timeLimit)) }
        var stop: ProgramEnd.Stop?
        while true {
            let (signal, isForAll) = nextSignal()
            switch signal {
            case SIGCHLD:
                if let end = program.endedSoFar() {
                    if stop != nil { Descendants.end() }
                    return ProgramEnd(how: end, stop: stop)
                }
            case SIGALRM:
                program.send(stop == nil ? SIGTERM : SIGKILL)
                if stop == nil { alarm(Self.grace) }
                stop = stop ?? timeLimit.map { .timedOut(seconds: $0) }
            case SIGHUP, SIGINT, SIGTERM:
                if stop != nil {
                    // Whoever asks twice means it.
                    program.send(SIGKILL)
                } else if !isForAll || !Self.isTold(program, of: signal) {
                    program.send(signal)
                }
                stop = stop ?? Self.stop(by: signal)
            default: break
            }
        }
    }

    private static func stop(by signal: Int32) -> ProgramEnd.Stop {
        switch signal {
        case SIGINT: .interrupted
        case SIGHUP: .hungUp
        default: .terminated
        }
    }

    /// Whether the terminal has told a program of a signal that it told this command of.
    private static func isTold(_ program: ChildProcess, of signal: Int32) -> Bool {
        guard getpgid(program.identifier) == getpgrp() else { return false }
        // Where the terminal is closed, the first process of its session is told alone.
        return signal != SIGHUP || getsid(0) != getpid()
    }

    /// Waits for a signal; `isForAll` where the terminal sent it: to all of its foreground, in most cases.
    private mutating func nextSignal() -> (signal: Int32, isForAll: Bool) {
        #if os(Linux)
            var information = siginfo_t()
            let signal = sigwaitinfo(&watched, &information)
            // A signal that a process sends has a code of zero or less: sigaction(2).
            return (signal, information.si_code > 0)
        #else
            var signal: Int32 = 0
            sigwait(&watched, &signal)
            return (signal, false)
        #endif
    }
}
