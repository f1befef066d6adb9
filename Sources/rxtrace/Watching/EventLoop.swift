import Foundation

/// Waits for keys, signals and files at once, for a command with or without a screen.
final class EventLoop {
    enum Event: Equatable {
        case key(Key)
        case resized
        /// Somebody asks the command to end.
        case ended(ExitStatus)
        /// One of the descriptors that were waited for has something to read, or its end.
        case readable(Int32)
    }

    /// How long the bytes of one key may take, in milliseconds.
    private static let keyPatience: Int32 = 25

    private let signals: SignalPipe
    private let screen: TerminalScreen?
    private var parser = KeyParser()

    /// - Parameter screen: where keys come from; nil for none.
    init(_ screen: TerminalScreen?) throws {
        signals = try SignalPipe(SignalPipe.screen)
        self.screen = screen
    }

    /// Waits until something happens, or the time is over: then there are no events.
    ///
    /// - Parameter descriptors: files to wait for besides; those below 0 are left out.
    func wait(for descriptors: [Int32], seconds: TimeInterval) throws -> [Event] {
        let input = screen?.input ?? -1
        let all = [signals.descriptor, input] + descriptors
        var requests = all.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let count = poll(&requests, nfds_t(requests.count), Int32(max(0, seconds * 1000)))
        guard count > 0 else { return [] }
        var events: [Event] = []
        for request in requests where request.revents != 0 {
            switch request.fd {
            case signals.descriptor: events += try readSignals()
            case input: events += readKeys(input)
            default: events.append(.readable(request.fd))
            }
        }
        return events
    }

    private func readSignals() throws -> [Event] {
        try Self.bytes(signals.descriptor).compactMap { byte -> Event? in
            let signal = Int32(byte)
            if let status = SignalPipe.status(of: signal) { return .ended(status) }
            switch signal {
            case SIGTSTP:
                screen?.leave()
                // Stopped here, until somebody continues it.
                raise(SIGSTOP)
                try screen?.enter()
                return .resized
            default: return .resized
            }
        }
    }

    private func readKeys(_ input: Int32) -> [Event] {
        let bytes = Self.bytes(input)
        // A terminal that was closed is readable without end.
        if bytes.isEmpty { return [.ended(.hungUp)] }
        var keys = parser.keys(bytes, isComplete: false)
        if parser.isPending {
            // The rest of a key's bytes comes at once, where it is one; an escape is followed by nothing.
            var request = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
            let more = poll(&request, 1, Self.keyPatience) > 0 ? Self.bytes(input) : []
            keys += parser.keys(more)
        }
        return keys.map { .key($0) }
    }

    /// What can be read now; nothing at the end of a file.
    static func bytes(_ descriptor: Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
    }
}
