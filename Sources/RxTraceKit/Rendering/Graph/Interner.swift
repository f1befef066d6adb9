/// Gives equal values one number, and remembers how many there were of each and where the first one stood.
struct Interner<Value: Hashable> {
    private var numbers: [Value: Int] = [:]
    private var counts: [Int] = []
    private var firsts: [Int] = []

    /// The number of `value`, which stands at `position`.
    mutating func insert(_ value: Value, at position: Int) -> Int {
        if let number = numbers[value] {
            counts[number] += 1
            return number
        }
        let number = counts.count
        numbers[value] = number
        counts.append(1)
        firsts.append(position)
        return number
    }

    /// The node drawn for the one at `position`: itself, or the first of its shape where there are more than `limit`.
    func drawn(_ position: Int, shape: Int, limit: Int) -> Int {
        counts[shape] > limit ? firsts[shape] : position
    }

    /// How many one drawing of the shape stands for.
    func count(of shape: Int, limit: Int) -> Int { counts[shape] > limit ? counts[shape] : 1 }
}
