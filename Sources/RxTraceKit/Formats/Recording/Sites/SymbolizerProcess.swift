import Foundation

/// A helper process that answers lines with lines.
///
/// Of this process it has one end of a socket and nothing else: no other file, no blocked or ignored signal, not the
/// terminal's signals. It ends when the socket does, and so with this process, however that ends.
final class SymbolizerProcess {
    private let identifier: pid_t
    private let channel: OwnDescriptor
    private let starter = getpid()
    /// In milliseconds: how long it may be silent while it is asked, and how long its end may take.
    private static let patience: Int32 = 30_000
    private static let endPatience = 500

    /// Starts the program at `path`; nil where the system does not.
    init?(_ path: String) {
        guard let (mine, its) = Self.channel() else { return nil }
        defer { its.close() }
        guard let identifier = Self.spawn(path, its.number) else {
            mine.close()
            return nil
        }
        (self.identifier, channel) = (identifier, mine)
    }

    deinit {
        channel.close()
        // A forked child has it from its parent.
        if getpid() == starter { awaitEnd() }
    }

    /// The helper's lines, as many as `count`; nil where it does not give them.
    func answers(_ count: Int, to request: [UInt8]) -> [UInt8]? {
        var (sent, missing) = (0, count)
        var answers: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while missing > 0 {
            let events = Int16(POLLIN) | (sent < request.count ? Int16(POLLOUT) : 0)
            var wait = pollfd(fd: channel.number, events: events, revents: 0)
            let ready = poll(&wait, 1, Self.patience)
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else {
                killIfOurs()
                return nil
            }
            guard channel.isOwn else {
                killIfOurs()
                return nil
            }
            if wait.revents & Int16(POLLOUT) != 0, sent < request.count {
                let more = request.withUnsafeBytes {
                    send(channel.number, $0.baseAddress.map { $0 + sent }, request.count - sent, Self.quietly)
                }
                guard more > 0 || Self.mayTryAgain else { return nil }
                sent += max(0, more)
            }
            if wait.revents & ~Int16(POLLOUT) != 0 {
                let more = recv(channel.number, &part, part.count, Int32(MSG_DONTWAIT))
                guard more > 0 || (more < 0 && Self.mayTryAgain) else { return nil }
                missing -= part[..<max(0, more)].lazy.filter { $0 == UInt8(ascii: "\n") }.count
                answers += part[..<max(0, more)]
            }
        }
        return answers
    }

    private static var mayTryAgain: Bool { [EINTR, EAGAIN, EWOULDBLOCK].contains(errno) }

    /// Waits for the end of a helper whose socket is closed; one that does not end is killed.
    private func awaitEnd() {
        for _ in 0..<Self.endPatience {
            var status: Int32 = 0
            let ended = waitpid(identifier, &status, WNOHANG)
            if ended == identifier || (ended < 0 && errno != EINTR) { return }
            usleep(1_000)
        }
        killIfOurs()
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    }

    /// The program may have waited for all of its children itself: the number may be another process's by now.
    private func killIfOurs() {
        var information = siginfo_t()
        let isOurs = waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT) == 0
        if isOurs { kill(identifier, SIGKILL) }
    }

    #if canImport(Darwin)
        private static let quietly = Int32(MSG_DONTWAIT)
        private static let socketType = SOCK_STREAM
    #else
        private static let quietly = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        private static let socketType = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #endif

    /// Both ends of a socket, on which writing to an end that is closed raises no signal.
    private static func channel() -> (mine: OwnDescriptor, its: OwnDescriptor)? {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, socketType, 0, &ends) == 0 else { return nil }
        let moved = ends.map { OwnDescriptor(taking: $0) }
        guard let mine = moved[0], let its = moved[1] else {
            for end in moved { end?.close() }
            return nil
        }
        #if canImport(Darwin)
            var isQuiet: Int32 = 1
            setsockopt(mine.number, SOL_SOCKET, SO_NOSIGPIPE, &isQuiet, socklen_t(MemoryLayout<Int32>.size))
        #endif
        return (mine, its)
    }

    private static func spawn(_ path: String, _ channel: Int32) -> pid_t? {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&actions, channel, 0)
        posix_spawn_file_actions_adddup2(&actions, channel, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        #if canImport(Darwin)
            flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
        #else
            Self.closeAllOthers(&actions)
        #endif
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        for signal in [SIGKILL, SIGSTOP] { sigdelset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(flags))

        // Without the program's variables it asks no server for debug information.
        let variables = getenv("LD_LIBRARY_PATH").map { ["LD_LIBRARY_PATH=\(String(cString: $0))"] } ?? []
        let arguments = [path, "--output-style=JSON", "--inlines", "--no-demangle"]
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var settings: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
        defer { for text in words + settings { free(text) } }
        var identifier: pid_t = 0
        return posix_spawn(&identifier, path, &actions, &attributes, &words, &settings) == 0 ? identifier : nil
    }

    #if !canImport(Darwin)
        private typealias CloseFrom = @convention(c) (UnsafeMutableRawPointer, Int32) -> Int32

        /// Files that the program did not mark as its own alone would stay open as long as the helper runs. The C library
        /// closes them since glibc 2.34.
        private static func closeAllOthers(_ actions: inout posix_spawn_file_actions_t) {
            guard let found = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
            withUnsafeMutablePointer(to: &actions) { _ = unsafeBitCast(found, to: CloseFrom.self)($0, 3) }
        }
    #endif
}
