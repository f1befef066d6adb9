import Synchronization

/// Where the user's code made a call.
enum RecordedSites {
    /// Whether the running recording keeps places in the source. Set before it starts.
    static let areKept = Atomic<Bool>(true)
}
