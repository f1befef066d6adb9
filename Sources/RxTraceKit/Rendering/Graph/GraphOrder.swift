/// The numbers that tell the order of what passed in a graph: read them from 1 on.
///
/// Each time of a thing (an edge, a note) has the next number. Where that are more numbers than anybody reads, what comes
/// again at once in the same way has none of its own: a call with the same effects as the one right before it has the
/// numbers of that one, and so have its effects. So the first of a hundred values that go through five operators has five
/// numbers, and the values after it have the same, until one goes another way.
struct GraphOrder {
    /// A thing with more numbers than this has fewer: nobody would read them.
    static let mostNumbers = 7
    /// Above so many things, each keeps its first number alone.
    static let mostThings = 60

    /// One time of a thing.
    struct Step {
        var thing: Int
        /// The call's position.
        var call: Int
        /// The kind of the event that passed: the end comes another way than an element.
        var kind: Trace.Event.Kind?
    }

    /// How often a thing gets a further number.
    private enum Pace: Int {
        /// Each time.
        case time
        /// Whenever it comes another way.
        case way
        /// When something that is new came between: what happens within a call is its effect, and comes between nothing.
        case parted
        case once

        var slower: Pace { Pace(rawValue: rawValue + 1) ?? .once }
    }

    /// The number of each step.
    private(set) var numbers: [Int]

    private let trace: Trace
    private let positions: IdentifierIndex

    /// - Parameters:
    ///   - steps: in the order of time.
    ///   - things: how many things there are.
    init(_ steps: [Step], things: Int, in trace: Trace, _ positions: IdentifierIndex) {
        (self.trace, self.positions) = (trace, positions)
        numbers = []
        let hasMany = things > Self.mostThings
        var paces = hasMany ? Array(repeating: Pace.once, count: things) : Self.firstPaces(steps, things)
        let models = paces.contains(.way) ? GraphTurns(steps, in: trace, positions).models : []
        while true {
            numbers = numbered(steps, models, paces)
            var own = [Set<Int>](repeating: [], count: things)
            for (step, number) in zip(steps, numbers) where own[step.thing].count <= Self.mostNumbers {
                own[step.thing].insert(number)
            }
            let crowded = own.indices.filter { own[$0].count > Self.mostNumbers }
            if crowded.isEmpty { return }
            for thing in crowded { paces[thing] = paces[thing].slower }
        }
    }

    /// What has few times has a number for each: the order of its values shows.
    private static func firstPaces(_ steps: [Step], _ things: Int) -> [Pace] {
        var times = [(count: Int, lastCall: Int)](repeating: (0, -1), count: things)
        for step in steps where times[step.thing].lastCall != step.call {
            times[step.thing] = (times[step.thing].count + 1, step.call)
        }
        return times.map { $0.count > GraphPassage.mostValues ? .way : .time }
    }

    /// - Parameter models: for each step, the place of the one that it repeats; -1 for none. Asked for at the pace of the way.
    private func numbered(_ steps: [Step], _ models: [Int32], _ paces: [Pace]) -> [Int] {
        struct Last {
            var call: Int
            var number: Int
            /// How many numbers had been given.
            var given: Int
        }
        /// By number, from 1 on, the call it was given at.
        var given: [Int] = []
        var last = [Last?](repeating: nil, count: paces.count)
        var numbers: [Int] = []
        numbers.reserveCapacity(steps.count)
        for (place, step) in steps.enumerated() {
            var number = last[step.thing]?.number
            switch paces[step.thing] {
            // A call that hands on several is one time.
            case .time where last[step.thing]?.call == step.call, .way where last[step.thing]?.call == step.call: break
            case .time: number = nil
            case .way: number = models[place] < 0 ? nil : numbers[Int(models[place])]
            case .parted:
                if let before = last[step.thing], before.given < given.count,
                    isParted(before.call, step.call, by: given[before.given...])
                {
                    number = nil
                }
            case .once: break
            }
            if number == nil { given.append(step.call) }
            last[step.thing] = Last(call: step.call, number: number ?? given.count, given: given.count)
            numbers.append(number ?? given.count)
        }
        return numbers
    }

    /// Whether one of the calls is in neither of two: not in what each of them is a part of, below what is around both.
    private func isParted(_ first: Int, _ second: Int, by calls: ArraySlice<Int>) -> Bool {
        var (one, other) = (around(first), around(second))
        while let outer = one.last, outer == other.last {
            one.removeLast()
            other.removeLast()
        }
        guard let outer = one.last, let otherOuter = other.last else { return false }
        return calls.contains { call in
            var own: Int? = call
            while let each = own, each != outer, each != otherOuter { own = parent(of: each) }
            return own == nil
        }
    }

    /// The call and those around it, outwards.
    private func around(_ call: Int) -> [Int] {
        Array(sequence(first: call) { parent(of: $0) })
    }

    /// A link to a later call, which no recording has, is not followed.
    private func parent(of call: Int) -> Int? {
        trace.calls[call].parent.flatMap { positions[$0] }.flatMap { $0 < call ? $0 : nil }
    }
}
