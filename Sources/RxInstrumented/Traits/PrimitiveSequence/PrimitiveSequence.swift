/// An observable sequence whose `Trait` says how many elements it has: a ``Single``, a ``Maybe`` or a ``Completable``.
///
/// ```swift
/// let name: Single<String> = .just("Rx")  // PrimitiveSequence<SingleTrait, String>
/// ```
public struct PrimitiveSequence<Trait, Element> {
    @usableFromInline let source: Observable<Element>

    /// - Parameter raw: a sequence that keeps its trait's promises.
    @inlinable init(raw: Observable<Element>) {
        source = raw
    }
}

/// The protocol that operators of sequences with a trait are written for.
public protocol PrimitiveSequenceType {
    /// How many elements there are: ``SingleTrait``, ``MaybeTrait`` or ``CompletableTrait``.
    associatedtype Trait
    /// The type of the sequence's element.
    associatedtype Element

    /// The sequence as a ``PrimitiveSequence``.
    var primitiveSequence: PrimitiveSequence<Trait, Element> { get }
}

extension PrimitiveSequence: PrimitiveSequenceType {
    /// The sequence itself.
    @inlinable public var primitiveSequence: PrimitiveSequence<Trait, Element> { self }
}

extension PrimitiveSequence: ObservableConvertibleType {
    /// The sequence without its trait's promises.
    @inlinable public func asObservable() -> Observable<Element> { source }
}

/// A trait of sequences that may have an element, one at most: ``Single`` and ``Maybe`` share it.
public protocol OneElementTrait {}

extension PrimitiveSequenceType {
    @inlinable var source: Observable<Element> { primitiveSequence.source }
}

extension PrimitiveSequence {
    /// As that of any observable; the result is still a ``Single``, a ``Maybe`` or a ``Completable``.
    ///
    /// ```swift
    /// let user: Single<User> = load(id).traced("user")
    /// ```
    @discardableResult
    public func traced(_ name: String) -> Self {
        source.traced(name)
        return self
    }
}
