import Foundation
import RxTraceKit
import Synchronization

/// Runs several orders of a program at once, each on a processor of its own.
///
/// Each thread has a folder, and writes the results of its own orders.
final class OrderRunner: @unchecked Sendable {
    private let program: ExploredProgram
    private let jobs: Int
    private let folder: TemporaryDirectory

    init(_ program: ExploredProgram, jobs: Int) throws {
        self.program = program
        self.jobs = jobs
        folder = try TemporaryDirectory()
        for slot in 0..<jobs {
            try FileManager.default.createDirectory(atPath: folder.path("\(slot)"), withIntermediateDirectories: false)
        }
    }

    /// The results, in the order of what was asked for.
    func run(_ orders: [ThreadOrder]) throws -> [OrderResult] {
        let results = Results(orders.count)
        let taken = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: min(jobs, orders.count)) { slot in
            while true {
                let index = taken.wrappingAdd(1, ordering: .relaxed).oldValue
                guard index < orders.count else { return }
                results[index] = Result { try program.run(orders[index], in: folder.path("\(slot)"), slot: slot) }
            }
        }
        return try results.all()
    }

    func run(_ order: ThreadOrder) throws -> OrderResult { try program.run(order, in: folder.path("0"), slot: 0) }

    /// Runs an order and keeps its recording at the path.
    ///
    /// - Returns: false where there is none.
    /// - Throws: ``OutputError`` where it cannot be written there.
    func keep(_ order: ThreadOrder, at path: String) throws -> Bool {
        guard try run(order).recording != nil else { return false }
        let recording = try Data(contentsOf: URL(filePath: OrderFiles(folder: folder.path("0")).recording))
        try ReplacedFile(path: path).replace { file in
            try recording.withUnsafeBytes { try file.write($0) }
        }
        return true
    }

    private final class Results: @unchecked Sendable {
        private let lock = NSLock()
        private var kept: [Result<OrderResult, any Error>?]

        init(_ count: Int) { kept = Array(repeating: nil, count: count) }

        subscript(index: Int) -> Result<OrderResult, any Error>? {
            get { lock.withLock { kept[index] } }
            set { lock.withLock { kept[index] = newValue } }
        }

        func all() throws -> [OrderResult] { try lock.withLock { try kept.compactMap { try $0?.get() } } }
    }
}
