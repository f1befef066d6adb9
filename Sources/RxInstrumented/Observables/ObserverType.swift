import RxTraceKit

/// A type that receives events.
public protocol ObserverType<Element> {
    /// The type of the elements that the observer receives.
    associatedtype Element

    /// Receives an event of a sequence.
    func on(_ event: Event<Element>)
}

extension ObserverType {
    /// Sends an element: `on(.next(element))`.
    @inlinable public func onNext(_ element: Element) {
        on(.next(element))
    }

    /// Ends the sequence: `on(.completed)`.
    @inlinable public func onCompleted() {
        on(.completed)
    }

    /// Fails the sequence: `on(.error(error))`.
    @inlinable public func onError(_ error: any Error) {
        on(.error(error))
    }
}

/// The base of observers that drop events after the first `error` or `completed`, and once disposed.
@usableFromInline
class ObserverBase<Element>: StoppableObject {

    @inlinable override init() { super.init() }

    @usableFromInline override var traceRole: Trace.Role { .observer }

    /// Records `on` and, unless the observer has stopped, passes the event to `core`, recorded as `onCore`.
    @inlinable @inline(__always)
    final func on(_ event: Event<Element>, core: (Event<Element>) -> Void) {
        recorded(.on, self, event) {
            switch event {
            case .next:
                if !stopped.isSet { recorded(.onCore, self, event) { core(event) } }
            case .error, .completed:
                if stopped.set() { recorded(.onCore, self, event) { core(event) } }
            }
        }
    }

    @usableFromInline final override func dispose() {
        recorded(.dispose, self) {
            stopped.raise()
            didDispose()
        }
    }

    /// Called by `dispose()`, to dispose what a subclass holds.
    @usableFromInline func didDispose() {}
}

/// The base of sinks that stop as an ``ObserverBase`` does, and that pass on events without `forwardOn`.
@usableFromInline
class ObserverSink<Element>: ObserverBase<Element> {
    @usableFromInline final let downstream: Edge<Element>
    @usableFromInline final let cancel: SinkDisposer

    @inlinable init(downstream: Edge<Element>, cancel: SinkDisposer) {
        self.downstream = downstream
        self.cancel = cancel
        super.init()
    }

    @usableFromInline override var traceRole: Trace.Role { .sink }
    @usableFromInline override var traceOwner: TraceOwner { cancel.observable }

    /// Records, as `run`, that the sink delivers events in work that it has scheduled.
    @inlinable @inline(__always)
    final func run(_ body: () -> Void) {
        recorded(.run, self, body)
    }

    @usableFromInline override func didDispose() {
        cancel.dispose()
    }
}
