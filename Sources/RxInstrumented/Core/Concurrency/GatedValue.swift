import Synchronization

/// A value that is used in one ``DeliveryGate`` only, which is why no access to it is checked for exclusivity: the check
/// would cost each event as much as all else that is done with the value.
@usableFromInline
struct GatedValue<Value>: ~Copyable {
    @usableFromInline let cell: _Cell<Value>

    @inlinable init(_ value: consuming Value) {
        cell = _Cell(value)
    }

    @inlinable @inline(__always)
    var value: Value {
        get { cell._address.pointee }
        nonmutating _modify { yield &cell._address.pointee }
    }
}
