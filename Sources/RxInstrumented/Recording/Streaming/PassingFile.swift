import CRxTraceBuffer
import Foundation
import RxTraceKit

/// The file of a recording of which only the spans are wished for: the part that was read is given back, and where too
/// much is not, no more is recorded.
final class PassingFile: @unchecked Sendable {
    /// How many bytes wait to be read at most, and how many are given back at once.
    private static let limit = 1 << 30
    private static let step = 1 << 24

    /// The file's, of its own: the recording may be closed meanwhile.
    private let descriptor: OwnDescriptor?
    private var given = 0
    private var isOver = false

    init(_ file: RecordedFile) {
        descriptor = file.descriptor?.duplicate()
    }

    deinit { descriptor?.close() }

    /// - Parameters:
    ///   - bytes: of so many, from the start, nothing is read again.
    ///   - rest: so many are still to be read.
    func wasRead(_ bytes: Int, rest: Int) {
        // Not every file system can.
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
