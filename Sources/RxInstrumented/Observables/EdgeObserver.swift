/// An edge as an observer, for sources of types the library does not know.
@usableFromInline
final class EdgeObserver<Element>: PartObserver, ObserverType {
    @usableFromInline let edge: Edge<Element>

    @inlinable init(_ edge: Edge<Element>) {
        self.edge = edge
        super.init()
    }

    @inlinable func on(_ event: Event<Element>) {
        edge.send(event)
    }
}
