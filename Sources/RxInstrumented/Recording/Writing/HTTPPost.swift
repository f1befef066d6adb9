import Foundation
import RxTraceKit

#if canImport(Glibc)
    import Glibc
#endif

/// Posts to a server by plain HTTP, over a connection for each request, and never waits beyond a deadline.
///
/// A recorded program is not to load a library for that, nor to share the program's own session.
struct HTTPPost {
    private let host: String
    private let port: String
    private let path: String
    private let headers: [String: String]

    /// nil for a URL that is none of `http`.
    init?(_ url: String, path usualPath: String, headers: [String: String]) {
        guard let parts = URLComponents(string: url), parts.scheme?.lowercased() == "http",
            let host = parts.host, !host.isEmpty
        else { return nil }
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        port = String(parts.port ?? 80)
        let path = parts.percentEncodedPath
        self.path =
            (path.isEmpty || path == "/" ? usualPath : path) + (parts.percentEncodedQuery.map { "?\($0)" } ?? "")
        self.headers = headers
    }

    /// The answer; nil where there was none by `deadline`, in nanoseconds of the system's monotonic clock.
    func post(_ body: [UInt8], by deadline: UInt64) -> OTLPAnswer? {
        guard let connection = connect(by: deadline) else { return nil }
        defer { close(connection) }
        // Of version 1.0, so that the answer comes in one piece and ends with the connection.
        var head = "POST \(path) HTTP/1.0\r\nHost: \(host.contains(":") ? "[\(host)]" : host):\(port)\r\n"
        head += "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        guard send(Array("\(head)\r\n".utf8), to: connection, by: deadline), send(body, to: connection, by: deadline),
            let answer = receive(from: connection, by: deadline)
        else { return nil }
        return Self.answer(answer)
    }

    private func connect(by deadline: UInt64) -> Int32? {
        var hints = addrinfo()
        #if canImport(Glibc)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, port, &hints, &found) == 0 else { return nil }
        defer { freeaddrinfo(found) }
        var next = found
        while let address = next {
            next = address.pointee.ai_next
            let one = socket(address.pointee.ai_family, address.pointee.ai_socktype, address.pointee.ai_protocol)
            guard one >= 0 else { continue }
            _ = fcntl(one, F_SETFD, FD_CLOEXEC)
            _ = fcntl(one, F_SETFL, fcntl(one, F_GETFL) | O_NONBLOCK)
            #if !canImport(Glibc)
                var isOn: Int32 = 1
                setsockopt(one, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
            #endif
            let result = Foundation.connect(one, address.pointee.ai_addr, address.pointee.ai_addrlen)
            if result == 0
                || errno == EINPROGRESS && Self.wait(one, for: POLLOUT, by: deadline) && Self.error(of: one) == 0
            {
                return one
            }
            close(one)
        }
        return nil
    }

    private static func error(of connection: Int32) -> Int32 {
        var error: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(connection, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno
    }

    /// Whether the connection is ready before the deadline.
    private static func wait(_ connection: Int32, for event: Int32, by deadline: UInt64) -> Bool {
        var poll = pollfd(fd: connection, events: Int16(event), revents: 0)
        while true {
            let now = DispatchTime.now().uptimeNanoseconds
            guard now < deadline else { return false }
            let result = Foundation.poll(&poll, 1, Int32(min((deadline - now) / 1_000_000 + 1, 60_000)))
            if result > 0 { return true }
            if result < 0, errno != EINTR { return false }
        }
    }

    private func send(_ bytes: [UInt8], to connection: Int32, by deadline: UInt64) -> Bool {
        #if canImport(Glibc)
            let flags = Int32(MSG_NOSIGNAL)
        #else
            let flags: Int32 = 0
        #endif
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Foundation.send(connection, $0.baseAddress.map { $0 + done }, $0.count - done, flags)
            }
            if count > 0 { done += count } else if errno != EINTR, errno != EAGAIN { return false }
            if count <= 0, !Self.wait(connection, for: POLLOUT, by: deadline) { return false }
        }
        return true
    }

    /// No answer of use is longer.
    private static let longestAnswer = 1 << 16

    private func receive(from connection: Int32, by deadline: UInt64) -> [UInt8]? {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 12)
        while bytes.count < Self.longestAnswer {
            let count = recv(connection, &part, part.count, 0)
            if count == 0 { break }
            if count > 0 {
                bytes += part.prefix(count)
                // A server may keep the connection all the same.
                if Self.isWhole(bytes) { break }
                continue
            }
            guard errno == EINTR || errno == EAGAIN, Self.wait(connection, for: POLLIN, by: deadline) else {
                return nil
            }
        }
        return bytes
    }

    private static let separator = Array("\r\n\r\n".utf8)

    private static func parts(_ bytes: [UInt8]) -> (head: [String], body: ArraySlice<UInt8>)? {
        guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: separator) }) else { return nil }
        let head = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
        return (head, bytes[(end + separator.count)...])
    }

    private static func header(_ name: String, in head: [String]) -> String? {
        let line = head.first { $0.lowercased().hasPrefix("\(name):") }
        return line.map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }

    private static func isWhole(_ bytes: [UInt8]) -> Bool {
        guard let (head, body) = parts(bytes), let length = header("content-length", in: head).flatMap({ Int($0) })
        else {
            return false
        }
        return body.count >= length
    }

    private static func answer(_ bytes: [UInt8]) -> OTLPAnswer? {
        guard let (head, body) = parts(bytes), let line = head.first, line.hasPrefix("HTTP/"),
            let status = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        return OTLPAnswer(status: status, retryAfter: header("retry-after", in: head), body: body)
    }
}
