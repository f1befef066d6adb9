// The yardstick every table is scaled by: 8 map stages, each stage's observer an overridden method of a generic class,
// nothing of it inlinable from the benchmark's module.

/// Takes elements.
open class YardstickObserver<Element> {
    public init() {}

    @inline(never)
    open func on(_ element: Element) {}
}

/// Transforms elements on their way.
final class YardstickMap<Element, Result>: YardstickObserver<Element> {
    private let transform: (Element) -> Result
    private let next: YardstickObserver<Result>

    init(_ transform: @escaping (Element) -> Result, next: YardstickObserver<Result>) {
        self.transform = transform
        self.next = next
        super.init()
    }

    @inline(never)
    override func on(_ element: Element) {
        next.on(transform(element))
    }
}

/// A stage that transforms each element and hands it to `next`.
@inline(never)
public func yardstickMap<Element, Result>(
    _ transform: @escaping (Element) -> Result, next: YardstickObserver<Result>
) -> YardstickObserver<Element> {
    YardstickMap(transform, next: next)
}
