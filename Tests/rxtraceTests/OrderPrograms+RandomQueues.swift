extension OrderPrograms {
    /// Work on queues, and what it does to variables, locks and objects, drawn by the number that is the program's argument.
    static let randomQueues = """
        import Foundation
        import Synchronization

        \(dice)
        final class Held: @unchecked Sendable {
            let name: Int
            init(_ name: Int) { self.name = name }
            deinit { print("end", name) }
        }
        let (serial, other) = (DispatchQueue(label: "serial"), DispatchQueue(label: "other"))
        let wide = DispatchQueue(label: "wide", attributes: .concurrent)
        let lock = NSLock()
        let atomic = Atomic(1)
        let done = DispatchSemaphore(value: 0)
        let gate = DispatchSemaphore(value: 1)
        nonisolated(unsafe) var (x, y) = (1, 1)
        nonisolated(unsafe) var list: [Int] = []
        nonisolated(unsafe) var held: Held?
        var waits = 0

        func queue(_ kind: Int) -> DispatchQueue {
            switch kind {
            case 0: serial
            case 1: other
            case 2: wide
            default: DispatchQueue.global()
            }
        }

        func action(_ kind: Int, _ n: Int) -> () -> Void {
            switch kind {
            case 0: return { x = x &* 2 &+ n }
            case 1: return { y = x &+ n }
            case 2: return { print(n, x) }
            case 3: return { print("p", n) }
            case 4: return { lock.withLock { list.append(n) } }
            case 5: return { atomic.store(n, ordering: .relaxed) }
            case 6: return { let value = atomic.load(ordering: .relaxed); list.append(value) }
            case 7:
                waits += 1
                let (next, inner) = (queue(dice.roll(4)), action(dice.roll(3), n + 5))
                return {
                    next.async {
                        inner()
                        done.signal()
                    }
                }
            case 8:
                return {
                    gate.wait()
                    x = x &* 3
                    gate.signal()
                }
            case 9: return { held = Held(n) }
            default: return { x = x &+ y }
            }
        }

        let count = 2 + dice.roll(2)
        for worker in 1...count {
            let actions = (0...dice.roll(2)).map { action(dice.roll(11), worker * 10 + $0) }
            waits += 1
            queue(dice.roll(4)).async {
                for action in actions { action() }
                done.signal()
            }
            if dice.roll(3) == 0 { action(dice.roll(3), worker)() }
        }
        if dice.roll(2) == 0 { action(dice.roll(4), 7)() }
        for _ in 0..<waits { done.wait() }
        if dice.roll(4) > 0 { print(x, y, list, atomic.load(ordering: .relaxed), held?.name ?? 0) }
        """
}
