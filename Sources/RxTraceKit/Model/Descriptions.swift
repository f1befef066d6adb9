extension Trace {
    /// The cost of the values that a recording kept: the descriptions that were asked of them.
    public struct Descriptions: Sendable, Equatable {
        /// How long they took, on all threads together.
        public var nanoseconds: UInt64
        /// How many were longer than what is kept of one.
        public var cut: Int

        /// Makes the cost of some descriptions, of none by default.
        public init(nanoseconds: UInt64 = 0, cut: Int = 0) {
            self.nanoseconds = nanoseconds
            self.cut = cut
        }
    }
}
