import Foundation
import Synchronization

/// A collector in this process: takes requests on a port of its own, and answers as the test says.
public final class HTTPReceiver: Sendable {
    /// A request that has come whole.
    public struct Request: Sendable {
        public var path: String
        public var headers: [String: String]
        public var body: String
    }

    public enum Answer: Sendable {
        case status(Int, headers: [String: String] = [:], body: String = "{}")
        /// These bytes, over and over.
        case endless([UInt8])
        /// A byte, and again one, as long as the connection stays.
        case slow([UInt8])
        /// Nothing comes, and the connection stays.
        case nothing
        /// The connection ends without a word.
        case hangUp
    }

    public struct Failure: Error {}

    public let port: Int
    private let listener: Int32
    private let received = Mutex<[Request]>([])
    private let silent = Mutex<[Int32]>([])
    private let isStopped = Mutex(false)
    private let answer: @Sendable (_ number: Int, Request) -> Answer

    /// - Parameter answer: tells the answer to a request, of which the first has the number 1.
    public init(_ answer: @escaping @Sendable (Int, Request) -> Answer) throws {
        self.answer = answer
        #if canImport(Glibc)
            listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            listener = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (socket, length) = (listener, size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(socket, address, length) == 0 && listen(socket, 16) == 0
                    && getsockname(socket, address, &size) == 0
            }
        }
        guard isBound else { throw Failure() }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread { [self] in accept() }.start()
    }

    /// The requests so far.
    public var requests: [Request] { received.withLock { $0 } }

    public var url: String { "http://127.0.0.1:\(port)" }

    /// Takes no more connections, and ends those that wait for an answer.
    public func stop() {
        // The number may be another's once the listener is closed, which is done when this is seen.
        let wasStopped = isStopped.withLock { isStopped in
            if !isStopped { shutdown(listener, Int32(SHUT_RDWR)) }
            defer { isStopped = true }
            return isStopped
        }
        guard !wasStopped else { return }
        silent.withLock { connections in
            for connection in connections { close(connection) }
            connections = []
        }
    }

    private func accept() {
        defer { close(listener) }
        while true {
            let connection = Foundation.accept(listener, nil, nil)
            // A connection may be gone before it is taken.
            guard connection >= 0 else {
                if isStopped.withLock({ $0 }) { return }
                continue
            }
            Thread { [self] in serve(connection) }.start()
        }
    }

    /// Serves a connection as long as requests come.
    private func serve(_ connection: Int32) {
        var bytes: [UInt8] = []
        while let request = read(connection, &bytes) {
            let number = received.withLock { requests in
                requests.append(request)
                return requests.count
            }
            switch answer(number, request) {
            case .endless(let bytes):
                while send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) > 0 {}
                close(connection)
                return
            case .slow(let bytes):
                var number = 0
                while !isStopped.withLock({ $0 }), send(connection, [bytes[number]], 1, Int32(MSG_NOSIGNAL)) == 1 {
                    number = (number + 1) % bytes.count
                    sched_yield()
                }
                close(connection)
                return
            case .nothing: return silent.withLock { $0.append(connection) }
            case .hangUp:
                close(connection)
                return
            case .status(let status, let headers, let body):
                var text = "HTTP/1.1 \(status) Word\r\nContent-Length: \(body.utf8.count)\r\n"
                for (name, value) in headers { text += "\(name): \(value)\r\n" }
                let answer = Array((text + "\r\n" + body).utf8)
                guard send(connection, answer, answer.count, Int32(MSG_NOSIGNAL)) == answer.count else { break }
            }
        }
        close(connection)
    }

    private func read(_ connection: Int32, _ bytes: inout [UInt8]) -> Request? {
        let separator = Array("\r\n\r\n".utf8)
        while true {
            if let end = bytes.indices.first(where: { bytes[$0...].starts(with: separator) }) {
                let lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
                var headers: [String: String] = [:]
                for line in lines.dropFirst() {
                    let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
                    if parts.count == 2 { headers[parts[0].lowercased()] = parts[1] }
                }
                let start = end + separator.count
                let length = Int(headers["content-length"] ?? "") ?? 0
                while bytes.count < start + length { guard receive(connection, &bytes) else { return nil } }
                let path = lines[0].split(separator: " ").dropFirst().first.map(String.init) ?? ""
                let body = String(decoding: bytes[start..<start + length], as: UTF8.self)
                bytes.removeFirst(start + length)
                return Request(path: path, headers: headers, body: body)
            }
            guard receive(connection, &bytes) else { return nil }
        }
    }

    private func receive(_ connection: Int32, _ bytes: inout [UInt8]) -> Bool {
        var part = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(connection, &part, part.count, 0)
        guard count > 0 else { return false }
        bytes += part.prefix(count)
        return true
    }
}
