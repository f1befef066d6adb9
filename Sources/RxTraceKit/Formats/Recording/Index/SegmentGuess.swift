/// Guesses, while the calls of a segment go by, which call each was made in and which subscription it belongs to.
///
/// The writer of an index notes where the guess is wrong, and the reader takes it everywhere else. A guess depends on
/// nothing before the segment, so that a segment is read by itself.
struct SegmentGuess {
    /// A call that runs on a thread: its id, 0 for one that is not known, and its subscription.
    private typealias Running = (id: Int32, subscription: Int32)

    private var stacks: [[Running]] = []
    /// By thread, the segment its stack is of.
    private var stackSegments: [Int32] = []
    /// By the slot of a node, the subscription of the last call of it, and the segment that call is of.
    private var subscriptions: [Int32] = []
    private var nodeSegments: [Int32] = []
    private var segment: Int32 = 0
    private let belongings = OperationRow.all.map(\.belonging)

    /// Forgets the calls that went by: another segment begins.
    mutating func beginSegment() { segment += 1 }

    /// The id of the call in which the next one of a thread was made; 0 where none is known.
    mutating func parent(onThread thread: Int, atDepth depth: Int) -> Int32 {
        while stacks.count <= thread {
            stacks.append([])
            stackSegments.append(0)
        }
        if stackSegments[thread] != segment {
            stacks[thread].removeAll(keepingCapacity: true)
            stackSegments[thread] = segment
        }
        let excess = stacks[thread].count - depth
        if excess > 0 { stacks[thread].removeLast(excess) }
        return excess >= 0 ? stacks[thread].last?.id ?? 0 : 0
    }

    /// The subscription of the call after ``parent(onThread:atDepth:)`` was asked for it; -1 for none.
    ///
    /// - Parameter parent: the call in which it was made; 0 for none.
    func subscription(onThread thread: Int, parent: Int32, operation: Trace.Operation, node: Int32) -> Int32 {
        let place = Int(node)
        if place >= 0, place < nodeSegments.count, nodeSegments[place] == segment { return subscriptions[place] }
        guard parent != 0, belongings[Int(operation.rawValue)] != .toNone, let last = stacks[thread].last,
            last.id == parent
        else { return -1 }
        return last.subscription
    }

    /// Takes a call, for the guesses about those after it.
    mutating func add(_ id: Int32, onThread thread: Int, atDepth depth: Int, node: Int32, subscription: Int32) {
        let missing = depth - stacks[thread].count
        if missing > 0 { stacks[thread].append(contentsOf: repeatElement(Running(0, -1), count: missing)) }
        stacks[thread].append((id, subscription))
        guard node >= 0 else { return }
        let place = Int(node)
        if place >= nodeSegments.count {
            let count = max(64, place + 1 - nodeSegments.count, nodeSegments.count / 2)
            nodeSegments.append(contentsOf: repeatElement(0, count: count))
            subscriptions.append(contentsOf: repeatElement(-1, count: count))
        }
        nodeSegments[place] = segment
        subscriptions[place] = subscription
    }
}
