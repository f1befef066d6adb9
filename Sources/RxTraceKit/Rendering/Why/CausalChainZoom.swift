/// Which steps of a chain a ``Zoom`` shows: the event, its emission and the beginning always.
struct CausalChainZoom {
    private(set) var shown: [Bool] = []

    init(_ chain: CausalChain, zoom: Zoom) {
        var rule = ZoomRule(zoom)
        let steps = chain.steps
        shown = Array(repeating: true, count: steps.count)
        for position in steps.indices.reversed() {
            let step = steps[position]
            let above = position + 1 < steps.count ? steps[position + 1] : nil
            let below = position > 0 ? steps[position - 1] : nil
            let isWorkOfUser = above.map { $0.call.operation == .invoke } ?? false
            let asker = position + 3 < steps.count ? steps[position + 3].call.operation : .handler
            let isFromUser =
                above.map { $0.call.operation.isUserCode || $0.call.isWorkOfHop } ?? true
                || isWorkOfUser && asker.isUserCode
            let isInvoke = step.call.operation == .invoke
            let isHop =
                isInvoke
                ? step.call.isWorkOfHop || above?.call.thread != step.call.thread
                : step.call.operation == .schedule && below.map { $0.call.thread != step.call.thread } ?? false
            let node = isInvoke ? above?.node : step.node
            shown[position] = rule.shows(
                step.call, role: node?.role, isTrampoline: node?.behaviors.contains(.stays) == true,
                isFromUser: isFromUser, isHop: isHop)
        }
        for (position, step) in steps.enumerated() where !step.sides.isEmpty || step.elementsBefore != nil {
            shown[position] = true
        }
        shown[0] = true
        shown[steps.count - 1] = true
        if let emission = chain.emission { shown[emission] = true }
    }
}
