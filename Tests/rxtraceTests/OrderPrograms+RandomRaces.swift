extension OrderPrograms {
    /// What two or three threads do to plain variables, drawn by the number that is the program's argument (``RaceModel``).
    static let randomRaces = """
        import Foundation

        \(dice)
        nonisolated(unsafe) var (a, b) = (0, 0)
        let lock = NSLock()
        let done = DispatchSemaphore(value: 0)

        func run(_ operation: Int, _ seen: inout Int) {
            switch operation {
            case 0: a += 1
            case 1: b = a
            case 2: a = b + 1
            case 3: seen = seen * 10 + a
            case 4: seen = seen * 10 + b
            case 5: lock.withLock { a += 2 }
            case 6: lock.withLock { b = a }
            default: b = 5
            }
        }

        let threads = (0..<2 + dice.roll(2)).map { _ in (0..<1 + dice.roll(2)).map { _ in dice.roll(8) } }
        nonisolated(unsafe) let seen = UnsafeMutablePointer<Int>.allocate(capacity: threads.count)
        seen.initialize(repeating: 0, count: threads.count)
        for (number, operations) in threads.enumerated().dropFirst() {
            Thread.detachNewThread {
                for operation in operations { run(operation, &seen[number]) }
                done.signal()
            }
        }
        for operation in threads[0] { run(operation, &seen[0]) }
        for _ in threads.dropFirst() { done.wait() }
        print(a, b, threads.indices.map { "\\(seen[$0])" }.joined(separator: " "))
        """
}

/// What ``OrderPrograms/randomRaces`` can print, by trying each order of its reads and writes.
struct RaceModel {
    private enum Step: Hashable {
        case lock, unlock
        case readA, readB
        /// Writes what was read last, and more.
        case writeA(Int)
        case writeB(Int)
        case setB(Int)
        case note
    }

    private struct State: Hashable {
        var a = 0
        var b = 0
        var holder: Int?
        var next: [Int]
        var read: [Int]
        var seen: [Int]
    }

    private struct Dice {
        var state: UInt64

        mutating func roll(_ sides: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(sides))
        }
    }

    private let threads: [[Step]]
    private(set) var outputs: Set<String> = []

    init(number: Int) {
        var dice = Dice(state: UInt64(number) &* 7919)
        threads = (0..<2 + dice.roll(2)).map { _ in (0..<1 + dice.roll(2)).flatMap { _ in Self.steps(of: dice.roll(8)) }
        }
        let none = threads.map { _ in 0 }
        var (open, found) = ([State(next: none, read: none, seen: none)], Set<State>())
        while let state = open.popLast() {
            guard found.insert(state).inserted else { continue }
            let following = threads.indices.compactMap { step($0, from: state) }
            open += following
            guard following.isEmpty else { continue }
            outputs.insert("\(state.a) \(state.b) \(state.seen.map(\.description).joined(separator: " "))\n")
        }
    }

    private static func steps(of operation: Int) -> [Step] {
        switch operation {
        case 0: [.readA, .writeA(1)]
        case 1: [.readA, .writeB(0)]
        case 2: [.readB, .writeA(1)]
        case 3: [.readA, .note]
        case 4: [.readB, .note]
        case 5: [.lock, .readA, .writeA(2), .unlock]
        case 6: [.lock, .readA, .writeB(0), .unlock]
        default: [.setB(5)]
        }
    }

    /// What comes of a thread's next step; nil if it has none, or waits for the lock.
    private func step(_ thread: Int, from before: State) -> State? {
        guard before.next[thread] < threads[thread].count else { return nil }
        var state = before
        switch threads[thread][before.next[thread]] {
        case .lock:
            guard before.holder == nil else { return nil }
            state.holder = thread
        case .unlock: state.holder = nil
        case .readA: state.read[thread] = before.a
        case .readB: state.read[thread] = before.b
        case .writeA(let more): state.a = before.read[thread] + more
        case .writeB(let more): state.b = before.read[thread] + more
        case .setB(let value): state.b = value
        case .note: state.seen[thread] = before.seen[thread] * 10 + before.read[thread]
        }
        state.next[thread] += 1
        return state
    }
}
