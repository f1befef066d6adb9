/// What a walk knows of the user's closures, by the labels of their calls: there are few.
struct WalkedClosures {
    /// The kinds of a closure, and their number.
    typealias Closure = (kinds: ClosureKinds, number: Int)

    /// That of a call that runs no closure.
    static var none: Closure { ([], 0) }
    /// How many numbers there are.
    static let numbers = 32

    private let all: Trace.Closures
    private var labels: [(label: String?, closure: Closure)] = []
    /// The kinds that came by, each with the number of its position and one.
    private var numbered: [ClosureKinds] = []

    init(_ all: Trace.Closures) { self.all = all }

    func kinds(of label: String?) -> ClosureKinds { all.kinds(of: label) }

    /// Whether kinds have a number of their own, rather than one for all that came too late.
    func areNumbered(_ kinds: ClosureKinds) -> Bool { numbered.contains(kinds) }

    /// To look at each label takes less time than to find one by its hash.
    mutating func closure(labelled label: String?) -> Closure {
        for known in labels where known.label == label { return known.closure }
        let kinds = all.kinds(of: label)
        let number = (numbered.firstIndex(of: kinds) ?? numbered.count) + 1
        if number > numbered.count, number < Self.numbers - 1 { numbered.append(kinds) }
        let closure = (kinds, min(number, Self.numbers - 1))
        if labels.count < 32 { labels.append((label, closure)) }
        return closure
    }
}
