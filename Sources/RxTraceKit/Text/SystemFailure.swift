import Foundation

/// The system's reason why one of its calls failed, such as `No such file or directory`.
package struct SystemFailure: Error, CustomStringConvertible {
    /// The system's number for the reason.
    package let code: Int32

    /// - Parameter code: `errno`, which the call that failed has just set, or the error that the call returned instead.
    package init(code: Int32 = errno) { self.code = code }

    package var description: String { String(cString: strerror(code)) }

    /// The way out of a limit that the user has set; where it is none, another one.
    package func wayOut(else other: String) -> String {
        switch code {
        case EMFILE: "Raise `ulimit -n`."
        case EFBIG: "Raise `ulimit -f`."
        case ENFILE, ENOMEM: "Close other programs."
        case EAGAIN: "Close other programs, or raise `ulimit -u`."
        default: other
        }
    }
}
