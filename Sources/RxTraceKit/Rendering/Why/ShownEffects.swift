/// The rows of a drawing of effects: those that a zoom shows, each below the nearest that shows, and their ends.
struct ShownEffects {
    enum Kind {
        case effect(Int)
        case end(EventEnd)
    }

    struct Row {
        var kind: Kind
        var level: Int
        var place: TreeBranches.Place
    }

    private let effects: EventEffects
    private var children: [[Int]]
    private var roots: [Int] = []
    private(set) var count = 0

    init(_ effects: EventEffects, zoom: Zoom) {
        self.effects = effects
        children = Array(repeating: [], count: effects.effects.count)
        var rule = ZoomRule(zoom)
        // For each effect, itself or the nearest above that shows; -1 for none.
        var nearest: [Int] = []
        for (index, effect) in effects.effects.enumerated() {
            let step = effect.step
            let above = effect.above.map { effects.effects[$0].step }
            let isFromUser = above.map { $0.call.operation.isUserCode || $0.call.isWorkOfHop } ?? true
            let asker = step.call.operation == .invoke ? above?.node : step.node
            let isHop = step.call.operation == .invoke && above?.call.thread != step.call.thread
            let shows =
                rule.shows(
                    step.call, role: asker?.role, isTrampoline: asker?.behaviors.contains(.stays) == true,
                    isFromUser: isFromUser, isHop: isHop || step.call.isWorkOfHop)
                && (zoom == .internals || step.call.operation.row.meaning != .disposal || isFromUser)
            let upper = effect.above.map { nearest[$0] } ?? -1
            guard shows || effect.end != nil || effect.above == nil else {
                nearest.append(upper)
                continue
            }
            nearest.append(index)
            count += 1
            if upper < 0 { roots.append(index) } else { children[upper].append(index) }
        }
    }

    /// Hands on the rows from the top.
    func visit(_ body: (Row) throws -> Void) rethrows {
        var stack: [Row] = []
        func push(_ kinds: [Kind], level: Int, isStep: Bool) {
            for (position, kind) in kinds.enumerated().reversed() {
                let isLast = position == kinds.count - 1
                stack.append(Row(kind: kind, level: level, place: isStep ? .step : isLast ? .lastBranch : .branch))
            }
        }
        push(roots.map(Kind.effect), level: 0, isStep: false)
        while let row = stack.popLast() {
            try body(row)
            guard case .effect(let index) = row.kind else { continue }
            var below = children[index].map(Kind.effect)
            if let end = effects.effects[index].end { below.append(.end(end)) }
            let isStep = below.count == 1
            push(below, level: isStep && row.place == .step ? row.level : row.level + 1, isStep: isStep)
        }
    }
}
