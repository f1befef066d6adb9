/// The numbers that tell the order of what passed in a graph.
///
/// Each thing (an edge, a note) has a number from its first time on. It gets another one when it comes again after
/// something else that is told, so that the numbers can be read from 1 on. What happens within a call is its effect and
/// comes between nothing: a value that goes through five operators has five numbers, and so have the values after it.
struct GraphOrder {
    /// A thing with more numbers than this keeps the first alone: nobody would read them.
    static let mostNumbers = 5
    /// Above so many things, each keeps the first alone.
    static let mostThings = 60

    /// One time of a thing.
    struct Step {
        var thing: Int
        /// The call's position.
        var call: Int
    }

    /// The number of each step.
    private(set) var numbers: [Int]

    private let trace: Trace
    private let positions: IdentifierIndex

    /// - Parameters:
    ///   - steps: in the order of time.
    ///   - things: how many things there are.
    init(_ steps: [Step], things: Int, in trace: Trace) {
        self.trace = trace
        positions = IdentifierIndex(trace.calls)
        numbers = []
        var isOnce = [Bool](repeating: things > Self.mostThings, count: things)
        while true {
            numbers = numbered(steps, isOnce)
            var own = [Set<Int>](repeating: [], count: things)
            for (step, number) in zip(steps, numbers) where own[step.thing].count <= Self.mostNumbers {
                own[step.thing].insert(number)
            }
            let crowded = own.indices.filter { own[$0].count > Self.mostNumbers }
            if crowded.isEmpty { return }
            for thing in crowded { isOnce[thing] = true }
        }
    }

    private func numbered(_ steps: [Step], _ isOnce: [Bool]) -> [Int] {
        struct Last {
            var call: Int
            var number: Int
            /// How many numbers had been given.
            var given: Int
        }
        /// By number, from 1 on, the call it was given at.
        var given: [Int] = []
        var last = [Last?](repeating: nil, count: isOnce.count)
        return steps.map { step in
            var number = last[step.thing]?.number
            if let before = last[step.thing], !isOnce[step.thing], before.given < given.count,
                isParted(before.call, step.call, by: given[before.given...])
            {
                number = nil
            }
            if number == nil { given.append(step.call) }
            last[step.thing] = Last(call: step.call, number: number ?? given.count, given: given.count)
            return number ?? given.count
        }
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
