import CRxTraceBuffer
import Foundation
import RxTraceKit

#if canImport(Glibc)
    import Glibc
#endif

/// Posts to a collector by plain HTTP, with one connection per request, and never waits beyond a deadline.
///
/// The recorded program must not load FoundationNetworking for that, nor share its sessions. While this waits for the
/// network, a fork need not wait (`rxtrace_end_work`).
package struct HTTPPost {
    private let host: String
    private let port: String
    private let path: String
    private let headers: [String: String]
    /// The URL for messages, without user name and password.
    let address: String
    /// The addresses of the host.
    private var places: [Place] = []

    private struct Place {
        var family: Int32
        var kind: Int32
        var number: Int32
        var address: [UInt8]
    }

    /// Converts an HTTP date to seconds from now.
    package var seconds: (String) -> Double? = { _ in nil }

    /// nil if `url` is not an `http` URL.
    package init?(_ url: String, headers: [String: String]) {
        guard let parts = OTLPAddress.parts(of: url, schemes: ["http"]), let host = parts.host else { return nil }
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        port = String(parts.port ?? 80)
        path = parts.percentEncodedPath + (parts.percentEncodedQuery.map { "?\($0)" } ?? "")
        self.headers = headers
        address = "http://\(host)\(parts.port.map { ":\($0)" } ?? "")\(path)"
    }

    /// Posts from a thread that is not the recorder's. Returns the answer, or nil if none came within `patience`
    /// seconds.
    package mutating func post(_ body: [UInt8], within patience: Double) -> OTLPAnswer? {
        rxtrace_begin_work()
        defer { rxtrace_end_work() }
        let deadline = DispatchTime.now().uptimeNanoseconds + UInt64(patience * 1e9)
        findHost()
        return post(body) { deadline }
    }

    /// Looks up the host's name. No deadline limits the system's lookup.
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

    /// Posts `body`. Returns the answer, or nil if none came in time or the host was not found.
    ///
    /// - Parameter deadline: the deadline in nanoseconds of the monotonic clock. Called repeatedly, as it may change.
    func post(_ body: [UInt8], by deadline: () -> UInt64) -> OTLPAnswer? {
        guard let connection = connect(by: deadline) else { return nil }
        defer { connection.close() }
        // HTTP/1.0, so that the answer is not chunked and ends with the connection.
        var head = "POST \(path) HTTP/1.0\r\nHost: \(host.contains(":") ? "[\(host)]" : host):\(port)\r\n"
        head += "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        guard send(Array("\(head)\r\n".utf8), to: connection, by: deadline), send(body, to: connection, by: deadline),
            let answer = receive(from: connection, by: deadline)
        else { return nil }
        return self.answer(answer)
    }

    private func connect(by deadline: () -> UInt64) -> OwnDescriptor? {
        for place in places {
            guard let one = Self.socket(place) else { continue }
            #if !canImport(Glibc)
                var isOn: Int32 = 1
                setsockopt(one.number, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
            #endif
            let result = place.address.withUnsafeBytes { bytes in
                bytes.withMemoryRebound(to: sockaddr.self) {
                    Foundation.connect(one.number, $0.baseAddress, socklen_t(bytes.count))
                }
            }
            if result == 0
                || errno == EINPROGRESS && Self.wait(one, for: POLLOUT, by: deadline) && Self.error(of: one) == 0
            {
                return one
            }
            one.close()
        }
        return nil
    }

    private static func socket(_ place: Place) -> OwnDescriptor? {
        guard let one = OwnDescriptor(taking: Foundation.socket(place.family, place.kind, place.number)) else {
            return nil
        }
        _ = fcntl(one.number, F_SETFL, fcntl(one.number, F_GETFL) | O_NONBLOCK)
        return one
    }

    private static func error(of connection: OwnDescriptor) -> Int32 {
        var error: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(connection.number, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno
    }

    /// How often the deadline is checked, in milliseconds.
    private static let step: UInt64 = 50

    /// Waits until the connection is ready. Returns false at the deadline, or if the program has closed the descriptor.
    private static func wait(_ connection: OwnDescriptor, for event: Int32, by deadline: () -> UInt64) -> Bool {
        var poll = pollfd(fd: connection.number, events: Int16(event), revents: 0)
        while true {
            let (now, end) = (DispatchTime.now().uptimeNanoseconds, deadline())
            guard now < end else { return false }
            rxtrace_end_work()
            let result = Foundation.poll(&poll, 1, Int32(min((end - now) / 1_000_000 + 1, step)))
            rxtrace_begin_work()
            if result > 0 { return connection.isOwn }
            if result < 0, errno != EINTR { return false }
        }
    }

    private func send(_ bytes: [UInt8], to connection: OwnDescriptor, by deadline: () -> UInt64) -> Bool {
        #if canImport(Glibc)
            let flags = Int32(MSG_NOSIGNAL)
        #else
            let flags: Int32 = 0
        #endif
        var done = 0
        while done < bytes.count {
            guard connection.isOwn else { return false }
            let count = bytes.withUnsafeBytes {
                Foundation.send(connection.number, $0.baseAddress.map { $0 + done }, $0.count - done, flags)
            }
            if count > 0 { done += count } else if errno != EINTR, errno != EAGAIN { return false }
            if count <= 0, !Self.wait(connection, for: POLLOUT, by: deadline) { return false }
        }
        return true
    }

    private func receive(from connection: OwnDescriptor, by deadline: () -> UInt64) -> [UInt8]? {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 12)
        var head: HTTPHead?
        // The deadline also limits a server that keeps sending.
        while bytes.count < OTLPAnswer.mostBytes, DispatchTime.now().uptimeNanoseconds < deadline() {
            guard connection.isOwn else { return nil }
            let count = recv(connection.number, &part, part.count, 0)
            if count == 0 { return bytes }
            if count > 0 {
                let known = bytes.count
                bytes += part.prefix(count)
                head = head ?? HTTPHead(of: bytes, from: known)
                // A server may keep the connection open nevertheless.
                if let head, head.isWhole(bytes.count) { return bytes }
                continue
            }
            guard errno == EINTR || errno == EAGAIN, Self.wait(connection, for: POLLIN, by: deadline) else {
                return nil
            }
        }
        return bytes.count < OTLPAnswer.mostBytes ? nil : bytes
    }

    private func answer(_ bytes: [UInt8]) -> OTLPAnswer? {
        guard let head = HTTPHead(of: bytes), let status = head.status else { return nil }
        return OTLPAnswer(
            status: status, retryAfter: head.value(of: "retry-after"), body: bytes[head.end...], seconds: seconds)
    }
}

/// The head of an answer. Its content is not trusted: a field that is not a number is ignored.
struct HTTPHead {
    private static let separator = Array("\r\n\r\n".utf8)

    private let lines: [String]
    /// The offset of the body.
    let end: Int

    /// nil if the head is incomplete.
    ///
    /// - Parameter known: how many bytes have been searched before.
    init?(of bytes: [UInt8], from known: Int = 0) {
        let start = max(0, known - Self.separator.count)
        guard let end = (start..<bytes.count).first(where: { bytes[$0...].starts(with: Self.separator) }) else {
            return nil
        }
        lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
        self.end = end + Self.separator.count
    }

    /// The status code. nil if the answer is not HTTP.
    var status: Int? {
        guard let first = lines.first, first.hasPrefix("HTTP/") else { return nil }
        return first.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }

    /// The value of a header field. `name` is in lower case.
    func value(of name: String) -> String? {
        let line = lines.first { $0.lowercased().hasPrefix("\(name):") }
        return line.map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }

    /// Whether an answer of `count` bytes is complete by its content length.
    func isWhole(_ count: Int) -> Bool {
        guard let length = value(of: "content-length").flatMap({ Int($0) }), length >= 0 else { return false }
        return count - end >= length
    }
}
