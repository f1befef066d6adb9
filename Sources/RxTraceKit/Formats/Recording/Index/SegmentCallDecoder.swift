/// Makes a call of a trace of a recorded one and what was noted of it: any call, whichever was read before.
struct SegmentCallDecoder {
    typealias NotedFacts = SegmentFactsReader.NotedFacts

    private(set) var decoder: CallDecoder
    /// By the index of a recorded thread, its number in the trace.
    let threadNumbers: [Int]
    /// By their recorded numbers.
    let operations: [Trace.Operation?]
    private let unusedHops: UnusedHops
    private let late: [Int: Int32]
    /// Where the numbers of nodes are: pages, or by their slots.
    private let pages: NodePages?
    private let slots: RecordedNodes
    private let numbers: [Int32]

    init(_ findings: RecordingFindings, _ decoder: CallDecoder) {
        self.decoder = decoder
        var threadNumbers = [Int](repeating: 0, count: findings.blocks.tables.threads.count)
        for (number, thread) in findings.threads.enumerated() { threadNumbers[thread] = number }
        self.threadNumbers = threadNumbers
        operations = findings.blocks.operations
        (unusedHops, late) = (findings.unusedHops, findings.late)
        slots = findings.blocks.tables.nodes
        switch findings.nodes {
        case .columns(let columns): (pages, numbers) = (nil, columns.numbers)
        case .pages(let pages): (self.pages, numbers) = (pages, [])
        }
    }

    func operation(of recorded: RecordedCall) -> Trace.Operation? {
        let number = Int(recorded.operation)
        return operations.indices.contains(number) ? operations[number] : nil
    }

    /// Whether a call is a hop, or the work of one, that the trace leaves out.
    func isUnused(_ operation: Trace.Operation, _ id: Int) -> Bool {
        !unusedHops.isEmpty && (operation == .hop || operation == .invoke) && unusedHops.contains(id)
    }

    /// The id in the trace of the call that has another among all; nil for 0, and for one that is none of the trace's.
    func id(of id: Int32) -> Int? {
        guard id > 0 else { return nil }
        guard !unusedHops.isEmpty else { return Int(id) }
        return unusedHops.contains(Int(id)) ? nil : unusedHops.id(of: Int(id))
    }

    /// The subscription of a call, counted from 0; -1 for none.
    func subscription(_ facts: NotedFacts, _ id: Int) -> Int32 {
        facts.subscription < 0 && !late.isEmpty ? late[id] ?? -1 : facts.subscription
    }

    /// - Parameters:
    ///   - thread: the recorded thread's index.
    ///   - parts: those of the segment, as facts speak of them.
    ///   - calls: those of the block that holds the call.
    ///   - id: its id among all calls.
    mutating func call(
        _ recorded: RecordedCall, _ operation: Trace.Operation, thread: Int, _ facts: NotedFacts, parts: [Int32],
        _ calls: borrowing RecordedCalls, id: Int
    ) -> Trace.Call {
        var attachment = RecordedAttachment()
        if recorded.attachment >= 0 { attachment = calls.attachments[Int(recorded.attachment)] }
        let subscription = subscription(facts, id)
        let assembled = AssembledCall(
            id: unusedHops.isEmpty ? id : unusedHops.id(of: id), parent: self.id(of: facts.parent),
            cause: self.id(of: facts.cause), origin: self.id(of: facts.origin),
            parts: facts.parts.isEmpty ? [] : self.parts(of: facts, parts), thread: threadNumbers[thread],
            operation: operation, node: number(ofNode: recorded.node),
            disposable: number(ofNode: operation.row.disposable(in: recorded.value)), subscription: subscription,
            stack: facts.isPlaced ? attachment.stack : -1, type: attachment.type, isInHop: false)
        return decoder.call(assembled, recorded, calls, subscription: subscription) { $0 < 0 ? nil : Int($0) }
    }

    /// The ids in the trace of the calls that handed in the parts of a call's element.
    func parts(of facts: NotedFacts, _ parts: [Int32]) -> [Int] {
        parts[Int(facts.parts.lowerBound)..<Int(facts.parts.upperBound)].compactMap { id(of: $0) }
    }

    /// The number in the trace of the node with a recorded number; -1 for none.
    private func number(ofNode recorded: UInt32) -> Int32 {
        if let pages { return pages.id(ofNumber: recorded) }
        let slot = slots.slot(of: recorded)
        return slot == RecordedNodes.none ? -1 : numbers[Int(slot)]
    }
}
