/// What a sequence that was waited for has sent, and how it ended.
@frozen public enum MaterializedSequenceResult<T> {
    /// The sequence completed.
    case completed(elements: [T])
    /// The sequence failed, or took too long, after these elements.
    case failed(elements: [T], error: any Error)
}
