import CRxTraceBuffer
import RxTraceKit

/// A call that is about to be recorded. Small, so that it is passed in registers.
@usableFromInline
struct CallToOpen {
    @usableFromInline let operation: Trace.Operation
    @usableFromInline let node: UInt32
    /// The event's kind and form, the handler's label, or the subscribe's flags.
    @usableFromInline var detail: UInt8
    @usableFromInline var value: UInt64
    /// The metadata of the type that received the call. nil if that is the node's type.
    @usableFromInline let receiver: UnsafeRawPointer?
    /// Whether the user's code may have sent the event: its place in the source is then recorded.
    @usableFromInline let isSend: Bool

    @inlinable @inline(__always)
    init(
        _ operation: Trace.Operation, _ node: UInt32, detail: UInt8 = 0, value: UInt64 = 0, receiver: Any.Type? = nil,
        isSend: Bool = false
    ) {
        self.operation = operation
        self.node = node
        self.detail = detail
        self.value = value
        self.receiver = receiver.map { unsafeBitCast($0, to: UnsafeRawPointer.self) }
        self.isSend = isSend
    }

    /// Opens the call. Returns its token, 0 if the call is not recorded.
    @inlinable @inline(__always)
    func open() -> UInt64 {
        if receiver == nil, !isSend { return rxtrace_open(operation.rawValue, node, detail, value) }
        return openWithDetails(nil, 0)
    }

    /// Opens the call, with `event` as its value.
    @inlinable @inline(__always)
    func open<Element>(with event: Event<Element>) -> UInt64 {
        switch event {
        case .next(let element):
            guard let (form, bits) = smallValue(element) else {
                return open(RecordedEventForm.next, describing: element)
            }
            return open(RecordedEventForm.next | form.bits, bits)
        case .error(let error): return open(RecordedEventForm.error, describing: error)
        case .completed: return open(RecordedEventForm.completed, 0)
        }
    }

    @inlinable @inline(__always)
    func open(_ form: UInt8, _ bits: UInt64) -> UInt64 {
        var call = self
        call.detail |= form
        call.value = bits
        return call.open()
    }

    @usableFromInline @inline(never)
    func open<Value>(_ kind: UInt8, describing value: Value) -> UInt64 {
        // The value of a call that is left out need not be described.
        guard rxtrace_takes_value(node) else { return open(kind, 0) }
        var call = self
        call.detail |= kind | RecordedEventForm.text.bits
        if let known = SharedDescription.find(value) { return call.openWithDetails(known.text, known.count) }
        guard var kept = RecordedText.of(value) else { return open(kind, 0) }
        let isCut = kept.isCut
        return kept.text.withUTF8 {
            let opened = call.openWithDetails($0.baseAddress, $0.count)
            SharedDescription.share(value, $0, isCut: isCut, by: opened)
            return opened
        }
    }

    /// - Parameter text: the description of the event's value, if it is kept as text.
    @usableFromInline @inline(never)
    func openWithDetails(_ text: UnsafePointer<UInt8>?, _ count: Int) -> UInt64 {
        var details = rxtrace_details()
        details.type = receiver
        details.text = text
        details.text_count = count
        return isSend && RecordedSites.areKept.load(ordering: .relaxed)
            ? rxtrace_open_send(operation.rawValue, node, detail, value, details)
            : rxtrace_open_with(operation.rawValue, node, detail, value, details)
    }
}
