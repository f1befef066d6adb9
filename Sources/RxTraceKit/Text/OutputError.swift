import Foundation

/// Why output failed, with where it was to go.
package struct OutputError: Error, CustomStringConvertible {
    private let reason: SystemFailure
    /// Where the output was to go, for people.
    package var place: String
    /// The way out of it.
    package var wayOut: String

    /// Takes the reason from `errno`, which the call that failed has just set.
    package init(_ place: String, wayOut: String = "Free some space or choose another place with --output.") {
        reason = SystemFailure()
        self.place = place
        self.wayOut = wayOut
    }

    /// Whether the reader of a pipe went away, which is no failure of the writer's.
    package var isClosedPipe: Bool { reason.code == EPIPE }

    package var description: String { "cannot write to \(place): \(reason). \(reason.wayOut(else: wayOut))" }
}
