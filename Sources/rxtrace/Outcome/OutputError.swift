import Foundation
import RxTraceKit

/// Why output failed, with where it was to go.
struct OutputError: Error, CustomStringConvertible {
    private let reason: SystemFailure
    /// Where the output was to go, for people.
    var place: String
    /// The way out of it.
    var wayOut: String

    /// Takes the reason from `errno`, which the call that failed has just set.
    init(_ place: String, wayOut: String = "Free some space or choose another place with --output.") {
        reason = SystemFailure()
        self.place = place
        self.wayOut = wayOut
    }

    /// Whether the reader of a pipe went away, which is no failure of the writer's.
    var isClosedPipe: Bool { reason.code == EPIPE }

    var description: String { "cannot write to \(place): \(reason). \(wayOut)" }
}
