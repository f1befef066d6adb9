import CRxTraceBuffer
import Foundation
import RxTraceKit

/// The file of a recording of which only the spans are wanted. The part that has been read is freed. If too much of the
/// file cannot be freed, recording stops.
final class PassingFile: @unchecked Sendable {
    /// The most bytes that may be in use, and how many are freed at once.
    private static let limit = 1 << 30
    private static let step = 1 << 24

    /// A duplicate, because the recording may close its own.
    private let descriptor: OwnDescriptor?
    private var given = 0
    private var isOver = false

    init(_ file: RecordedFile) {
        descriptor = file.descriptor?.duplicate()
    }

    deinit { descriptor?.close() }

    /// - Parameters:
    ///   - bytes: how many bytes from the start are not needed any more.
    ///   - rest: how many bytes are still to be read.
    func wasRead(_ bytes: Int, rest: Int) {
        // Not every file system can free a part of a file.
        if bytes - given >= Self.step, let descriptor, descriptor.isOwn,
            rxtrace_give_back(descriptor.number, UInt64(given), UInt64(bytes - given))
        {
            given = bytes
        }
        guard bytes - given + rest > Self.limit, !isOver else { return }
        isOver = true
        rxtrace_reach_limit()
    }
}
