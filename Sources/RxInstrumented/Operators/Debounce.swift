import Dispatch

extension ObservableType {
    /// Passes on an element once no other has followed it for `dueTime`.
    ///
    /// ```swift
    /// searchText.debounce(.milliseconds(300), scheduler: MainScheduler.instance).subscribe(onNext: search)
    /// ```
    ///
    /// When the source completes, a waiting element is passed on at once. When the source fails, it is dropped.
    ///
    /// `scheduler` delivers the elements.
    @inlinable
    public func debounce(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        Debounce(source: asObservable(), dueTime: dueTime, scheduler: scheduler)
    }
}

@usableFromInline
final class Debounce<Element>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [.drops, .buffers, .selects] }
    override var isKeptBySubscription: Bool { true }

    @inlinable init(source: Observable<Element>, dueTime: RxTimeInterval, scheduler: any SchedulerType) {
        super.init { _, downstream, cancel in
            let sink = DebounceSink(dueTime: dueTime, scheduler: scheduler, downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(source) })
        }
    }
}

@usableFromInline
final class DebounceSink<Element>: Sink<Element>, InnerObserver {
    @usableFromInline let dueTime: RxTimeInterval
    @usableFromInline let scheduler: any SchedulerType
    @usableFromInline let cancellable = SerialDisposable()
    @usableFromInline let gate = DeliveryGate()
    // In the gate.
    @usableFromInline var id: UInt64 = 0
    @usableFromInline var value: ElementWithOrigin<Element>?

    @inlinable
    init(dueTime: RxTimeInterval, scheduler: any SchedulerType, downstream: Edge<Element>, cancel: SinkDisposer) {
        self.dueTime = dueTime
        self.scheduler = scheduler
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable func start(_ source: Observable<Element>) -> DisposableObject? {
        BinaryDisposable(source.subscribe(inner: self, begins: false), cancellable)
    }

    @inlinable func on(_ event: Event<Element>) {
        switch event {
        case .next(let element):
            let replaced = gate.pass { wait(with: element) }
            withExtendedLifetime(replaced) {}
        case .error:
            var dropped: ElementWithOrigin<Element>?
            finish(event, in: gate) {
                dropped = exchange(&value, with: nil)
                return true
            }
            withExtendedLifetime(dropped) {}
        case .completed:
            var sent: ElementWithOrigin<Element>?
            finish(event, in: gate) {
                sent = sendValue()
                return true
            }
            withExtendedLifetime(sent) {}
        }
    }

    /// Returns the replaced element, for the caller to release outside of the gate.
    @inlinable func wait(with element: Element) -> ElementWithOrigin<Element>? {
        id &+= 1
        let replaced = exchange(&value, with: ElementWithOrigin(element))
        let timer = SingleAssignmentDisposable()
        cancellable.set(timer)
        let scheduled = scheduler.scheduleRelative(id, dueTime: dueTime) { id in
            let sent = self.gate.pass {
                // A timer that was cancelled too late sends nothing.
                id == self.id ? self.sendValue() : nil
            }
            withExtendedLifetime(sent) {}
            return Disposables.create()
        }
        timer.set(scheduled._object)
        return replaced
    }

    /// Passes on the waiting element, and returns it, for the caller to release outside of the gate.
    @inlinable func sendValue() -> ElementWithOrigin<Element>? {
        let value = exchange(&value, with: nil)
        if let value { forwardOn(next: value) }
        return value
    }
}
