import Foundation
import RxInstrumented

/// Runs a random program and keeps its log.
package final class ProgramRun {
    // So that programs end which go round in circles; RxSwift's logs were recorded with the same.
    private static let depthLimit = 5
    private static let logLimit = 60_000
    private static let connectLimit = 40

    private(set) var world: ProgramWorld
    private var lines: [String] = []
    private var logSize = 0
    private var depth = 0

    /// Runs a program to its end.
    ///
    /// - Parameter beforeStep: is called with each step's number and how many there are.
    package static func log(of program: RandomProgram, beforeStep: (Int, Int) -> Void = { _, _ in }) -> String {
        let run = ProgramRun(ProgramWorld(program.channels))
        run.run(program, beforeStep)
        return run.text
    }

    private init(_ world: ProgramWorld) { self.world = world }

    /// The log as RxSwift's was kept: with its names of modules.
    private var text: String {
        let text = lines.joined(separator: "\n").replacing("RxInstrumented.", with: "RxSwift.")
            .replacing("RxTraceStress.ProgramElement", with: "E")
        return text.replacing(#/\(unknown context at \$[0-9a-f]+\)\./#, with: "")
    }

    private func run(_ program: RandomProgram, _ beforeStep: (Int, Int) -> Void) {
        let builder = ProgramBuilder(run: self)
        for (sharing, source) in program.shared { builder.share(builder.observable(source), by: sharing) }
        for pipe in program.pipes { world.pipes.append(builder.observable(pipe)) }
        for (number, step) in program.script.enumerated() {
            beforeStep(number, program.script.count)
            log("# \(number)")
            perform(step)
            log("obs \(world.observedChannels)")
        }
        log("# end")
        if program.disposesAll {
            for subscription in world.subscriptions { subscription.disposable.dispose() }
        }
        log("obs \(world.observedChannels)")
        end(program)
    }

    /// Lets go of all there is, in the order in which RxSwift's logs were recorded.
    private func end(_ program: RandomProgram) {
        if program.disposesAll {
            world.observers = []
            world.inner = []
            world.subscriptions = []
        }
        world.pipes = []
        world.shared = []
        world.connectables = []
        world.subscriptions = []
        world.observers = []
        world.inner = []
        for number in world.bags.keys.sorted() { world.releaseBag(number) }
        // Closures that run while the old world goes find one in which nothing listens.
        world = .empty
    }

    func log(_ line: String) {
        lines.append(line)
        logSize += line.utf8.count + 1
    }

    // MARK: What closures do

    /// Notes that a closure was called, and does what it does this time.
    ///
    /// - Throws: ``ProgramError`` where a step says so and the closure may.
    func react(_ reaction: ProgramReaction, _ word: String) throws {
        log("h\(reaction.number) \(word)")
        for step in reaction.called() {
            if reaction.stops(at: step) { throw ProgramError(number: reaction.number) }
            perform(step)
        }
    }

    /// As ``react(_:_:)``, in a closure that may not throw.
    func reactQuietly(_ reaction: ProgramReaction?, _ word: String) {
        guard let reaction else { return }
        try? react(reaction, word)
    }

    private func perform(_ step: ProgramStep) {
        guard depth < Self.depthLimit, logSize < Self.logLimit else { return }
        depth += 1
        defer { depth -= 1 }
        switch step {
        case .send(let channel, let number): world.channels[channel].on(.next(ProgramElement(number)))
        case .complete(let channel): world.channels[channel].on(.completed)
        case .fail(let channel, let error): world.channels[channel].on(.error(ProgramError(number: error)))
        case .disposeChannel(let channel): world.channels[channel].dispose()
        case .readValue(let channel): readValue(of: world.channels[channel])
        case .subscribe(let pipe, let holder, let observer):
            guard !world.pipes.isEmpty else { return }
            subscribe(to: world.pipes[pipe % world.pipes.count], holder, observer)
        case .subscribeInner(let number):
            guard !world.inner.isEmpty else { return }
            subscribe(to: world.inner[number % world.inner.count], .single, nil)
        case .dispose(let number):
            guard number < world.subscriptions.count else { return }
            log("dispose \(number)")
            world.subscriptions[number].disposable.dispose()
            log("disposed \(number).")
        case .replace(let number, let pipe): replace(number, pipe)
        case .connect(let number): connect(number)
        case .advance(let seconds): advance(seconds)
        case .sendLate(let observer, let number):
            guard !world.observers.isEmpty else { return }
            log("late")
            let event: Event<ProgramElement> = number == 4 ? .completed : .next(ProgramElement(50 + number))
            world.observers[observer % world.observers.count].on(event)
        case .throw: break
        }
    }

    private func readValue(of channel: ProgramChannel) {
        guard let value = channel.value else { return }
        do { log("value \(try value())") } catch { log("value threw \(errorText(error))") }
    }

    private func connect(_ number: Int) {
        guard !world.connectables.isEmpty, world.subscriptions.count < Self.connectLimit else { return }
        log("connect")
        let connection = world.connectables[number % world.connectables.count].connect()
        world.subscriptions.append((connection, -1))
        log("connected")
    }

    private func advance(_ seconds: Int) {
        let world = world
        guard !world.isAdvancing else { return }
        world.isAdvancing = true
        world.seconds += Double(seconds)
        world.clock.advanceTo(Date(timeIntervalSince1970: world.seconds))
        world.isAdvancing = false
    }

    private func replace(_ number: Int, _ pipe: Int) {
        guard number < world.subscriptions.count, !world.pipes.isEmpty,
            let serial = world.subscriptions[number].disposable as? SerialDisposable
        else { return }
        guard let next = beginSubscription() else { return }
        serial.disposable = subscription(to: world.pipes[pipe % world.pipes.count], next, .single, nil)
        log("sub\(next).")
    }
}

/// An error as logs have it.
func errorText(_ error: any Error) -> String {
    (error as? ProgramError)?.description ?? "\(error)"
}
