/// Why a program cannot be started, or not as it was asked for, in one line with the way out.
package struct ProcessFailure: Error {
    package let message: String

    package init(_ message: String) { self.message = message }
}
