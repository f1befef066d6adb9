import CRxTraceBuffer
import Foundation
import RxTraceKit

#if canImport(Glibc)
    import Glibc
#endif

/// Posts to a collector by plain HTTP, over a connection for each request, and never waits beyond a deadline.
///
/// The recorded program is not to load a library for that, nor to share a session of its own. A fork need not wait while
/// the network is waited for.
struct HTTPPost {
    private let host: String
    private let port: String
    private let path: String
    private let headers: [String: String]
    /// The URL for people, without the name and the password that it may hold.
    let address: String
    /// Where the host's name leads.
    private var places: [Place] = []

    private struct Place {
        var family: Int32
        var kind: Int32
        var number: Int32
        var address: [UInt8]
    }

    /// nil for a URL that is none of `http`.
    init?(_ url: String, headers: [String: String]) {
        guard let parts = OTLPAddress.parts(of: url, schemes: ["http"]), let host = parts.host else { return nil }
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        port = String(parts.port ?? 80)
        path = parts.percentEncodedPath + (parts.percentEncodedQuery.map { "?\($0)" } ?? "")
        self.headers = headers
        address = "http://\(host)\(parts.port.map { ":\($0)" } ?? "")\(path)"
    }

    /// Looks up the host's name, which takes as long as the system takes for that.
    mutating func findHost() {
        var hints = addrinfo()
        #if canImport(Glibc)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        var found: UnsafeMutablePointer<addrinfo>?
        rxtrace_end_work()
        let status = getaddrinfo(host, port, &hints, &found)
        rxtrace_begin_work()
        places = []
        guard status == 0 else { return }
        defer { freeaddrinfo(found) }
        var next = found
        while let one = next?.pointee {
            next = one.ai_next
            let bytes = UnsafeRawBufferPointer(start: one.ai_addr, count: Int(one.ai_addrlen))
            places.append(
                Place(family: one.ai_family, kind: one.ai_socktype, number: one.ai_protocol, address: Array(bytes)))
        }
    }

    /// The answer; nil where there was none in time, or the host has not been found.
    ///
    /// - Parameter deadline: in nanoseconds of the system's monotonic clock; asked again as it waits.
    func post(_ body: [UInt8], by deadline: () -> UInt64) -> OTLPAnswer? {
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

    private func connect(by deadline: () -> UInt64) -> Int32? {
        for place in places {
            guard let one = Self.socket(place) else { continue }
            #if !canImport(Glibc)
                var isOn: Int32 = 1
                setsockopt(one, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
            #endif
            let result = place.address.withUnsafeBytes { bytes in
                bytes.withMemoryRebound(to: sockaddr.self) {
                    Foundation.connect(one, $0.baseAddress, socklen_t(bytes.count))
                }
            }
            if result == 0
                || errno == EINPROGRESS && Self.wait(one, for: POLLOUT, by: deadline) && Self.error(of: one) == 0
            {
                return one
            }
            close(one)
        }
        return nil
    }

    /// A socket that nobody waits for, and that is none of the standard streams, which the program may have closed.
    private static func socket(_ place: Place) -> Int32? {
        let first = Foundation.socket(place.family, place.kind, place.number)
        guard first >= 0 else { return nil }
        let one = first > STDERR_FILENO ? first : fcntl(first, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        if one != first { Foundation.close(first) }
        guard one >= 0 else { return nil }
        _ = fcntl(one, F_SETFD, FD_CLOEXEC)
        _ = fcntl(one, F_SETFL, fcntl(one, F_GETFL) | O_NONBLOCK)
        return one
    }

    private static func error(of connection: Int32) -> Int32 {
        var error: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(connection, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno
    }

    /// How often it is asked for the deadline, in milliseconds.
    private static let step: UInt64 = 50

    /// Whether the connection is ready before the deadline.
    private static func wait(_ connection: Int32, for event: Int32, by deadline: () -> UInt64) -> Bool {
        var poll = pollfd(fd: connection, events: Int16(event), revents: 0)
        while true {
            let (now, end) = (DispatchTime.now().uptimeNanoseconds, deadline())
            guard now < end else { return false }
            rxtrace_end_work()
            let result = Foundation.poll(&poll, 1, Int32(min((end - now) / 1_000_000 + 1, step)))
            rxtrace_begin_work()
            if result > 0 { return true }
            if result < 0, errno != EINTR { return false }
        }
    }

    private func send(_ bytes: [UInt8], to connection: Int32, by deadline: () -> UInt64) -> Bool {
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

    private func receive(from connection: Int32, by deadline: () -> UInt64) -> [UInt8]? {
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
