extension GrowingRecording {
    /// A subscribe that has not returned.
    struct OpenSubscribe: Hashable {
        /// The thread's index in the tables.
        var thread: Int
        /// Which of its calls it is.
        var call: Int
    }

    /// The calls that were read at once.
    package struct Part {
        /// In the order they started.
        package var calls: [Trace.Call] = []
        /// The ids of the subscriptions that ended.
        package var ended: [Int] = []
    }
}

/// The file was closed by the program that is recorded, and is not at its path any more.
struct RecordingIsLost: Error, CustomStringConvertible {
    let description = "this program has closed it, and another file is at its path"
}
