import Dispatch
import Foundation
import Synchronization

/// Makes the chunks of something long on several threads, and hands them on in their order.
///
/// Who takes them makes those meanwhile that nobody makes yet, so that no processor waits for another.
///
/// ```swift
/// let squares = ParallelChunks<Int>(count: 100, threads: 4)
/// try squares.forEach(with: { { number, _ in number * number } }) { sum += $0 }
/// ```
struct ParallelChunks<Chunk: Sendable> {
    /// Makes the chunk with a number, from 0 on; is handed a chunk whose memory can be used again. It is used by one thread.
    typealias Maker = (_ number: Int, _ used: Chunk?) throws -> Chunk

    /// How many chunks there are.
    let count: Int
    /// How many threads work, the caller's with them.
    let threads: Int

    /// Gives the chunks to `body`, on the caller's thread.
    ///
    /// - Parameter maker: is called on each thread that works, once.
    /// - Throws: the error of `body`, or that of the first chunk that could not be made, behind those before it.
    func forEach(
        with maker: @escaping @Sendable () -> Maker, _ body: (Chunk) throws -> Void
    ) throws {
        let line = Line(count: count, ahead: threads + 1)
        try withThreads(min(threads, count) - 1, on: line, maker) { make in
            for number in 0..<count {
                guard let chunk = try line.take(number, make) else { return }
                try body(chunk)
                line.giveBack(chunk)
            }
        }
    }

    /// Gives the chunks to `leader`, on a thread of its own, and behind that to `body`, on the caller's thread, with what
    /// `leader` said of each. Behind the last, both are given nil.
    ///
    /// - Parameter maker: is called on each thread that works, once.
    /// - Throws: the error of `body`, or that of the first chunk that could not be made or led, behind those before it.
    func forEach<Note: Sendable>(
        with maker: @escaping @Sendable () -> Maker, behind leader: @escaping @Sendable (Chunk?) throws -> Note,
        _ body: (Chunk?, Note) throws -> Void
    ) throws {
        let line = Line(count: count, ahead: threads + 1)
        let notes = Notes<Note>()
        try withThreads(min(threads, count) - 2, on: line, maker) { make in
            let isLed = DispatchSemaphore(value: 0)
            let thread = Thread {
                notes.add(count: count, line, maker(), leader)
                isLed.signal()
            }
            // It does the work of a main thread.
            thread.stackSize = 8 << 20
            thread.name = "rxtrace reading ahead"
            thread.start()
            defer {
                line.stop()
                isLed.wait()
            }
            for number in 0...count {
                let (chunk, note) = try notes.take(number, line, make)
                try body(chunk, note)
                if let chunk { line.giveBack(chunk) }
            }
        }
    }

    /// Calls `body` while so many other threads make chunks; they have ended when this returns.
    private func withThreads(
        _ threads: Int, on line: Line, _ maker: @escaping @Sendable () -> Maker, _ body: (Maker) throws -> Void
    ) rethrows {
        let workers = DispatchGroup()
        for _ in 0..<max(0, threads) {
            workers.enter()
            let thread = Thread {
                line.work(maker())
                workers.leave()
            }
            thread.name = "rxtrace reading"
            thread.start()
        }
        defer {
            line.stop()
            workers.wait()
        }
        try body(maker())
    }

    /// What a leader said of the chunks that nobody took behind it yet.
    private final class Notes<Note: Sendable>: Sendable {
        private typealias Led = (chunk: Chunk?, note: Note)

        private let notes = Mutex<[Int: Result<Led, any Error>]>([:])
        /// Tells whoever takes chunks that something was said of one.
        private let noted = DispatchSemaphore(value: 0)

        /// Gives the chunks to a leader, until there are no more or the first that cannot be made.
        func add(count: Int, _ line: Line, _ make: Maker, _ leader: (Chunk?) throws -> Note) {
            for number in 0...count {
                let led: Result<Led, any Error>
                do {
                    let chunk = number < count ? try line.take(number, make) : nil
                    // There is none where nobody wants more.
                    if chunk == nil, number < count { return }
                    led = .success((chunk, try leader(chunk)))
                } catch {
                    led = .failure(error)
                }
                notes.withLock { $0[number] = led }
                noted.signal()
                if case .failure = led { return }
            }
        }

        /// The chunk with a number, and what was said of it; makes other chunks until there is.
        func take(_ number: Int, _ line: Line, _ make: Maker) throws -> (chunk: Chunk?, note: Note) {
            while true {
                if let led = notes.withLock({ $0.removeValue(forKey: number) }) { return try led.get() }
                if !line.makeNext(make) { noted.wait() }
            }
        }
    }

    /// The chunks on their way from the threads that make them to the one that takes them.
    private final class Line: Sendable {
        private struct State {
            /// The first chunk that nobody makes yet.
            var next = 0
            /// How many chunks were given back.
            var taken = 0
            var made: [Int: Result<Chunk, any Error>] = [:]
            var used: [Chunk] = []
            var isStopped = false
        }

        private let count: Int
        /// How many chunks are made, and not taken, at most: so much is in memory.
        private let ahead: Int
        private let state = Mutex(State())
        /// Tells whoever takes chunks that one was made or can be, and whoever makes them that one was taken.
        private let made = DispatchSemaphore(value: 0)
        private let room = DispatchSemaphore(value: 0)

        init(count: Int, ahead: Int) {
            (self.count, self.ahead) = (count, ahead)
        }

        /// Makes the next chunk that nobody makes; returns whether there was one.
        func makeNext(_ make: Maker) -> Bool {
            guard let claimed = state.withLock({ claim(&$0) }) else { return false }
            finish(claimed.number, Result { try make(claimed.number, claimed.used) })
            return true
        }

        /// Makes chunks until there are no more to make.
        func work(_ make: Maker) {
            while true {
                let (isOver, claimed) = state.withLock { state in
                    (state.isStopped || state.next >= count, claim(&state))
                }
                if let claimed {
                    finish(claimed.number, Result { try make(claimed.number, claimed.used) })
                } else if isOver {
                    return
                } else {
                    room.wait()
                }
            }
        }

        /// The chunk with a number, the one behind that which was taken last; nil once nobody wants more.
        func take(_ number: Int, _ make: Maker) throws -> Chunk? {
            while true {
                let (found, isStopped) = state.withLock { ($0.made.removeValue(forKey: number), $0.isStopped) }
                if isStopped { return nil }
                if let found { return try found.get() }
                if !makeNext(make) { made.wait() }
            }
        }

        /// Lets go of a chunk that was taken, so that its memory is used again.
        func giveBack(_ chunk: Chunk) {
            state.withLock { state in
                state.used.append(chunk)
                state.taken += 1
            }
            room.signal()
            made.signal()
        }

        func stop() {
            state.withLock { $0.isStopped = true }
            for _ in 0..<ahead { room.signal() }
            made.signal()
        }

        /// The next chunk that nobody makes, which the caller makes now; nil for none, and where too many are ahead.
        private func claim(_ state: inout State) -> (number: Int, used: Chunk?)? {
            guard !state.isStopped, state.next < count, state.next < state.taken + ahead else { return nil }
            defer { state.next += 1 }
            return (state.next, state.used.popLast())
        }

        private func finish(_ number: Int, _ chunk: Result<Chunk, any Error>) {
            state.withLock { $0.made[number] = chunk }
            made.signal()
        }
    }
}
