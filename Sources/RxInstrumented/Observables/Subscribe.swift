import CRxTraceBuffer
import RxTraceKit

extension ObservableType {
    /// Subscribes a handler for all events.
    ///
    /// ```swift
    /// Observable.of(1, 2).subscribe { event in print(event) }  // next(1) next(2) completed
    /// ```
    ///
    /// - Returns: a disposable that ends the subscription.
    @inlinable
    public func subscribe(_ on: @escaping (Event<Element>) -> Void) -> any Disposable {
        let observer = AnonymousObserver<Element>.handling(on)
        return asObservable().subscribeByUser(observer, as: receiver).asDisposable
    }

    /// Subscribes handlers for elements, an error, the completion and the end of the subscription.
    ///
    /// Without `onError`, an error goes to ``Hooks/defaultErrorHandler``. `onDisposed` runs once, however the
    /// subscription ends.
    ///
    /// ```swift
    /// let subscription = Observable.of(1, 2).subscribe(onNext: { print($0) }, onDisposed: { print("disposed") })
    /// // 1 2 disposed
    /// ```
    ///
    /// - Returns: a disposable that ends the subscription.
    @inlinable
    public func subscribe(
        onNext: ((Element) -> Void)? = nil, onError: ((any Error) -> Void)? = nil, onCompleted: (() -> Void)? = nil,
        onDisposed: (() -> Void)? = nil
    ) -> any Disposable {
        let observable = asObservable()
        let end: AnonymousDisposable?
        if let onDisposed { end = AnonymousDisposable(.onDisposed, onDisposed) } else { end = nil }
        let observer = AnonymousObserver<Element>.handling(
            onNext: onNext, onError: onError, onCompleted: onCompleted, end: end)
        let target = Unmanaged<TracedObject>.passUnretained(observer)
        return recordedSubscribe(observable, as: receiver, observer: target, begins: true, byUser: true) {
            BinaryDisposable(observable.subscribe(Edge(observer)), end)
        }.asDisposable
    }
}

extension ObservableType {
    /// The type that the user subscribes to. nil for an ``Observable``, which a trace knows itself.
    @inlinable var receiver: Any.Type? {
        self is Observable<Element> ? nil : type(of: self)
    }
}

extension Observable {
    @inlinable
    final func subscribeByUser(
        _ observer: AnonymousObserver<Element>, as receiver: @autoclosure () -> Any.Type?
    ) -> DisposableObject? {
        recordedSubscribe(
            self, as: receiver(), observer: Unmanaged.passUnretained(observer), begins: true, byUser: true
        ) {
            subscribe(Edge(observer))
        }
    }
}

extension AnonymousObserver {
    @inlinable
    static func handling(_ on: @escaping (Event<Element>) -> Void) -> AnonymousObserver {
        AnonymousObserver(
            labels: (.onEvent, .onEvent, .onEvent), onNext: { on(.next($0)) }, onError: { on(.error($0)) },
            onCompleted: { on(.completed) }, end: nil)
    }

    @inlinable
    static func handling(
        onNext: ((Element) -> Void)?, onError: ((any Error) -> Void)?, onCompleted: (() -> Void)?,
        end: AnonymousDisposable?
    ) -> AnonymousObserver {
        var onError = onError
        var labels: Labels = (nil, .onError, .onCompleted)
        if onError == nil {
            labels.onError = nil
            if Hooks.recordCallStackOnError {
                let callStack = Hooks.customCaptureSubscriptionCallstack()
                if !callStack.isEmpty { onError = { error in Hooks.defaultErrorHandler(callStack, error) } }
            }
        }
        // Not `onNext ?? …`, which would wrap the closure in two more.
        guard let onNext else {
            return AnonymousObserver(
                labels: labels, onNext: { _ in }, onError: onError, onCompleted: onCompleted, end: end)
        }
        labels.onNext = .onNext
        return AnonymousObserver(labels: labels, onNext: onNext, onError: onError, onCompleted: onCompleted, end: end)
    }
}
