import Foundation
import RxTraceKit
import Synchronization

/// Runs several orders of a program at once, each on a processor of its own.
///
/// Each of its slots has a process that serves the orders, a folder and a processor.
package final class OrderRunner: @unchecked Sendable {
    private let program: ExploredProgram
    private let jobs: Int
    private let folder: TemporaryDirectory
    /// By slot.
    private var servers: [ForkServer?]

    package init(_ program: ExploredProgram, jobs: Int) throws {
        self.program = program
        self.jobs = jobs
        folder = try TemporaryDirectory()
        servers = Array(repeating: nil, count: jobs)
        for slot in 0..<jobs {
            try FileManager.default.createDirectory(atPath: folder.path("\(slot)"), withIntermediateDirectories: false)
        }
    }

    /// The results, in the order of what was asked for; if the program's stop request is made, those before the first that has none.
    package func run(_ orders: [ThreadOrder]) throws -> [OrderResult] {
        let servers = try (0..<min(jobs, orders.count)).map { try server($0) }
        let results = Results(orders.count)
        let taken = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: servers.count) { slot in
            while true {
                let index = taken.wrappingAdd(1, ordering: .relaxed).oldValue
                guard index < orders.count else { return }
                results[index] = Result { try run(orders[index], slot, by: servers[slot]) }
            }
        }
        return try results.all()
    }

    package func run(_ order: ThreadOrder) throws -> OrderResult {
        try run(order, 0, by: server(0))
    }

    private func files(_ slot: Int) -> OrderFiles { OrderFiles(folder: folder.path("\(slot)")) }

    /// A slot's server. It is started anew if it has ended, as it does with the thread that started it.
    private func server(_ slot: Int) throws -> ForkServer {
        if let server = servers[slot], !server.hasEnded { return server }
        let files = files(slot)
        let server = try ForkServer(
            program.executable, program.arguments, environment: program.environment(files, slot: slot),
            messages: OrderFiles.made(files.messages))
        servers[slot] = server
        return server
    }

    private func run(_ order: ThreadOrder, _ slot: Int, by server: ForkServer) throws -> OrderResult {
        let files = files(slot)
        _ = try OrderFiles.made(files.log)
        unlink(files.recording)
        let (output, errors) = try (OrderFiles.made(files.output), OrderFiles.made(files.errors))
        let end: (how: ChildProcess.End, isStopped: Bool)
        do {
            end = try server.run(
                order.variable, output: output, errors: errors, timeLimit: program.timeLimit, until: program.stop)
        } catch {
            try program.stop?.check()
            throw failure(error.how, order, files)
        }
        try program.stop?.check()
        guard let log = OrderLog(contentsOf: files.log, of: program.executable) else {
            throw failure(end.how, nil, files)
        }
        let recording = try? TraceRecording(contentsOf: files.recording, named: program.name)
        let (text, messages) = (files.text(files.output), files.text(files.errors))
        let fault = program.output.fault(in: messages) ?? files.firstError
        var how = OrderEnd(end.how, log, isStopped: end.isStopped, fault: fault)
        if how == .finished, program.start == .mark, program.output.isCutOff(text) { how = .failed(status: 0) }
        return OrderResult(
            order: order, log: log, end: how, output: program.output.text(of: text),
            issues: program.output.issues(in: text + messages), recording: recording)
    }

    /// - Parameter order: the one in which the process ended that serves them; nil where that one goes on.
    private func failure(_ how: ChildProcess.End, _ order: ThreadOrder?, _ files: OrderFiles) -> ProcessFailure {
        let name = TerminalText.escaped(program.name)
        if let order, OrderLog(contentsOf: files.log, of: program.executable) != nil {
            return ProcessFailure(
                "\(name) cannot be explored further: in the order \(order.token), the process that starts its orders ended "
                    + "with \(how). If the program ends its parent process, take that out; otherwise explore it again.")
        }
        let wayOut = how == .signal(SIGXFSZ) ? " Raise `ulimit -f`." : ""
        let words = [files.firstMessage, files.firstError].first { !$0.isEmpty }
        let reason = words ?? "It ended with \(how) before its first turn.\(wayOut)"
        return ProcessFailure("\(name) cannot be run in a given order. \(reason)")
    }

    /// Runs an order and answers the bytes of its recording; nil where there is none.
    package func recording(of order: ThreadOrder) throws -> Data? {
        guard try run(order).recording != nil else { return nil }
        return try Data(contentsOf: URL(filePath: files(0).recording))
    }

    private final class Results: @unchecked Sendable {
        private let lock = NSLock()
        private var kept: [Result<OrderResult, any Error>?]

        init(_ count: Int) { kept = Array(repeating: nil, count: count) }

        subscript(index: Int) -> Result<OrderResult, any Error>? {
            get { lock.withLock { kept[index] } }
            set { lock.withLock { kept[index] = newValue } }
        }

        func all() throws -> [OrderResult] {
            try lock.withLock {
                let isDone = kept.prefix {
                    if case .failure(is StopRequest.Stopped) = $0 { false } else { true }
                }
                return try isDone.compactMap { try $0?.get() }
            }
        }
    }
}
