extension Trace {
    /// The source that a trace carries along, so that it is shown where the source itself is not at hand.
    ///
    /// `rxtrace record` and `rxtrace pack` put it into a recording.
    public struct PackedSource: Sendable, Equatable {
        /// Something of the user's that makes an object.
        struct Creation: Hashable, Sendable {
            var site: Trace.Site
            /// The library's function that is called there; nil for an initialiser.
            var maker: String?
            /// The type of what it makes.
            var type: String
        }

        /// The content of files, by their paths in the trace.
        public internal(set) var files: [String: String] = [:]
        /// What the source calls the objects that are made, in their order; empty where that is not sure.
        var names: [Creation: [String]] = [:]

        /// Nothing of the source.
        public init() {}

        /// Whether there is nothing of it.
        public var isEmpty: Bool { files.isEmpty && names.isEmpty }
    }
}
