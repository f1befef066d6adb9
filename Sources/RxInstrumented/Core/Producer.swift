import RxTraceKit

/// An observable that builds a sink for each subscription.
///
/// The building is a closure made in the operator's inlinable initialiser, where the element types are known: an
/// overridden method would run unspecialised code, and everything it makes would with it.
///
/// A subscription made while no work runs on this thread's ``CurrentThreadScheduler`` enters it first, so that work
/// that the chain schedules there while it is being set up runs after the whole chain stands.
@usableFromInline
class Producer<Element>: Observable<Element> {
    /// The sink of a subscription, and its subscription to the source above it.
    @usableFromInline typealias Parts = (sink: DisposableObject?, subscription: DisposableObject?)
    /// - Parameter producer: the producer itself. A closure that finds all it needs there captures nothing, and takes no
    ///   memory of its own.
    @usableFromInline typealias Build = (
        _ producer: Producer<Element>, _ downstream: Edge<Element>, _ cancel: SinkDisposer
    ) -> Parts

    @usableFromInline final let build: Build

    @inlinable init(_ build: @escaping Build) {
        self.build = build
        super.init()
    }

    @usableFromInline final override func subscribeCore(_ edge: Edge<Element>) -> DisposableObject? {
        CurrentThreadScheduler.instance.enter {
            let disposer = SinkDisposer(of: self)
            let (sink, subscription) = recorded(.run, self) { build(self, edge, disposer) }
            disposer.setSinkAndSubscription(sink: consume sink, subscription: consume subscription)
            return disposer
        }
    }
}
