@usableFromInline
enum TailRecursiveSinkCommand {
    /// Subscribes to the next source.
    case moveNext
    /// Releases the sources.
    case dispose
}

/// The base of sinks that subscribe to a sequence of sources, one after another.
///
/// If a source ends while it is being subscribed to, the command to go on waits until `subscribe` has returned, so that
/// the stack does not grow. A source of the same operator is not subscribed to: its own sources take its place.
@usableFromInline
class TailRecursiveSink<Sources: Sequence>: Sink<Sources.Element.Element>, InvocableWithValueType
where Sources.Element: ObservableConvertibleType {
    @usableFromInline typealias Source = Observable<Sources.Element.Element>
    /// Sources that are still to come, and how many, if known.
    @usableFromInline typealias Remaining = (iterator: Sources.Iterator, count: Int?)
    /// Subscribes the sink to a source. A closure, so that it is compiled where the sink's type is known, and its edge
    /// is specialised.
    @usableFromInline typealias Subscribe = (TailRecursiveSink<Sources>, Source) -> DisposableObject?

    @usableFromInline final let subscribeToNext: Subscribe
    @usableFromInline final let subscription = SerialDisposable()
    @usableFromInline final let gate = AsyncLock<InvocableScheduledItem<TailRecursiveSink<Sources>>>()
    // Accessed only by work of `gate`.
    @usableFromInline final var remaining: [Remaining] = []

    @inlinable
    init(
        downstream: Edge<Sources.Element.Element>, cancel: SinkDisposer, subscribeToNext: @escaping Subscribe
    ) {
        self.subscribeToNext = subscribeToNext
        super.init(downstream: downstream, cancel: cancel)
    }

    /// Subscribes to the first source.
    @inlinable final func start(_ iterator: Sources.Iterator, count: Int?) -> DisposableObject {
        remaining.append((iterator, count))
        schedule(.moveNext)
        return subscription
    }

    @inlinable final func schedule(_ command: TailRecursiveSinkCommand) {
        gate.invoke(InvocableScheduledItem(invocable: self, state: command))
    }

    @inlinable final func invoke(_ command: TailRecursiveSinkCommand) {
        switch command {
        case .moveNext: moveNext()
        case .dispose:
            let dropped = exchange(&remaining, with: [])
            withExtendedLifetime(dropped) {}
        }
    }

    @inlinable final func moveNext() {
        while let (rest, count) = remaining.last {
            #if DEBUG
                maxTailRecursiveSinkStackSize = max(maxTailRecursiveSinkStackSize, remaining.count)
            #endif
            if isDisposed { return }
            remaining.removeLast()
            var iterator = rest
            guard let source = iterator.next()?.asObservable() else { continue }
            // An iterator without further sources is dropped, so that a long chain takes no more memory.
            let left = count.map { $0 - 1 }
            if left ?? 1 > 0 { remaining.append((iterator, left)) }
            if let nested = sources(of: source) {
                remaining.append(nested)
                continue
            }
            let disposable = SingleAssignmentDisposable()
            subscription.set(disposable)
            disposable.set(subscribeToNext(self, source))
            return
        }
        done()
    }

    /// Called when there is no further source.
    @usableFromInline func done() {
        finish(.completed)
    }

    /// The sources of a source of the same operator. nil for any other source.
    @usableFromInline func sources(of source: Source) -> Remaining? { nil }

    @usableFromInline final override func didDispose() {
        subscription.dispose()
        gate.dispose()
        schedule(.dispose)
    }
}
