import CRxTraceBuffer
import RxTraceKit

/// The observer behind the user's `subscribe`, which calls the user's closures.
@usableFromInline
final class AnonymousObserver<Element>: ObserverBase<Element>, ObserverType {
    /// The label of each closure. nil for a closure that is not the user's, or that records itself.
    @usableFromInline typealias Labels = (onNext: HandlerLabel?, onError: HandlerLabel?, onCompleted: HandlerLabel?)

    @usableFromInline let labels: Labels
    @usableFromInline let onNext: (Element) -> Void
    @usableFromInline let onError: ((any Error) -> Void)?
    @usableFromInline let onCompleted: (() -> Void)?
    /// The disposable that is disposed after the terminal event.
    @usableFromInline let end: AnonymousDisposable?

    @inlinable
    init(
        labels: Labels, onNext: @escaping (Element) -> Void, onError: ((any Error) -> Void)?,
        onCompleted: (() -> Void)?, end: AnonymousDisposable?
    ) {
        self.labels = labels
        self.onNext = onNext
        self.onError = onError
        self.onCompleted = onCompleted
        self.end = end
        super.init()
    }

    @inlinable @inline(__always)
    func on(_ event: Event<Element>) {
        guard case .next(let element) = event else { return on(event, core: stop) }
        entersForeignCode("on of AnonymousObserver")
        let isRecording = rxtrace_is_on()
        let call = isRecording ? openCall(.on, self, event) : 0
        if !stopped.isSet {
            if isRecording {
                deliverRecorded(element, event)
            } else {
                onNext(element)
            }
        }
        // Keeps the event alive until the call is closed: see SharedDescription.
        if call != 0 { rxtrace_close_next(call) }
        withExtendedLifetime(event) {}
    }

    // Only the closure takes time, not what lies between `on`, `onCore` and the closure. So the clock is read once
    // before the closure and once after.
    @inlinable @inline(never)
    func deliverRecorded(_ element: Element, _ event: Event<Element>) {
        let core = openNextCall(.onCore, self, event)
        if let label = labels.onNext {
            let handler = openNextHandler(label, self)
            onNext(element)
            if handler != 0 { rxtrace_close(handler) }
        } else {
            onNext(element)
        }
        if core != 0 { rxtrace_close_next(core) }
        withExtendedLifetime(event) {}
    }

    @usableFromInline func stop(_ event: Event<Element>) {
        switch event {
        case .next:
            return
        case .error(let error):
            if let onError {
                if let label = labels.onError {
                    recordedHandler(label, self) { onError(error) }
                } else {
                    onError(error)
                }
            } else {
                Hooks.defaultErrorHandler([], error)
            }
        case .completed:
            if let onCompleted {
                if let label = labels.onCompleted {
                    recordedHandler(label, self, onCompleted)
                } else {
                    onCompleted()
                }
            }
        }
        end?.dispose()
    }
}
