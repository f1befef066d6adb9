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
        let workers = DispatchGroup()
        for _ in 1..<max(1, min(threads, count)) {
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
        let make = maker()
        for number in 0..<count {
            let chunk = try line.take(number, make)
            try body(chunk)
            line.giveBack(chunk)
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
        /// Tells whoever takes chunks that one was made, and whoever makes them that one was taken.
        private let made = DispatchSemaphore(value: 0)
        private let room = DispatchSemaphore(value: 0)

        init(count: Int, ahead: Int) {
            (self.count, self.ahead) = (count, ahead)
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

        /// The chunk with a number, the one behind that which was taken last.
        func take(_ number: Int, _ make: Maker) throws -> Chunk {
            while true {
                let (found, claimed) = state.withLock { state in
                    let found = state.made.removeValue(forKey: number)
                    return (found, found == nil ? claim(&state) : nil)
                }
                if let found { return try found.get() }
                if let claimed {
                    finish(claimed.number, Result { try make(claimed.number, claimed.used) })
                } else {
                    made.wait()
                }
            }
        }

        /// Lets go of a chunk that was taken, so that its memory is used again.
        func giveBack(_ chunk: Chunk) {
            state.withLock { state in
                state.used.append(chunk)
                state.taken += 1
            }
            room.signal()
        }

        func stop() {
            state.withLock { $0.isStopped = true }
            for _ in 0..<ahead { room.signal() }
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
