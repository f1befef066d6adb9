/// Turns the numbers of a recorded call into the words of a trace.
struct SymbolDecoder {
    private let tables: RecordingTables
    private let labels: [String]
    private let closures: [[String]]
    let hasValues: Bool
    /// The integer that was told last, and its text: an event has the same in each call of a chain.
    private var lastInteger: (number: UInt64, text: String) = (0, "0")

    init(_ about: RecordingAbout, _ tables: RecordingTables) {
        self.tables = tables
        labels = about.labels
        closures = about.closures
        hasValues = about.hasValues
    }

    func label(_ number: UInt8) -> String? {
        labels.indices.contains(Int(number)) ? labels[Int(number)] : nil
    }

    /// The kinds of the closures with these labels.
    func closures(_ numbers: Set<UInt8>) -> Trace.Closures {
        var result: Trace.Closures = [:]
        for number in numbers where closures.indices.contains(Int(number)) {
            result[label(number)] = Set(closures[Int(number)].compactMap { JSONNames.closureKindByName[$0] })
        }
        return result
    }

    /// The type that received the call where that is not its node's.
    func receiver(of call: RecordedCall, _ assembled: AssembledCall) -> String? {
        if assembled.type >= 0 { return tables.simpleType(assembled.type) }
        let isByAnyObserver = assembled.operation == .on && call.detail & RecordedEventForm.byAnyObserver != 0
        return isByAnyObserver ? "AnyObserver" : nil
    }

    mutating func event(
        of call: RecordedCall, _ operation: Trace.Operation, _ calls: borrowing RecordedCalls
    ) -> Trace.Event? {
        guard operation.hasEvent else { return nil }
        let value = hasValues ? value(of: call, calls) : nil
        switch RecordedEventForm.kind(of: call.detail) {
        case RecordedEventForm.next: return Trace.Event(.next, value: value)
        case RecordedEventForm.error: return Trace.Event(.error, value: value)
        case RecordedEventForm.completed: return Trace.Event(.completed)
        default: return nil
        }
    }

    /// The attached text of a call that has one.
    func text(of call: RecordedCall, _ calls: borrowing RecordedCalls) -> String {
        // An empty text takes no room.
        guard call.attachment >= 0, let text = calls.attachments[Int(call.attachment)].text else { return "" }
        return calls.text(text)
    }

    private mutating func value(of call: RecordedCall, _ calls: borrowing RecordedCalls) -> String? {
        switch RecordedEventForm(detail: call.detail) {
        case .signed:
            if lastInteger.number != call.value {
                lastInteger = (call.value, Self.text(of: call.value, .signed) ?? "")
            }
            return lastInteger.text
        case .text: return text(of: call, calls)
        case let form: return Self.text(of: call.value, form)
        }
    }

    /// A number as the text of a value; nil where it is none.
    static func text(of number: UInt64, _ form: RecordedEventForm?) -> String? {
        switch form {
        case .signed: String(Int64(bitPattern: number))
        case .unsigned: String(number)
        case .double: String(Double(bitPattern: number))
        case .boolean: String(number != 0)
        case .text, .some(.none), nil: nil
        }
    }
}
