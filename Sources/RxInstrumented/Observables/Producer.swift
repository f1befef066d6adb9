import CRxTraceBuffer
import RxTraceKit

/// An observable that makes a sink for each subscription.
///
/// A closure makes the sink. It is created in the operator's inlinable initialiser, where the element types are known.
/// An overridden method, and all that it makes, would be unspecialised.
///
/// A subscription that is not made in work of ``CurrentThreadScheduler`` enters the scheduler first, so that work which
/// the chain schedules there while it subscribes runs after the whole chain has subscribed.
@usableFromInline
package class Producer<Element>: Observable<Element> {
    /// A subscription's sink, and the sink's subscription to the source.
    @usableFromInline typealias Parts = (sink: DisposableObject?, subscription: DisposableObject?)
    /// - Parameter producer: the producer itself. A closure that takes all it needs from there captures nothing, and so
    ///   needs no allocation.
    @usableFromInline typealias Build = (
        _ producer: Producer<Element>, _ downstream: __owned Edge<Element>, _ cancel: SinkDisposer
    ) -> Parts

    @usableFromInline final let build: Build

    @inlinable init(_ build: @escaping Build) {
        self.build = build
        super.init()
    }

    /// Whether a subscription retains this observable and, through it, its sources: their closures, and the subjects
    /// they begin with. As in RxSwift, where the sinks of some operators hold the observable, and others only its
    /// closure.
    @usableFromInline var isKeptBySubscription: Bool { false }

    @usableFromInline final override func subscribeCore(_ edge: __owned Edge<Element>) -> DisposableObject? {
        CurrentThreadScheduler.isScheduleRequired ? enter(edge) : run(edge)
    }

    private final func enter(_ edge: Edge<Element>) -> DisposableObject? {
        CurrentThreadScheduler.instance.enter { run(edge) }
    }

    private final func run(_ edge: consuming Edge<Element>) -> DisposableObject {
        let disposer = SinkDisposer(observable: asOwner)
        // As `recorded(.run, self) { … }`, whose closure would retain the edge longer than necessary.
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
