/// The threads of the canonical form: which there are, and which a call ran on.
struct CanonicalThreads {
    /// The key by which calls are on the same thread in every run.
    private enum Origin: Hashable {
        case main
        /// Whichever thread runs the work of a scheduler, a node's position.
        case scheduler(Int)
        /// Whichever thread runs the work that the program handed on by itself, by a word for how.
        case hop(String)
        /// Whichever thread of a pool.
        case pool
        /// A thread the program made for itself.
        case own(Int)
    }

    /// The main thread, if the trace has one, is 0; the others follow as they first appear.
    private(set) var threads: [Trace.Thread] = []
    /// For each position in `calls`, the id of its thread.
    private var threadOfCall: [Int32]

    private let trace: Trace
    private let pooled: Set<Int>
    private var identifiers: [Origin: Int32] = [:]
    private var usedNames: Set<String> = ["main"]
    private var ordinals: [String: Int] = [:]

    init(_ trace: Trace, order: CanonicalOrder) {
        self.trace = trace
        pooled = Set(trace.threads.lazy.filter(\.isPooled).map(\.id))
        threadOfCall = Array(repeating: 0, count: trace.calls.count)
        if order.mainThread != nil {
            threads.append(Trace.Thread(id: 0, name: "main"))
            identifiers[.main] = 0
        }
        let nodeIndex = IdentifierIndex(trace.nodes)
        // Whether a call was made within one that hangs elsewhere than where it was called.
        var isMoved = [Bool](repeating: false, count: order.places == nil ? 0 : trace.calls.count)
        for position in order.positions {
            let call = trace.calls[position]
            let parent = order.parent(of: position)
            if !isMoved.isEmpty, let parent, order.isMoved(position) || call.cause == nil && isMoved[parent] {
                isMoved[position] = true
                threadOfCall[position] = threadOfCall[parent]
            } else if call.thread == order.mainThread {
                threadOfCall[position] = 0
            } else if let parent, trace.calls[parent].thread != order.mainThread {
                // Made within a call, so on its thread. That holds for scheduled work as well, where the scheduler
                // ran it at once or from a queue that the call works off.
                threadOfCall[position] = threadOfCall[parent]
            } else if let cause = order.cause(of: position),
                let item = call.node.flatMap({ nodeIndex[$0] }), trace.nodes[item].role == .item
            {
                // Work that waits as an item (in a trampoline, for a virtual time) runs on the thread that asked for it.
                // Work without one is handed to a queue, and runs on whichever thread that takes.
                threadOfCall[position] = threadOfCall[cause]
            } else if let cause = order.cause(of: position),
                let node = trace.calls[cause].node.flatMap({ nodeIndex[$0] }), trace.nodes[node].role == .scheduler
            {
                threadOfCall[position] = identifier(of: .scheduler(node))
            } else if call.isWorkOfHop, let cause = order.cause(of: position), let label = trace.calls[cause].label {
                threadOfCall[position] = identifier(of: .hop(StableText.withoutAddresses(label)))
            } else {
                threadOfCall[position] = identifier(of: pooled.contains(call.thread) ? .pool : .own(call.thread))
            }
        }
    }

    /// The id of the thread that the call at `position` ran on.
    func thread(of position: Int) -> Int { Int(threadOfCall[position]) }

    private mutating func identifier(of origin: Origin) -> Int32 {
        if let known = identifiers[origin] { return known }
        // 0 is the main thread's, even where there is none.
        let id = Int32(identifiers.count + (identifiers[.main] == nil ? 1 : 0))
        identifiers[origin] = id
        threads.append(Trace.Thread(id: Int(id), name: name(of: origin), isPooled: origin == .pool))
        return id
    }

    private mutating func name(of origin: Origin) -> String {
        switch origin {
        case .main: "main"
        case .scheduler(let node):
            if let name = trace.nodes[node].name {
                unused(StableText.withoutAddresses(name))
            } else {
                numbered(trace.nodes[node].type)
            }
        case .hop(let label): unused(label)
        case .pool: unused("pool")
        case .own: numbered("thread")
        }
    }

    private mutating func numbered(_ word: String) -> String {
        ordinals[word, default: 0] += 1
        return unused("\(word) \(ordinals[word, default: 0])")
    }

    /// `name`, or with a number where another thread has it: two queues may bear the same label.
    private mutating func unused(_ name: String) -> String {
        var candidate = name
        var number = 1
        while !usedNames.insert(candidate).inserted {
            number += 1
            candidate = "\(name) \(number)"
        }
        return candidate
    }
}
