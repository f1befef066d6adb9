import CTraceBuffer
import Synchronization
import TraceKit

/// Makes a trace of what a recording left: merges the threads, numbers calls and nodes, links causes, and finds the
/// subscriptions.
struct TraceBuilder {
    private let records: Records
    private let clock: TraceClock
    private let options: RecordingOptions

    init(records: Records, clock: TraceClock, options: RecordingOptions) {
        self.records = records
        self.clock = clock
        self.options = options
    }

    func build(scenario: String) -> Trace {
        let calls = kept(merged())
        var sites = SiteResolver(addresses: calls.lazy.map(\.recorded.site))
        var nodes = NodeTable(records.nodes)
        var threads: [Int: Int] = [:]
        var subscriptions = SubscriptionTracker(nodes: records.nodes)
        var trace = Trace(scenario: scenario, dropped: records.dropped)
        trace.calls.reserveCapacity(calls.count)
        for call in calls {
            let recorded = call.recorded
            let thread = threads[recorded.thread] ?? threads.count
            threads[recorded.thread] = thread
            let site = isTheUsers(call, among: calls) ? sites.site(of: recorded.site) : nil
            var result = Trace.Call(
                id: trace.calls.count + 1, parent: call.parent.map { $0 + 1 }, cause: call.cause.map { $0 + 1 },
                operation: recorded.operation, thread: thread, start: clock.nanoseconds(at: recorded.start))
            if recorded.duration != TRACE_OPEN { result.duration = clock.nanoseconds(in: recorded.duration) }
            result.event = event(of: recorded)
            result.type = receiver(of: recorded)
            switch recorded.operation {
            case .handler: result.label = HandlerLabel(rawValue: recorded.detail)?.name
            case .create: result.label = site?.function
            default: break
            }
            subscriptions.add(call, site: site?.site)
            if recorded.node != 0 {
                let node = nodes.number(of: recorded.node)
                result.node = node
                if recorded.operation == .create { nodes.setSite(site?.site, of: node) }
            }
            trace.calls.append(result)
        }
        for index in trace.calls.indices {
            trace.calls[index].subscription = subscriptions.subscription(ofCallAt: index)
        }
        trace.subscriptions = subscriptions.finish { nodes.number(of: $0) }
        trace.nodes = nodes.nodes
        trace.threads = threads.sorted { $0.value < $1.value }.map { recorded, id in
            Trace.Thread(id: id, name: name(of: records.threads[recorded], id: id))
        }
        return trace
    }

    /// Whether the user's code made the call: what the library makes below one of its own calls has no place there.
    private func isTheUsers(_ call: MergedCall, among calls: [MergedCall]) -> Bool {
        guard call.recorded.operation == .create, let parent = call.parent else { return true }
        return calls[parent].recorded.operation == .handler
    }

    private func name(of thread: Records.Thread, id: Int) -> String {
        thread.isMain ? "main" : "thread \(id)"
    }

    /// The type that received the call where that is not its node's.
    private func receiver(of call: RecordedCall) -> String? {
        if let type = call.type { return TypeNames.simple(at: type) }
        let isByAnyObserver = call.operation == .on && call.detail & RecordedEventFlags.byAnyObserver != 0
        return isByAnyObserver ? "AnyObserver" : nil
    }

    private func event(of call: RecordedCall) -> Trace.Event? {
        switch call.operation {
        case .on, .forwardOn, .onCore: break
        default: return nil
        }
        let value = options.values == .none ? nil : value(of: call)
        switch call.detail & 3 {
        case 1: return Trace.Event(.next, value: value)
        case 2: return Trace.Event(.error, value: value)
        case 3: return Trace.Event(.completed)
        default: return nil
        }
    }

    private func value(of call: RecordedCall) -> String? {
        switch RecordedValueKind(rawValue: call.detail >> 2 & 7) {
        case .signed: String(Int64(bitPattern: call.value))
        case .unsigned: String(call.value)
        case .double: String(Double(bitPattern: call.value))
        case .boolean: String(call.value != 0)
        case .text: call.text
        case .some(.none), nil: nil
        }
    }

    /// The calls of all threads in the order they started. Parents and causes are indexes into the result.
    private func merged() -> [MergedCall] {
        var order: [(thread: Int, call: Int)] = []
        order.reserveCapacity(records.threads.reduce(0) { $0 + $1.calls.count })
        for (thread, entry) in records.threads.enumerated() {
            for call in entry.calls.indices { order.append((thread, call)) }
        }
        if records.threads.count > 1 {
            order.sort { left, right in
                let a = records.threads[left.thread].calls[left.call].start
                let b = records.threads[right.thread].calls[right.call].start
                return (a, left.thread, left.call) < (b, right.thread, right.call)
            }
        }
        var position = records.threads.map { [Int](repeating: 0, count: $0.calls.count) }
        var schedules: [UInt64: Int] = [:]
        for (index, place) in order.enumerated() {
            position[place.thread][place.call] = index
            let call = records.threads[place.thread].calls[place.call]
            if call.operation == .schedule { schedules[call.identity] = index }
        }
        return order.map { place in
            let call = records.threads[place.thread].calls[place.call]
            return MergedCall(
                recorded: call, parent: call.parent.map { position[place.thread][$0] },
                cause: call.operation == .invoke ? schedules[call.value] : nil)
        }
    }

    /// The calls that are in the recording's scope, with parents and causes adjusted.
    private func kept(_ calls: [MergedCall]) -> [MergedCall] {
        let mark = UInt(trace_thread_mark())
        var position = [Int?](repeating: nil, count: calls.count)
        var result: [MergedCall] = []
        for (index, call) in calls.enumerated() {
            let isIn: Bool
            if call.recorded.start < clock.origin {
                // Made before this recording, a part of another, began.
                isIn = false
            } else if options.scope == .process {
                isIn = true
            } else if let parent = call.parent, position[parent] != nil {
                isIn = true
            } else if records.threads[call.recorded.thread].mark == mark {
                isIn = true
            } else {
                isIn = call.cause.map { position[$0] != nil } ?? false
            }
            guard isIn else { continue }
            position[index] = result.count
            var call = call
            call.parent = call.parent.flatMap { position[$0] }
            call.cause = call.cause.flatMap { position[$0] }
            result.append(call)
        }
        return result
    }
}

/// A call among those of all threads.
struct MergedCall {
    var recorded: RecordedCall
    var parent: Int?
    var cause: Int?
}

/// Numbers the nodes in the order they appear, and describes them.
struct NodeTable {
    private let recorded: [UInt32: RecordedNode]
    private var numbers: [UInt32: Int] = [:]
    private(set) var nodes: [Trace.Node] = []

    init(_ recorded: [UInt32: RecordedNode]) {
        self.recorded = recorded
    }

    mutating func number(of id: UInt32) -> Int {
        if let number = numbers[id] { return number }
        let number = nodes.count + 1
        numbers[id] = number
        if let node = recorded[id] {
            nodes.append(
                Trace.Node(
                    id: number, type: TypeNames.simple(at: node.type), generic: TypeNames.generic(at: node.type),
                    role: node.role, name: node.name))
        } else {
            // What a node is was dropped, as the recording was full.
            nodes.append(Trace.Node(id: number, type: "-", role: .object))
        }
        return number
    }

    mutating func setSite(_ site: Trace.Site?, of number: Int) {
        nodes[number - 1].site = site
    }
}

/// The names of types by the addresses records hold; each is worked out once.
enum TypeNames {
    private static let generics = Mutex<[UInt: String]>([:])

    static func generic(at address: UInt) -> String {
        generics.withLock { generics in
            if let name = generics[address] { return name }
            guard let pointer = UnsafeRawPointer(bitPattern: address) else { return "-" }
            let name = TypeName.generic(of: unsafeBitCast(pointer, to: Any.Type.self))
            generics[address] = name
            return name
        }
    }

    static func simple(at address: UInt) -> String {
        String(generic(at: address).prefix { $0 != "<" })
    }
}
