/// A reader of bytes that come from elsewhere.
///
/// `make fuzz TARGET=Recording SECONDS=300` gives it inputs that the fuzzer makes up, led by which code they reach; the tests
/// give it those that are kept in `Inputs`. A target fails by trapping.
protocol FuzzTarget {
    static func read(_ bytes: [UInt8])
}

/// Stops where something does not hold that holds for every input.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    // A precondition's message is left out where the optimiser is at work.
    if !condition { fatalError(message()) }
}
