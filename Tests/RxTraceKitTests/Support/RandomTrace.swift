import RxTraceKit
import RxTraceTestSupport

/// A trace made up from a seed that has any value that a trace may have, in any place.
struct RandomTrace {
    private var generator: SeededGenerator

    init(seed: Int) { generator = SeededGenerator(seed: seed) }

    private static let pieces =
        ExampleTrace.hardTexts + [
            "\u{202E}right to left\u{2066}", "\u{9B}31m", "\u{1B}]0;title\u{7}", "</script>", "\\ud800", "\u{FFFD}",
            "'",
            "\u{85}\u{A0}", "\u{E0041}", "\u{10FFFF}", "\r\n", "e\u{301}", "\u{E9}", "0x00007f8a4c00b2d0",
        ]

    mutating func make() -> Trace {
        var trace = Trace(scenario: text(), drops: drops())
        if chance(2) { trace.run = run() }
        trace.threads = identifiers(upTo: 4).map { Trace.Thread(id: $0, name: text(), isPooled: chance(3)) }
        let nodes = identifiers(upTo: 8)
        trace.nodes = nodes.map { node($0, among: nodes) }
        var subscriptions: [Int] = []
        for id in identifiers(upTo: 5) where !nodes.isEmpty {
            trace.subscriptions.append(
                Trace.Subscription(
                    id: id, parent: one(of: subscriptions), node: one(of: nodes) ?? nodes[0], name: someText(),
                    site: someSite(), ended: someText()))
            subscriptions.append(id)
        }
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            trace.closures[text()] = Set(Trace.ClosureKind.allCases.filter { _ in chance(4) })
        }
        guard !trace.threads.isEmpty else { return trace }
        let ids = identifiers(upTo: 40)
        for (index, id) in ids.enumerated() {
            let before = Array(ids[..<index])
            let others = ids.filter { $0 != id }
            trace.calls.append(
                Trace.Call(
                    id: id, parent: one(of: before), cause: one(of: before), origin: one(of: others),
                    parts: chance(8) ? others.filter { _ in chance(3) } : [],
                    operation: Trace.Operation.allCases.randomElement(using: &generator) ?? .on, node: one(of: nodes),
                    thread: trace.threads.randomElement(using: &generator)?.id ?? 0, type: someText(),
                    label: someText(),
                    subscription: one(of: subscriptions), event: event(), site: someSite(), start: number(),
                    duration: number()))
        }
        for index in trace.calls.indices { trace.calls[index].disposable = one(of: nodes) }
        return trace
    }

    private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &generator) == 0 }

    /// One of some, or none.
    private mutating func one(of some: [Int]) -> Int? { chance(3) ? nil : some.randomElement(using: &generator) }

    private mutating func text() -> String {
        (0..<Int.random(in: 0...3, using: &generator)).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }
            .joined()
    }

    private mutating func someText() -> String? { chance(2) ? nil : text() }

    private mutating func someSite() -> Trace.Site? {
        chance(2) ? nil : Trace.Site(file: text(), line: chance(5) ? .max : Int.random(in: 0...99, using: &generator))
    }

    private mutating func number() -> UInt64? {
        switch Int.random(in: 0...4, using: &generator) {
        case 0: nil
        case 1: .max
        case 2: UInt64.random(in: 0 ... .max, using: &generator)
        default: UInt64.random(in: 0...9_999, using: &generator)
        }
    }

    /// Rising numbers: mostly without gaps, as a recording has them.
    private mutating func identifiers(upTo most: Int) -> [Int] {
        let count = Int.random(in: 0...most, using: &generator)
        switch Int.random(in: 0...3, using: &generator) {
        case 0: return (0..<count).map { Int.max - count + $0 + 1 }
        case 1: return Set((0..<count).map { _ in Int.random(in: 0 ... .max, using: &generator) }).sorted()
        default: return Array(1..<count + 1)
        }
    }

    private mutating func drops() -> Trace.Drops {
        func count() -> Int { chance(2) ? 0 : chance(4) ? .max : Int.random(in: 0...99, using: &generator) }
        return Trace.Drops(memory: count(), limit: count(), last: count(), sample: count(), filter: count())
    }

    private mutating func run() -> Trace.Run {
        let parent = Traceparent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0\(chance(2) ? 0 : 1)")
        return Trace.Run(
            identity: text(), process: Int.random(in: 0 ... .max, using: &generator), host: text(),
            start: number() ?? 0, parent: chance(2) ? nil : parent)
    }

    private mutating func node(_ id: Int, among nodes: [Int]) -> Trace.Node {
        var behaviors: Trace.Behaviors = []
        for behavior in Trace.Behavior.allCases where chance(9) { behaviors.insert(behavior) }
        return Trace.Node(
            id: id, type: text(), generic: someText(),
            role: Trace.Role.allCases.randomElement(using: &generator) ?? .sink, site: someSite(), name: someText(),
            variable: someText(), isEarly: chance(4), behaviors: behaviors, owner: one(of: nodes))
    }

    private mutating func event() -> Trace.Event? {
        let kind = chance(3) ? nil : Trace.Event.Kind.allCases.randomElement(using: &generator)
        return kind.map { Trace.Event($0, value: someText()) }
    }
}
