/// Calls that no word for an event tells apart: closures, events and marks that have the same label, and were handed the
/// same.
struct EventSort: Hashable {
    /// The value of the event that was handed; of a mark, its text.
    enum Value: Hashable {
        case none
        /// As it is recorded; see ``RecordedEventForm``.
        case number(form: UInt8, UInt64)
        case text(String)
        /// Some value that is not told from others, for there are many.
        case any
    }

    var operation: Trace.Operation
    /// A closure's label, by its recorded number.
    var label: UInt8 = 0
    /// Whether the call had not returned when the recording ended.
    var isOpen = false
    /// The kind of the event that was handed, as it is recorded; 0 for none.
    var kind: UInt8 = 0
    var value = Value.none

    /// Longer texts are not told from others.
    private static let longestText = 120

    /// Takes what a recorded call says of its event, where its operation has one.
    init(eventOf recorded: RecordedCall, _ operation: Trace.Operation, _ calls: borrowing RecordedCalls) {
        self.operation = operation
        kind = RecordedEventForm.kind(of: recorded.detail)
        switch RecordedEventForm(detail: recorded.detail) {
        case .signed, .unsigned, .double, .boolean:
            value = .number(form: recorded.detail >> 2 & 7, recorded.value)
        case .text: value = Self.text(of: recorded, calls)
        case .some(.none), nil: break
        }
    }

    /// - Parameter handed: the sort of the call around it, of which it has the event.
    init(closure recorded: RecordedCall, _ operation: Trace.Operation, handed: EventSort?) {
        self.operation = operation
        (label, isOpen) = (recorded.detail, recorded.duration == RecordedCall.open)
        if let handed { (kind, value) = (handed.kind, handed.value) }
    }

    init(mark recorded: RecordedCall, _ operation: Trace.Operation, _ calls: borrowing RecordedCalls) {
        self.operation = operation
        value = Self.text(of: recorded, calls)
    }

    private static func text(of recorded: RecordedCall, _ calls: borrowing RecordedCalls) -> Value {
        guard recorded.attachment >= 0, let range = calls.attachments[Int(recorded.attachment)].text else {
            return .text("")
        }
        return range.count > longestText ? .any : .text(calls.text(range))
    }
}

extension EventSort {
    /// Adds it to the bytes of an index.
    func add(to bytes: inout [UInt8]) {
        bytes += [operation.rawValue, label, (isOpen ? 1 : 0) | kind << 1]
        switch value {
        case .none: bytes.append(0)
        case .number(let form, let number):
            bytes.append(form)
            bytes.add(whole: number)
        case .text(let text):
            bytes.append(RecordedEventForm.text.rawValue)
            bytes.add(text: text)
        case .any: bytes.append(.max)
        }
    }

    init(_ reader: inout ByteReader) throws(ByteReader.Damage) {
        operation = Trace.Operation(try reader.byte())
        label = try reader.byte()
        let state = try reader.byte()
        (isOpen, kind) = (state & 1 != 0, state >> 1)
        switch try reader.byte() {
        case 0: value = .none
        case RecordedEventForm.text.rawValue: value = .text(try reader.text())
        case .max: value = .any
        case let form: value = .number(form: form, try reader.whole(UInt64.self))
        }
        guard OperationRow.all.indices.contains(Int(operation.rawValue)) else { throw ByteReader.Damage() }
    }
}

extension SymbolDecoder {
    /// A call with all that calls of a sort have in common, and nothing else, and what these were handed.
    func call(of sort: EventSort) -> (call: Trace.Call, handed: Trace.Event?) {
        var value: String?
        switch sort.value {
        case .none, .any: break
        case .number(let form, let number): value = Self.text(of: number, RecordedEventForm(rawValue: form))
        case .text(let text): value = text
        }
        if sort.operation == .mark { return (Trace.Call(id: 0, operation: .mark, label: value), nil) }
        if !hasValues { value = nil }
        let event: Trace.Event? =
            switch sort.kind {
            case RecordedEventForm.next: Trace.Event(.next, value: value)
            case RecordedEventForm.error: Trace.Event(.error, value: value)
            case RecordedEventForm.completed: Trace.Event(.completed)
            default: nil
            }
        let isClosure = sort.operation.row.label == .which
        let call = Trace.Call(
            id: 0, operation: sort.operation, label: isClosure ? label(sort.label) : nil,
            event: isClosure ? nil : event, start: 0, duration: sort.isOpen ? nil : 0)
        return (call, event)
    }
}

/// Counts the calls of each sort, segment by segment, while all calls are gone through.
struct EventSortCounter {
    /// The number of a sort, from 0, and how many calls of it there are.
    typealias Count = (sort: UInt32, count: UInt32)

    /// The sorts there are.
    private(set) var sorts: [EventSort] = []
    private var numbers: [EventSort: Int] = [:]
    /// By number, how many calls of the sort the segment has so far; and the numbers of those that it has any of.
    private var counts: [UInt32] = []
    private var present: [UInt32] = []
    /// By thread and depth, the calls that may be open, and what they were handed.
    private var open: [[(id: Int, sort: EventSort?)]] = []

    /// Above so many sorts, calls are not told apart by their values.
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    mutating func add(_ call: AssembledCall, _ recorded: RecordedCall, _ calls: borrowing RecordedCalls) {
        var own: EventSort?
        if call.operation.hasEvent { own = EventSort(eventOf: recorded, call.operation, calls) }
        switch call.operation {
        case .on: if let own { count(own) }
        case .handler:
            let handed = event(around: call, at: recorded.depth)
            count(EventSort(closure: recorded, call.operation, handed: handed))
        case .mark: count(EventSort(mark: recorded, call.operation, calls))
        default: break
        }
        note(call, own, at: Int(recorded.depth))
    }

    /// The counts of the segment that is over, by ascending numbers; the next one begins.
    mutating func finishSegment() -> [Count] {
        let result = present.sorted().map { (sort: $0, count: counts[Int($0)]) }
        for number in present { counts[Int(number)] = 0 }
        present.removeAll(keepingCapacity: true)
        return result
    }

    private mutating func count(_ sort: EventSort) {
        let number = number(of: sort)
        if counts[number] == 0 { present.append(UInt32(number)) }
        counts[number] += 1
    }

    private mutating func number(of sort: EventSort) -> Int {
        if let known = numbers[sort] { return known }
        var sort = sort
        if sorts.count >= limit, sort.value != .none {
            sort.value = .any
            if let known = numbers[sort] { return known }
        }
        numbers[sort] = sorts.count
        sorts.append(sort)
        counts.append(0)
        return sorts.count - 1
    }

    /// What the call was handed in which another was made.
    private func event(around call: AssembledCall, at depth: Int32) -> EventSort? {
        guard let parent = call.parent, open.indices.contains(call.thread) else { return nil }
        var place = min(Int(depth), open[call.thread].count) - 1
        while place >= 0 {
            if open[call.thread][place].id == parent { return open[call.thread][place].sort }
            place -= 1
        }
        return nil
    }

    private mutating func note(_ call: AssembledCall, _ sort: EventSort?, at depth: Int) {
        while open.count <= call.thread { open.append([]) }
        while open[call.thread].count <= depth { open[call.thread].append((0, nil)) }
        open[call.thread][depth] = (call.id, sort)
    }
}
