/// An element or an event that is kept for later, and its origin: the call that handed it in.
///
/// To be made where the element comes in, outside of locks. ``attributeNextCall(to:_:)`` takes the element out again:
///
/// ```swift
/// latest = ElementWithOrigin(element)
/// // later, on whichever thread
/// if let latest { forwardOn(next: latest) }
/// ```
///
/// The origin takes one word. While no recording runs, making the value costs one load.
@usableFromInline
package struct ElementWithOrigin<Value> {
    @usableFromInline package let value: Value
    @usableFromInline package let origin: KeptOrigin

    /// Keeps a value that was handed to the calling thread.
    @inlinable @inline(__always)
    package init(_ value: Value) {
        self.init(value, from: .kept())
    }

    @inlinable @inline(__always)
    package init(_ value: Value, from origin: KeptOrigin) {
        self.value = value
        self.origin = origin
    }

    /// Runs `body`, whose first call hands the value, or a value made of it, to `node`.
    @inlinable @inline(__always)
    package func attributeNextCall<Result>(to node: TracedObject, _ body: (Value) throws -> Result) rethrows -> Result {
        origin.attributeNextCall(to: .passUnretained(node))
        return try body(value)
    }

    /// Another value with the same origin.
    @inlinable @inline(__always)
    package func map<Other>(_ transform: (Value) throws -> Other) rethrows -> ElementWithOrigin<Other> {
        ElementWithOrigin<Other>(try transform(value), from: origin)
    }
}
