import RxTraceKit
import Testing

@testable import RxInstrumented

/// The answer of `why`, in words that say nothing of ids, places and times.
struct WhyAnswer: Equatable, CustomStringConvertible {
    /// The call where the event came into being.
    var emitted: String
    /// The calls that made a kept element go on, from the event back.
    var triggers: [String] = []
    /// Where the parts of combined elements came into being, in order, from the event back.
    var parts: [String] = []
    /// How many elements came before an accumulated one.
    var before: Int?
    /// The ends after which the sources were subscribed to, from the event back.
    var ends: [String] = []
    /// The closures that may have handed the value over to a hop's work, from the event back.
    var meanwhile: [String] = []

    init(
        _ emitted: String, triggers: [String] = [], parts: [String] = [], before: Int? = nil, ends: [String] = [],
        meanwhile: [String] = []
    ) {
        self.emitted = emitted
        self.triggers = triggers
        self.parts = parts
        self.before = before
        self.ends = ends
        self.meanwhile = meanwhile
    }

    init(_ chain: CausalChain) {
        let sides = chain.steps.flatMap(\.sides)
        emitted = chain.emission.map { Self.words(chain.steps[$0]) } ?? "nowhere"
        for side in sides {
            switch side.kind {
            case .trigger: triggers.append(Self.words(side.call))
            case .part: parts.append(Self.words(side.emission ?? side.call))
            case .end: ends.append(Self.words(side.emission ?? side.call))
            case .meanwhile: meanwhile.append(Self.words(side.call))
            }
        }
        before = chain.steps.lazy.compactMap(\.elementsBefore).first
    }

    var description: String {
        """
        \(emitted); triggers \(triggers), parts \(parts), before \(before.map { "\($0)" } ?? "-"), ends \(ends), \
        meanwhile \(meanwhile)
        """
    }

    /// The operation, who was called, and the event.
    static func words(_ step: CausalChain.Step) -> String {
        let type = step.call.operation == .invoke ? nil : step.call.type ?? step.node?.type
        let event = step.event.map { event in event.value.map { "\(event.kind)(\($0))" } ?? "\(event.kind)" }
        return [step.call.operation.name, type, event].compactMap { $0 }.joined(separator: " ")
    }

    /// Records a program and asks why an event came.
    static func chain(_ event: String, nth: Int? = nil, _ program: () -> Void) throws -> CausalChain? {
        let source = TraceInMemory(record(program))
        return try EventQuery(event)?.explain(in: source, ordinal: nth)?.chain
    }

    /// Not what other tests do meanwhile.
    static func record(_ program: () -> Void) -> Trace {
        Trace.record("why", options: RecordingOptions(scope: .caused), program)
    }
}

/// A program, an event of it and the answer to why it came.
struct WhyShape: CustomTestStringConvertible, Sendable {
    let name: String
    let event: String
    let nth: Int?
    let answer: WhyAnswer
    let program: @Sendable (DisposeBag) -> Void

    init(
        _ name: String, _ event: String, nth: Int? = nil, _ answer: WhyAnswer,
        program: @escaping @Sendable (DisposeBag) -> Void
    ) {
        self.name = name
        self.event = event
        self.nth = nth
        self.answer = answer
        self.program = program
    }

    var testDescription: String { name }

    func answered() throws -> WhyAnswer? {
        let bag = DisposeBag()
        return try WhyAnswer.chain(event, nth: nth) { program(bag) }.map { WhyAnswer($0) }
    }
}
