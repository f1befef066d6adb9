import Foundation

/// Asks a search to end before it is done, such as by Ctrl-C; it can be made at any time, and is never taken back.
package struct StopRequest: Sendable {
    /// A search that was asked to end before it was done.
    struct Stopped: Error {}

    /// That of a pipe, which nobody reads while a search goes on: there are bytes to read once the request is made.
    let descriptor: Int32

    package init(descriptor: Int32) { self.descriptor = descriptor }

    /// - Throws: ``Stopped`` where the request is made.
    func check() throws(Stopped) {
        if isMade { throw Stopped() }
    }

    package var isMade: Bool {
        var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waited, 1, 0) > 0
    }
}
