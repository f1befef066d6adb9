/// The calls that a ``Zoom`` shows, in the order and with the depth they are drawn: the causal tree, flattened.
///
/// A call that does not show leaves its place to the calls below it. Work hangs below the `schedule` that asked for it,
/// with one exception: where work schedules its next turn on its own scheduler, the turns follow each other at one
/// level, or a loop of a thousand turns would be indented a thousand times.
///
/// Flat rows keep a tree of any depth clear of the machine's stack.
struct Outline {
    struct Row {
        /// The call's position in the trace.
        var call: Int32
        var depth: Int32
        /// The row after the last row below this one.
        var end: Int32
        /// The row this one is drawn below; -1 at the top.
        var parent: Int32
        /// The call whose event is shown; -1 where there is none.
        var eventCall: Int32
        /// Whether the call ran on another thread than the row above it.
        var changesThread: Bool
        /// Whether the call is a schedule whose work ran.
        var hasWork: Bool
        /// Whether the call is the first to speak of its node or subscription, and so shows where that was made.
        var introduces: Bool
    }

    private(set) var rows: [Row] = []

    init(_ trace: Trace, tree: CallTree, zoom: Zoom) {
        var builder = Builder(trace: trace, tree: tree, rule: ZoomRule(zoom))
        rows = builder.build()
    }
}

extension Outline {
    /// Walks the causal tree with a stack of its own.
    private struct Builder {
        struct Visit {
            var call: Int
            var depth: Int32
            /// The nearest row above that shows; -1 at the top.
            var row: Int32
            /// The call right above, shown or not; -1 at the top.
            var above: Int
            /// Whether the calls right below the one above are the user's code.
            var isFromUser: Bool
            /// The turn of work around it, as a position in `turns`; -1 for none.
            var turn: Int
        }

        /// A running piece of scheduled work, after which its next turns are drawn.
        struct Turn {
            var scheduler: Int?
            var depth: Int32
            var row: Int32
            var next: [Visit] = []
        }

        enum Step {
            case visit(Visit)
            case finish(turn: Int)
        }

        let trace: Trace
        let tree: CallTree
        var rule: ZoomRule
        let nodes: IdentifierIndex
        var rows: [Row] = []
        var introduced: Set<Int> = []
        var created: Set<Int> = []
        var turns: [Turn] = []
        var stack: [Step] = []

        init(trace: Trace, tree: CallTree, rule: ZoomRule) {
            self.trace = trace
            self.tree = tree
            self.rule = rule
            nodes = IdentifierIndex(trace.nodes)
        }

        mutating func build() -> [Row] {
            rows.reserveCapacity(trace.calls.count)
            stack = tree.roots.reversed().map {
                .visit(Visit(call: $0, depth: 0, row: -1, above: -1, isFromUser: true, turn: -1))
            }
            while let step = stack.popLast() {
                switch step {
                case .visit(let visit): enter(visit)
                case .finish(let turn):
                    stack += turns[turn].next.reversed().map { .visit($0) }
                    turns[turn].next = []
                }
            }
            close()
            return rows
        }

        private mutating func enter(_ visit: Visit) {
            let call = trace.calls[visit.call]
            let row = add(call, at: visit)
            var below = Visit(
                call: 0, depth: row < 0 ? visit.depth : visit.depth + 1, row: row < 0 ? visit.row : row,
                above: visit.call, isFromUser: call.operation == .handler, turn: visit.turn)
            if call.operation == .invoke {
                below.isFromUser = isUserWork(visit)
                below.turn = turns.count
                let scheduler = visit.above < 0 ? nil : trace.calls[visit.above].node
                turns.append(Turn(scheduler: scheduler, depth: visit.depth, row: visit.row))
                stack.append(.finish(turn: below.turn))
            }
            for child in tree.children(of: visit.call).reversed() {
                below.call = child
                if !isNextTurn(child, of: visit, below: call) { stack.append(.visit(below)) }
            }
            guard call.operation == .schedule, visit.turn >= 0 else { return }
            for child in tree.children(of: visit.call) where isNextTurn(child, of: visit, below: call) {
                let turn = turns[visit.turn]
                below = Visit(
                    call: child, depth: turn.depth, row: turn.row, above: visit.call, isFromUser: false, turn: -1)
                turns[visit.turn].next.append(below)
            }
        }

        /// Whether `child` is work that running work has handed to its own scheduler.
        private func isNextTurn(_ child: Int, of visit: Visit, below call: Trace.Call) -> Bool {
            visit.turn >= 0 && call.operation == .schedule && trace.calls[child].operation == .invoke
                && call.node != nil && turns[visit.turn].scheduler == call.node
        }

        /// Whether the work that runs is a closure the user's code handed to a scheduler.
        private func isUserWork(_ visit: Visit) -> Bool {
            guard visit.above >= 0 else { return false }
            guard let above = tree.parent(of: visit.above) else { return true }
            return trace.calls[above].operation == .handler
        }

        /// Adds the call's row and answers its position, or -1 where the call does not show.
        private mutating func add(_ call: Trace.Call, at visit: Visit) -> Int32 {
            var isFirst = false
            if let subscription = call.subscription, call.operation == .subscribe {
                isFirst = introduced.insert(subscription).inserted
            } else if let node = call.node, call.operation == .create {
                isFirst = created.insert(node).inserted
            }
            let above = visit.above < 0 ? nil : trace.calls[visit.above]
            let named = call.operation == .invoke ? above?.node ?? call.node : call.node
            let node = named.flatMap { nodes[$0] }.map { trace.nodes[$0] }
            guard
                rule.shows(
                    call, type: node?.type, role: node?.role, isFromUser: visit.isFromUser,
                    isHop: isHop(call, at: visit, above: above))
            else { return -1 }
            var eventCall: Int32 = call.event == nil ? -1 : Int32(visit.call)
            let isAboveShown = visit.row >= 0 && Int(rows[Int(visit.row)].call) == visit.above
            // The event a closure of the user's was handed stands on the call above it: it must not get lost with it.
            if eventCall < 0, call.operation == .handler, !isAboveShown, above?.event != nil {
                eventCall = Int32(visit.above)
            }
            let threadAbove = visit.row < 0 ? trace.calls[0].thread : trace.calls[Int(rows[Int(visit.row)].call)].thread
            rows.append(
                Row(
                    call: Int32(visit.call), depth: visit.depth, end: 0, parent: visit.row, eventCall: eventCall,
                    changesThread: call.thread != threadAbove,
                    hasWork: call.operation == .schedule && works(of: visit.call).first != nil, introduces: isFirst))
            return Int32(rows.count - 1)
        }

        private func isHop(_ call: Trace.Call, at visit: Visit, above: Trace.Call?) -> Bool {
            switch call.operation {
            case .invoke: above?.operation == .schedule && above?.thread != call.thread
            case .schedule: works(of: visit.call).contains { trace.calls[$0].thread != call.thread }
            default: false
            }
        }

        /// The work that a schedule led to.
        private func works(of schedule: Int) -> LazyFilterSequence<ArraySlice<Int>> {
            let calls = trace.calls
            return tree.children(of: schedule).lazy.filter { calls[$0].operation == .invoke }
        }

        /// Sets where each row's descendants end: a row ends where the last row below it does.
        private mutating func close() {
            for position in rows.indices.reversed() {
                rows[position].end = max(rows[position].end, Int32(position + 1))
                let parent = Int(rows[position].parent)
                if parent >= 0 { rows[parent].end = max(rows[parent].end, rows[position].end) }
            }
        }
    }
}
