/// The behaviors and owners of the nodes of older traces: documents without roles tell
/// neither, so that their types' names have to. A trace that says it of any node is taken at its word.
///
/// This is a list of the operators there were then. Operators of today say it themselves, and are not added here.
enum OlderRoles {
    static func behaviors(ofType type: String) -> Trace.Behaviors {
        if let known = byType[type] { return known }
        for suffix in ["Sink", "Observer", "SinkOther", "SinkIter"] where type.hasSuffix(suffix) {
            if let known = byType[String(type.dropLast(suffix.count))] { return known }
        }
        if type.hasPrefix("Zip") { return [.combines, .buffers, .queues] }
        if type.hasPrefix("CombineLatest") { return [.combines, .buffers] }
        return []
    }

    private static let byType: [String: Trace.Behaviors] = [
        "AddRef": [.handedOver], "AnonymousObservable": [.sentTo], "AsyncSubject": [.waits, .replays],
        "BehaviorSubject": [.replays], "BufferTimeCount": [.buffers], "Catch": [.continues],
        "CatchSequence": [.continues, .retries], "CompactMap": [.drops, .selects], "Concat": [.continues, .follows],
        "ConcatMap": [.buffers, .continues, .queues, .follows], "ConcurrentMainScheduler": [.main],
        "Connection": [.connects],
        "CurrentThreadScheduler": [.stays], "Debounce": [.drops, .buffers, .selects], "Delay": [.buffers],
        "Do": [.acts],
        "DistinctUntilChanged": [.drops, .selects, .compares], "ElementAt": [.drops], "Filter": [.drops, .selects],
        "FlatMapFirst": [.drops],
        "FlatMapLatest": [.switches], "GroupBy": [.groups], "GroupedObservableImpl": [.handedOver],
        "ImmediateScheduler": [.stays], "MainScheduler": [.main], "MapSwitchSink": [.switches],
        "MergeLimited": [.buffers, .queues, .follows], "Never": [.endless], "ObserveOn": [.hops, .queues],
        "ObserveOnSerialDispatchQueue": [.hops, .queues],
        "RACBehaviorSubject": [.replays], "RACImmediateScheduler": [.stays], "RACMulticastConnection": [.connects],
        "RACReplaySubject": [.replays], "RACSubscriptionScheduler": [.stays],
        "RecursiveImmediateScheduler": [.stays], "Reduce": [.waits, .accumulates], "RepeatElement": [.endless],
        "ReplayAll": [.replays], "ReplayMany": [.replays], "ReplayOne": [.replays], "RetryWhenSequence": [.retries],
        "Sample": [.drops, .buffers, .selects], "Scan": [.accumulates],
        "ShareReplay1WhileConnected": [.shares, .replays],
        "ShareReplay1WhileConnectedConnection": [.connects, .shares, .replays], "ShareWhileConnected": [.shares],
        "ShareWhileConnectedConnection": [.connects, .shares], "SkipCount": [.drops], "SkipTime": [.drops],
        "SkipUntil": [.drops, .selects], "SkipWhile": [.drops, .selects], "SubscribeOn": [.starts],
        "Switch": [.switches],
        "SwitchIdentitySink": [.switches], "SwitchIfEmpty": [.continues], "TakeCount": [.ends],
        "TakeLast": [.waits, .buffers], "TakeTime": [.ends], "TakeUntil": [.ends], "TakeUntilPredicate": [.ends],
        "Throttle": [.drops, .buffers], "WithLatestFrom": [.drops, .buffers, .selects, .pairs],
    ]
}

/// Finds which observable each sink of an older trace works for.
///
/// A sink that is run is run by its observable. Any other goes to the observable that was run last in its subscription
/// without a sink so far and whose type is the sink's without `Sink`: events come from the far end of a chain, so
/// the one run last is the first whose sink shows.
struct OlderOwners {
    private struct SinkKind: Hashable {
        var subscription: Int
        var type: String
    }

    /// The facts that are needed of a call.
    struct Call {
        var id: Int
        var parent: Int?
        var thread: Int
        var isRun: Bool
        var subscription: Int
    }

    /// By the node's position, that of its observable; -1 where there is none.
    private(set) var owners: [Int]
    private var isKnown: [Bool]
    private var waiting: [SinkKind: [Int]] = [:]
    /// For each thread, the last observable that was run, and in which call.
    private var running: [Int: (call: Int, node: Int)] = [:]

    init(count: Int) {
        owners = Array(repeating: -1, count: count)
        isKnown = Array(repeating: false, count: count)
    }

    /// Takes the next call, which is on the node at `position`.
    mutating func add(_ call: Call, _ position: Int, role: Trace.Role, type typeAt: (Int) -> String) {
        guard call.isRun || !isKnown[position] else { return }
        switch role {
        case .observable, .connectable:
            guard call.isRun else { return }
            running[call.thread] = (call.id, position)
            waiting[SinkKind(subscription: call.subscription, type: typeAt(position)), default: []].append(position)
        case .sink where !isKnown[position]:
            isKnown[position] = true
            if call.isRun, let owner = running[call.thread], owner.call == call.parent {
                owners[position] = owner.node
                take(owner.node, from: SinkKind(subscription: call.subscription, type: typeAt(owner.node)))
            } else if case let type = typeAt(position), type.hasSuffix("Sink") {
                let kind = SinkKind(subscription: call.subscription, type: String(type.dropLast("Sink".count)))
                guard let owner = waiting[kind]?.last else { return }
                owners[position] = owner
                take(owner, from: kind)
            }
        default: isKnown[position] = true
        }
    }

    private mutating func take(_ owner: Int, from kind: SinkKind) {
        guard let index = waiting[kind]?.lastIndex(of: owner) else { return }
        waiting[kind]?.remove(at: index)
        if waiting[kind]?.isEmpty == true { waiting[kind] = nil }
    }
}

extension Trace {
    /// The nodes with their behaviors, where the trace does not say so itself.
    var nodesWithRoles: [Node] {
        guard nodes.allSatisfy({ $0.behaviors.isEmpty && $0.owner == nil }) else { return nodes }
        var result = nodes
        var owners = OlderOwners(count: nodes.count)
        let positions = Dictionary(nodes.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        for call in calls {
            guard let position = call.node.flatMap({ positions[$0] }) else { continue }
            let known = OlderOwners.Call(
                id: call.id, parent: call.parent, thread: call.thread, isRun: call.operation == .run,
                subscription: call.subscription ?? 0)
            owners.add(known, position, role: nodes[position].role) { nodes[$0].type }
        }
        for position in nodes.indices {
            result[position].behaviors = OlderRoles.behaviors(ofType: nodes[position].type)
            let owner = owners.owners[position]
            if owner >= 0 { result[position].owner = nodes[owner].id }
        }
        return result
    }
}
