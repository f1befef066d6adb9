import Foundation
import RxTraceKit
import Synchronization

/// Runs several orders of a program at once, each on a processor of its own.
///
/// Each thread has a folder, and writes the results of its own orders.
package final class OrderRunner: @unchecked Sendable {
    private let program: ExploredProgram
    private let jobs: Int
    private let folder: TemporaryDirectory

    package init(_ program: ExploredProgram, jobs: Int) throws {
        self.program = program
        self.jobs = jobs
        folder = try TemporaryDirectory()
        for slot in 0..<jobs {
            try FileManager.default.createDirectory(atPath: folder.path("\(slot)"), withIntermediateDirectories: false)
        }
    }

    /// The results, in the order of what was asked for.
    package func run(_ orders: [ThreadOrder]) throws -> [OrderResult] {
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

    package func run(_ order: ThreadOrder) throws -> OrderResult {
        try program.run(order, in: folder.path("0"), slot: 0)
    }

    /// Runs an order and answers the bytes of its recording; nil where there is none.
    package func recording(of order: ThreadOrder) throws -> Data? {
        guard try run(order).recording != nil else { return nil }
        return try Data(contentsOf: URL(filePath: OrderFiles(folder: folder.path("0")).recording))
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
