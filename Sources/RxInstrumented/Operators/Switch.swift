extension ObservableType {
    /// Turns each element into an observable and passes on the events of the latest one only.
    ///
    /// ```swift
    /// query.flatMapLatest { search($0) }.subscribe(onNext: show)
    /// ```
    ///
    /// - Parameter selector: an error it throws ends the sequence.
    @inlinable
    public func flatMapLatest<Source: ObservableConvertibleType>(
        _ selector: @escaping (Element) throws -> Source
    ) -> Observable<Source.Element> {
        FlatMapLatest(source: asObservable(), selector: selector)
    }
}

extension ObservableType where Element: ObservableConvertibleType {
    /// Passes on the events of the latest inner observable only.
    @inlinable
    public func switchLatest() -> Observable<Element.Element> {
        Switch(source: asObservable())
    }
}

@usableFromInline
final class FlatMapLatest<SourceElement, Source: ObservableConvertibleType>: Producer<Source.Element> {
    override var traceBehaviors: Trace.Behaviors { [.switches] }

    @inlinable init(source: Observable<SourceElement>, selector: @escaping (SourceElement) throws -> Source) {
        super.init { _, downstream, cancel in
            let sink = MapSwitchSink(selector: selector, downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(source) })
        }
    }
}

@usableFromInline
final class Switch<Source: ObservableConvertibleType>: Producer<Source.Element> {
    override var traceBehaviors: Trace.Behaviors { [.switches] }

    @inlinable init(source: Observable<Source>) {
        super.init { _, downstream, cancel in
            let sink = SwitchIdentitySink<Source>(downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(source) })
        }
    }
}

@usableFromInline
final class MapSwitchSink<SourceElement, Source: ObservableConvertibleType>:
    SwitchSink<SourceElement, Source>, InnerObserver
{
    @usableFromInline typealias Element = SourceElement

    @usableFromInline let selector: (SourceElement) throws -> Source

    @inlinable init(
        selector: @escaping (SourceElement) throws -> Source, downstream: Edge<Source.Element>, cancel: SinkDisposer
    ) {
        self.selector = selector
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func start(_ source: Observable<SourceElement>) -> DisposableObject? {
        keep(source.subscribe(inner: self, begins: false))
    }

    @inlinable func on(_ event: Event<SourceElement>) {
        on(event) { element in try handle(.selector) { try selector(element) } }
    }
}

@usableFromInline
final class SwitchIdentitySink<Source: ObservableConvertibleType>: SwitchSink<Source, Source>, InnerObserver {
    @usableFromInline typealias Element = Source

    @inlinable override init(downstream: Edge<Source.Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func start(_ source: Observable<Source>) -> DisposableObject? {
        keep(source.subscribe(inner: self, begins: false))
    }

    @inlinable func on(_ event: Event<Source>) {
        on(event) { $0 }
    }
}

/// Subscribes to the latest inner observable and passes on its events.
@usableFromInline
class SwitchSink<SourceElement, Source: ObservableConvertibleType>: Sink<Source.Element> {
    @usableFromInline final let subscriptions = SingleAssignmentDisposable()
    @usableFromInline final let inner = SerialDisposable()
    @usableFromInline final let gate = DeliveryGate()
    @usableFromInline final let progress = GatedState(SwitchProgress())

    @inlinable override init(downstream: Edge<Source.Element>, cancel: SinkDisposer) {
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable final func keep(_ subscription: DisposableObject?) -> DisposableObject {
        subscriptions.set(subscription)
        return BinaryDisposable(subscriptions, inner)
    }

    @inlinable @inline(__always)
    final func on(_ event: Event<SourceElement>, select: (SourceElement) throws -> Source) {
        switch event {
        case .next(let element):
            if let (source, observer, superseded) = begin(element, select: select) {
                superseded?.dispose()
                observer.disposable.set(source.subscribe(inner: observer))
            }
        case .error(let error):
            finish(.error(error), in: gate)
        case .completed:
            gate.pass { progress.step { $0.hasStopped = true } }
            subscriptions.dispose()
            finish(.completed, in: gate) { progress.step { !$0.hasLatest } }
        }
    }

    /// Makes an inner observable the latest one. The subscription is also replaced in the gate, so that of two elements
    /// from two threads the later one's subscription is kept.
    ///
    /// - Returns: the inner observable, its observer, and the former subscription, which is to be disposed first.
    @inlinable @inline(__always)
    final func begin(
        _ element: SourceElement, select: (SourceElement) throws -> Source
    ) -> (Observable<Source.Element>, SwitchSinkIter<SourceElement, Source>, DisposableObject?)? {
        do {
            return try gate.pass {
                let source = try select(element).asObservable()
                let observer = SwitchSinkIter(parent: self, number: progress.step { $0.begin() })
                return (source, observer, inner.exchange(observer.disposable))
            }
        } catch {
            finish(.error(error), in: gate)
            return nil
        }
    }

    /// Takes an event of an inner observable.
    // Not inlined, because a method does not retain `self`, but inlined code would retain the object it reads from a
    // property.
    @inlinable @inline(never)
    final func receive(_ event: Event<Source.Element>, from number: Int, _ disposable: SingleAssignmentDisposable) {
        switch event {
        case .next:
            gate.pass {
                if progress.step({ $0.latest == number }) { forwardOn(event) }
            }
        case .error:
            disposable.dispose()
            finish(event, in: gate) { progress.step { $0.latest == number } }
        case .completed:
            disposable.dispose()
            finish(.completed, in: gate) { progress.step { $0.end(number) } }
        }
    }
}

/// Observes one inner observable.
@usableFromInline
final class SwitchSinkIter<SourceElement, Source: ObservableConvertibleType>: PartObserver, InnerObserver {
    override var traceOwner: TraceOwner { parent.asOwner }

    @usableFromInline typealias Element = Source.Element

    @usableFromInline let parent: SwitchSink<SourceElement, Source>
    @usableFromInline let number: Int
    @usableFromInline let disposable = SingleAssignmentDisposable()

    @inlinable init(parent: SwitchSink<SourceElement, Source>, number: Int) {
        self.parent = parent
        self.number = number
        super.init()
    }

    @inlinable func on(_ event: Event<Element>) {
        parent.receive(event, from: number, disposable)
    }
}

/// Which inner observable is the latest, and whether more may come.
@usableFromInline
struct SwitchProgress {
    /// The number of the latest inner observable, counted from 1.
    @usableFromInline var latest = 0
    /// Whether the latest inner observable has not completed.
    @usableFromInline var hasLatest = false
    @usableFromInline var hasStopped = false

    @inlinable init() {}

    /// Makes another inner observable the latest one. Returns its number.
    @inlinable mutating func begin() -> Int {
        hasLatest = true
        latest &+= 1
        return latest
    }

    /// Notes that an inner observable has completed. Returns whether that ends the sequence.
    @inlinable mutating func end(_ number: Int) -> Bool {
        guard latest == number else { return false }
        hasLatest = false
        return hasStopped
    }
}
