/// A command to a ``TailRecursiveSink``.
@usableFromInline
enum TailRecursiveSinkCommand {
    /// Subscribe to the next source.
    case moveNext
    /// Let go of the sources.
    case dispose
}

/// The base of sinks that subscribe to one source of a sequence after the other.
///
/// The stack does not grow when a source ends while it is being subscribed to: the command to go on waits until the
/// subscribing has returned. A source that is itself a sequence of sources of the same kind is not subscribed to; its
/// sources take its place.
@usableFromInline
class TailRecursiveSink<Sources: Sequence>: Sink<Sources.Element.Element>, InvocableWithValueType
where Sources.Element: ObservableConvertibleType {
    @usableFromInline typealias Source = Observable<Sources.Element.Element>
    /// Sources that are still to come, and how many if that is known.
    @usableFromInline typealias Remaining = (iterator: Sources.Iterator, count: Int?)
    /// A closure made where the sink's own type is known, so that the edge it subscribes with is specialised.
    @usableFromInline typealias Subscribe = (TailRecursiveSink<Sources>, Source) -> DisposableObject?

    @usableFromInline final let subscribeToNext: Subscribe
    @usableFromInline final let subscription = SerialDisposable()
    @usableFromInline final let gate = AsyncLock<InvocableScheduledItem<TailRecursiveSink<Sources>>>()
    // Used only by code that runs in the gate.
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
            // The last of a known number leaves nothing behind: a chain of any length takes no more room.
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

    /// Ends the sequence when there is no further source.
    @usableFromInline func done() {
        finish(.completed)
    }

    /// The sources of a source that is of this sink's own kind.
    @usableFromInline func sources(of source: Source) -> Remaining? { nil }

    @usableFromInline final override func didDispose() {
        subscription.dispose()
        gate.dispose()
        schedule(.dispose)
    }
}
