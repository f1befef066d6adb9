import RxTraceKit

/// Observes for the library's own code: the closure says itself which closures of the user's it runs, and is given the
/// node that holds them.
///
/// A trace shows it as the ``AnonymousObserver`` that it is to readers of RxSwift.
@usableFromInline
final class ClosureObserver<Element>: ObserverBase<Element>, ObserverType {
    @usableFromInline typealias Receive = (_ event: Event<Element>, _ node: ClosureObserver<Element>) -> Void

    /// Whether only the first event counts: that of a trait, whose `completed` after its element says nothing new.
    @usableFromInline let takesFirstOnly: Bool
    @usableFromInline let receive: Receive

    @inlinable init(takesFirstOnly: Bool = false, _ receive: @escaping Receive) {
        self.takesFirstOnly = takesFirstOnly
        self.receive = receive
        super.init()
    }

    @usableFromInline override var traceType: Any.Type { AnonymousObserver<Element>.self }

    @inlinable func on(_ event: Event<Element>) {
        on(event) { event in
            // An observer is not disposed of, so the flag is free to tell that the first event has come.
            if !takesFirstOnly || disposed.set() { receive(event, self) }
        }
    }

    /// Runs a closure of the user's, on behalf of this observer.
    @inlinable func handle(_ label: HandlerLabel, _ body: () -> Void) {
        recordedHandler(label, self, body)
    }
}
