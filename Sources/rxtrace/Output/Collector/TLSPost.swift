import Foundation
import RxTraceKit
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request that is posted by TLS, through Foundation, in a process of its own.
///
/// Foundation on Linux stops the process at some lengths that an answer may name (`Content-Length: 9223372036854775807`),
/// so that process is not the command's: it is this command again, which takes a request from its standard input and
/// writes the answer to its standard output.
struct TLSPost: Codable {
    var url: URL
    var headers: [String: String]
    var body: Data
    /// How many seconds an answer may take.
    var patience: Double

    /// What has come of it.
    struct Answer: Codable {
        /// Nil where there is no answer.
        var status: Int?
        var retryAfter: String?
        var body = Data()
        /// Why there is no answer.
        var reason: String?
    }

    /// The argument by which the command knows that it is such a process.
    static let argument = "post-by-tls"

    /// Posts it and waits for the answer.
    ///
    /// - Parameter command: the program that posts it.
    func sent(by command: String? = Bundle.main.executablePath) -> Answer {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: command ?? CommandLine.arguments[0])
        process.arguments = [Self.argument]
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
            let request = try JSONEncoder().encode(self)
            try PipeSignal.withheld { try input.fileHandleForWriting.write(contentsOf: request) }
            try input.fileHandleForWriting.close()
            let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return try JSONDecoder().decode(Answer.self, from: bytes)
        } catch {
            return Answer(reason: "there is no answer that can be read")
        }
    }

    /// What the process does that posts.
    static func serve() -> ExitStatus {
        do {
            let request = try JSONDecoder().decode(
                TLSPost.self, from: FileHandle.standardInput.readToEnd() ?? Data())
            try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(request.answer()))
            return .done
        } catch {
            return .wrongUsage
        }
    }

    private func answer() -> Answer {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        request.httpBody = body
        let receiver = AnswerReceiver()
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = patience
        let session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
        defer { session.invalidateAndCancel() }
        session.dataTask(with: request).resume()
        // A session's own times count from the last byte that came.
        guard receiver.wait(for: patience) else { return Answer(reason: "there is no answer in time") }
        let (head, bytes, error) = receiver.parts
        guard let head else {
            if error?.code == .timedOut { return Answer(reason: "there is no answer in time") }
            return Answer(reason: TerminalText.escaped(error?.localizedDescription ?? "there is no answer"))
        }
        return Answer(
            status: head.statusCode, retryAfter: head.value(forHTTPHeaderField: "Retry-After"), body: Data(bytes))
    }
}

/// What has come of an answer: no more of it is taken than is of use.
private final class AnswerReceiver: NSObject, URLSessionDataDelegate, Sendable {
    private struct State {
        var head: HTTPURLResponse?
        var bytes: [UInt8] = []
        var error: URLError?
    }

    private let state = Mutex(State())
    private let isDone = DispatchSemaphore(value: 0)

    var parts: (head: HTTPURLResponse?, bytes: [UInt8], error: URLError?) {
        state.withLock { ($0.head, $0.bytes, $0.error) }
    }

    /// Whether it has come in time.
    func wait(for seconds: Double) -> Bool { isDone.wait(timeout: .now() + seconds) == .success }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        state.withLock { $0.head = response as? HTTPURLResponse }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isWhole = state.withLock { state in
            state.bytes += data.prefix(OTLPAnswer.mostBytes - state.bytes.count)
            return state.bytes.count == OTLPAnswer.mostBytes
        }
        if isWhole { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        state.withLock { $0.error = error as? URLError }
        isDone.signal()
    }
}
