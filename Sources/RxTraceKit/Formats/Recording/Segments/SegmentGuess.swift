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
    /// The nodes that calls were of, each at a place of its recorded number: one that another has the place of is forgotten. Of
    /// the last call of it, the subscription, and the segment.
    private var nodes = Array(
        repeating: (number: UInt32(0), subscription: Int32(-1), segment: Int32(0)), count: 1 << 14)
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
    /// - Parameters:
    ///   - parent: the call in which it was made; 0 for none.
    ///   - node: its recorded number; 0 for none.
    func subscription(onThread thread: Int, parent: Int32, operation: Trace.Operation, node: UInt32) -> Int32 {
        let known = nodes[place(of: node)]
        if node != 0, known.number == node, known.segment == segment { return known.subscription }
        guard parent != 0, belongings[Int(operation.rawValue)] != .toNone, let last = stacks[thread].last,
            last.id == parent
        else { return -1 }
        return last.subscription
    }

    /// Takes a call, for the guesses about those after it.
    mutating func add(_ id: Int32, onThread thread: Int, atDepth depth: Int, node: UInt32, subscription: Int32) {
        let missing = depth - stacks[thread].count
        if missing > 0 { stacks[thread].append(contentsOf: repeatElement(Running(0, -1), count: missing)) }
        stacks[thread].append((id, subscription))
        if node != 0 { nodes[place(of: node)] = (node, subscription, segment) }
    }

    /// Nodes are numbered as they are made: those of a segment stand close together.
    private func place(of node: UInt32) -> Int { Int(node) & (nodes.count - 1) }
}
