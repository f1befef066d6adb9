// The yardstick every table is scaled by: 8 map stages, each stage's observer an overridden method of a generic class that
// is handed an event, nothing of it inlinable from the benchmark's module.

public enum YardstickEvent<Element> {
    case next(Element)
    case error(any Error)
    case completed
}

/// Takes events.
open class YardstickObserver<Element> {
    public init() {}

    open func on(_ event: YardstickEvent<Element>) {}
}

/// Transforms elements on their way.
final class YardstickMap<Element, Result>: YardstickObserver<Element> {
    private let transform: (Element) throws -> Result
    private let next: YardstickObserver<Result>

    init(_ transform: @escaping (Element) throws -> Result, next: YardstickObserver<Result>) {
        self.transform = transform
        self.next = next
        super.init()
    }

    override func on(_ event: YardstickEvent<Element>) {
        switch event {
        case .next(let element):
            do {
                next.on(.next(try transform(element)))
            } catch {
                next.on(.error(error))
            }
        case .error(let error):
            next.on(.error(error))
        case .completed:
            next.on(.completed)
        }
    }
}

/// A stage that transforms each element and hands it to `next`.
@inline(never)
public func yardstickMap<Element, Result>(
    _ transform: @escaping (Element) throws -> Result, next: YardstickObserver<Result>
) -> YardstickObserver<Element> {
    YardstickMap(transform, next: next)
}
