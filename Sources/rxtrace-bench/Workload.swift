/// One row of the table: something done many times.
struct Workload {
    let name: String
    /// The counted unit, such as `event`.
    let unit: String
    /// RxSwift 6.10.2's nanoseconds for a unit on the reference machine, where the yardstick takes 48.5.
    let rxSwift: Double
    /// How many units a run of one repetition has.
    let unitsPerRepetition: Int
    /// How many repetitions a measured run has.
    let repetitions: Int
    /// Does the repetitions.
    let run: (Int) -> Void
}

/// A number that closures add to, so that no work is optimised away. Not a captured variable, whose exclusive access
/// would be checked at each use.
struct Sum {
    private let pointer = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    init() {
        pointer.initialize(to: 0)
    }

    var value: Int { pointer.pointee }

    func add(_ number: Int) {
        pointer.pointee &+= number
    }
}
