// Why subscriptions end.
extension SubscriptionTracker {
    /// Why a disposal ends a subscription.
    enum DisposalReason {
        case `is`(End)
        /// Disposed as soon as there was something to dispose: a `take` had enough before, or nothing had.
        case isKnownBefore
    }

    /// Settles the ends that show only when all calls are known.
    mutating func finish() {
        for (index, end) in ends(among: states.indices) { states[index].ended = end }
    }

    /// The ends that would show if no more calls came, of subscriptions that are not known to have ended, by their numbers;
    /// these are in order, and among them are all that live.
    func ends(among indices: some Collection<Int>) -> [(index: Int, end: End)] {
        var ends: [(index: Int, end: End)] = []
        // How many living subscriptions there are to each node.
        var inUse: [Int32: Int] = [:]
        for index in indices where states[index].ended == nil { Self.count(states[index], by: 1, in: &inUse) }
        var found: [Int32: End] = [:]
        for index in indices where states[index].ended == nil && !states[index].hasDisposable {
            guard let end = endWithoutDisposal(of: index, inUse: inUse, found) else { continue }
            ends.append((index, end))
            found[Int32(index)] = end
            Self.count(states[index], by: -1, in: &inUse)
        }
        return ends
    }

    /// Why a subscription ended, as far as that is known whatever calls come.
    func end(of index: Int) -> End? {
        if let end = states[index].ended { return end }
        var part = index
        while let parent = parent(ofPart: part) {
            if let reason = states[parent].ended { return end(ofPart: index, with: reason) }
            part = parent
        }
        return nil
    }

    private func end(ofPart index: Int, with reason: End) -> End {
        reason == .bag ? .bag : isTaken(Int32(index)) ? .take : .disposed
    }

    /// The subscription that one with nothing to dispose ends with; nil for any other.
    func parent(ofPart index: Int) -> Int? {
        let state = states[index]
        guard !state.hasDisposable, state.parent >= 0, shared[state.observer] == nil else { return nil }
        return Int(state.parent)
    }

    private static func count(_ state: State, by step: Int, in uses: inout [Int32: Int]) {
        uses[state.source, default: 0] += step
        for source in state.moreSources { uses[source, default: 0] += step }
    }

    /// A subscription with nothing to dispose (of a never-ending source) ends with the subscription it is part of or,
    /// shared, with the last of those that share it.
    private func endWithoutDisposal(of index: Int, inUse: [Int32: Int], _ found: [Int32: End]) -> End? {
        let state = states[index]
        if let node = shared[state.observer] { return inUse[node, default: 0] > 0 ? nil : .connection }
        guard state.parent >= 0, let reason = states[Int(state.parent)].ended ?? found[state.parent] else { return nil }
        return end(ofPart: index, with: reason)
    }

    mutating func noteEvent(_ call: RecordedStackCall, in subscription: Int32) {
        guard states[Int(subscription)].ended == nil else { return }
        switch call.eventKind {
        case RecordedEventForm.error: states[Int(subscription)].ended = .error
        case RecordedEventForm.completed: states[Int(subscription)].ended = .completed
        default: return
        }
    }

    mutating func noteDispose(_ place: Int, _ calls: RecordedStack) {
        let node = calls.stack[place].node
        guard node >= 0 else { return }
        let taken = ofNode[Int(node)]
        if taken >= 0, does(node, .ends), isTake(place, calls) { states[Int(taken)].isTaken = true }
        for subscription in ofSubject[node] ?? [] where states[Int(subscription)].ended == nil {
            // Nothing else can reach its observer: a disposed subject has let go of it.
            if !states[Int(subscription)].hasChildren { states[Int(subscription)].ended = .disposed }
        }
        var subscription = ofDisposable[Int(node)]
        if subscription < 0, does(node, .connects) { subscription = observing[Int(node)] }
        guard subscription >= 0 else {
            guard unclaimed.map({ $0[node] == nil }) ?? false else { return }
            let reason = reason(place, calls)
            unclaimed?[node] = reason
            return
        }
        guard states[Int(subscription)].ended == nil else { return }
        let isConnection = does(states[Int(subscription)].observer, .connects)
        states[Int(subscription)].ended = isConnection ? .connection : end(of: subscription, for: reason(place, calls))
    }

    /// Why something was disposed, from the calls the disposal was made in.
    private func reason(_ place: Int, _ calls: RecordedStack) -> DisposalReason {
        var outermost = place
        while let parent = calls.caller(of: outermost), calls.stack[parent].operation == .dispose {
            outermost = parent
            let around = value(ofDisposable, calls.stack[parent].node)
            if around >= 0, states[Int(around)].ended == .connection { return .is(.connection) }
        }
        guard let cause = calls.caller(of: outermost).map({ calls.stack[$0] }) else { return .is(.disposed) }
        switch cause.operation {
        case .deinit, .insert, .add:
            // Other things that are released, or that disposables are added to, are no bags.
            return .is(role(of: cause.node) == .bag ? .bag : .disposed)
        case .on where cause.eventKind == RecordedEventForm.next && does(cause.node, .switches):
            return .is(.switch)
        case .on, .invoke:
            return .is(isTake(outermost, calls) ? .take : .disposed)
        case .subscribe, .run, .schedule:
            return .isKnownBefore
        default:
            return .is(.disposed)
        }
    }

    func end(of subscription: Int32, for reason: DisposalReason) -> End {
        switch reason {
        case .is(let end): end
        case .isKnownBefore: isTaken(subscription) ? .take : .disposed
        }
    }

    /// Whether a disposal is that of a `take`, or of its source by it, because it had enough.
    private func isTake(_ place: Int, _ calls: RecordedStack) -> Bool {
        guard let cause = calls.caller(of: place).map({ calls.stack[$0] }) else { return false }
        return switch cause.operation {
        case .on: cause.eventKind == RecordedEventForm.next && does(cause.node, .ends)
        case .invoke: does(calls.stack[place].node, .ends)
        default: false
        }
    }

    func isTaken(_ subscription: Int32) -> Bool {
        var subscription = subscription
        while subscription >= 0 {
            if states[Int(subscription)].isTaken { return true }
            subscription = states[Int(subscription)].parent
        }
        return false
    }
}
