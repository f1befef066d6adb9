import CRxTraceBuffer
import RxTraceKit

/// An observable that builds a sink for each subscription.
///
/// The building is a closure made in the operator's inlinable initialiser, where the element types are known: an
/// overridden method would run unspecialised code, and everything it makes would with it.
///
/// A subscription made while no work runs on this thread's ``CurrentThreadScheduler`` enters it first, so that work
/// that the chain schedules there while it is being set up runs after the whole chain stands.
@usableFromInline
package class Producer<Element>: Observable<Element> {
    /// The sink of a subscription, and its subscription to the source above it.
    @usableFromInline typealias Parts = (sink: DisposableObject?, subscription: DisposableObject?)
    /// - Parameter producer: the producer itself. A closure that finds all it needs there captures nothing, and takes no
    ///   memory of its own.
    @usableFromInline typealias Build = (
        _ producer: Producer<Element>, _ downstream: __owned Edge<Element>, _ cancel: SinkDisposer
    ) -> Parts

    @usableFromInline final let build: Build

    @inlinable init(_ build: @escaping Build) {
        self.build = build
        super.init()
    }

    /// Whether a subscription keeps this observable and, with it, all above: their closures, and the subjects at the top.
    ///
    /// As in RxSwift, where the sinks of some operators hold the observable, and those of others only its closure.
    @usableFromInline var isKeptBySubscription: Bool { false }

    @usableFromInline final override func subscribeCore(_ edge: __owned Edge<Element>) -> DisposableObject? {
        CurrentThreadScheduler.isScheduleRequired ? enter(edge) : run(edge)
    }

    private final func enter(_ edge: Edge<Element>) -> DisposableObject? {
        CurrentThreadScheduler.instance.enter { run(edge) }
    }

    private final func run(_ edge: consuming Edge<Element>) -> DisposableObject {
        let disposer = SinkDisposer(observable: asOwner)
        // As `recorded(.run, self) { … }`, whose closure would keep the edge for longer than it takes to hand it on.
        entersForeignCode("run of \(type(of: self))")
        let call = rxtrace_is_on() ? openCall(.run, self) : 0
        var (sink, subscription) = build(self, consume edge, disposer)
        if isKeptBySubscription, let source = subscription.take() {
            subscription = KeepingSubscription(source, of: self)
        }
        if call != 0 { rxtrace_close(call) }
        disposer.setSinkAndSubscription(sink: consume sink, subscription: consume subscription)
        return disposer
    }
}
