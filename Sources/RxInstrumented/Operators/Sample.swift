extension ObservableType {
    /// Passes on the latest element each time `sampler` sends one, if there is a new element since the last time.
    ///
    /// ```swift
    /// let position = PublishSubject<Int>()
    /// let tick = PublishSubject<Void>()
    /// _ = position.sample(tick).subscribe(onNext: { print($0) })
    /// position.onNext(1)
    /// position.onNext(2)
    /// tick.onNext(())  // 2
    /// tick.onNext(())  // nothing
    /// ```
    ///
    /// Once the source has completed, the next element of `sampler`, or its completion, completes the sequence.
    ///
    /// `defaultValue` is passed on if there is no new element.
    @inlinable
    public func sample(_ sampler: some ObservableType, defaultValue: Element? = nil) -> Observable<Element> {
        Sample(source: asObservable(), sampler: sampler.asObservable(), defaultValue: defaultValue)
    }
}

@usableFromInline
final class Sample<Element, SampleType>: Producer<Element> {
    override var traceBehaviors: Trace.Behaviors { [.drops, .buffers, .selects] }
    override var isKeptBySubscription: Bool { true }

    @inlinable init(source: Observable<Element>, sampler: Observable<SampleType>, defaultValue: Element?) {
        super.init { _, downstream, cancel in
            let sink = SampleSequenceSink<Element, SampleType>(
                defaultValue: defaultValue, downstream: downstream, cancel: cancel)
            return (sink, sink.run { sink.start(source, sampler) })
        }
    }
}

/// Observes the source.
@usableFromInline
final class SampleSequenceSink<Element, SampleType>: Sink<Element>, InnerObserver {
    @usableFromInline let defaultValue: Element?
    @usableFromInline let sourceSubscription = SingleAssignmentDisposable()
    @usableFromInline let gate = DeliveryGate()
    // In the gate.
    @usableFromInline var latest: ElementWithOrigin<Element>?
    @usableFromInline var isAtEnd = false

    @inlinable init(defaultValue: Element?, downstream: Edge<Element>, cancel: SinkDisposer) {
        self.defaultValue = defaultValue
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable
    func start(_ source: Observable<Element>, _ sampler: Observable<SampleType>) -> DisposableObject? {
        sourceSubscription.set(source.subscribe(inner: self, begins: false))
        return BinaryDisposable(sourceSubscription, sampler.subscribe(inner: SamplerSink(parent: self)))
    }

    @inlinable func on(_ event: Event<Element>) {
        switch event {
        case .next(let element):
            let replaced = gate.pass { exchange(&latest, with: ElementWithOrigin(element)) }
            withExtendedLifetime(replaced) {}
        case .error:
            finish(event, in: gate)
        case .completed:
            gate.pass { isAtEnd = true }
            sourceSubscription.dispose()
        }
    }

    /// Passes on the latest element, and completes if the source has completed.
    @inlinable func sample() {
        var sampled: ElementWithOrigin<Element>?
        finish(.completed, in: gate) {
            sampled = exchange(&latest, with: nil)
            if let sampled {
                forwardOn(next: sampled)
            } else if let defaultValue {
                forwardOn(.next(defaultValue))
            }
            return isAtEnd
        }
        withExtendedLifetime(sampled) {}
    }
}

/// Observes the sampler.
@usableFromInline
final class SamplerSink<Output, SampleType>: PartObserver, InnerObserver {
    override var traceOwner: TraceOwner { parent.asOwner }

    @usableFromInline typealias Element = SampleType

    @usableFromInline let parent: SampleSequenceSink<Output, SampleType>

    @inlinable init(parent: SampleSequenceSink<Output, SampleType>) {
        self.parent = parent
        super.init()
    }

    @inlinable func on(_ event: Event<SampleType>) {
        switch event {
        case .next, .completed: parent.sample()
        case .error(let error): parent.finish(.error(error), in: parent.gate)
        }
    }
}
