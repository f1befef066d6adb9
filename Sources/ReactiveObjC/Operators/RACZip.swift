import RxInstrumented

extension RACSignal {
    /// Sends the first values of both signals together, then the second ones, and so on.
    ///
    /// Completes when one has completed and all its values are sent.
    ///
    /// ```swift
    /// letters.zipWith(numbers).subscribeNext { print($0) }  // ("a", 1) ("b", 2)
    /// ```
    public func zipWith<Other>(_ other: RACSignal<Other>) -> RACSignal<(Value, Other)> {
        zip(derived("-zipWith:", [.combines, .buffers]), other) { ($0, $1) }
    }

    /// Sends the first values of both signals together, then the second ones, and so on.
    public static func zip<First, Second>(
        _ first: RACSignal<First>, _ second: RACSignal<Second>
    ) -> RACSignal<(First, Second)> where Value == (First, Second) {
        first.zip(.plain("+zip:"), second) { ($0, $1) }
    }

    /// Sends the first values of all signals together, then the second ones, and so on. Completes if there are none.
    public static func zip<Element>(_ signals: [RACSignal<Element>]) -> RACSignal<[Element]> where Value == [Element] {
        join(signals) { joined, next in joined.zip(.plain("+zip:"), next) { $0 + [$1] } }
    }

    /// Joins the first two signals, the result with the third, and so on.
    static func join<Element>(
        _ signals: [RACSignal<Element>],
        _ combine: (RACSignal<[Element]>, RACSignal<Element>) -> RACSignal<[Element]>
    ) -> RACSignal<[Element]> {
        guard let first = signals.first else { return .empty() }
        return signals.dropFirst().reduce(first.map(first.derived("-map:")) { [$0] }, combine)
    }

    private func zip<Other, Result>(
        _ name: Name, _ other: RACSignal<Other>, _ combine: @escaping (Value, Other) -> Result
    ) -> RACSignal<Result> {
        operation(name) { _, subscriber in
            let pairs = ZippedValues<Value, Other>()
            let completeIfOver = {
                if pairs.isOver { subscriber.sendCompleted() }
            }
            let sendNext = {
                guard let (left, right) = pairs.next() else { return }
                subscriber.sendNext(combine(left.value, right.value), madeOf: left, right)
                completeIfOver()
            }
            let left = self.subscribe(
                .inner,
                next: { value in
                    pairs.gate.pass {
                        pairs.left.append(ElementWithOrigin(value))
                        sendNext()
                    }
                },
                error: subscriber.sendError,
                completed: {
                    pairs.gate.pass {
                        pairs.leftCompleted = true
                        completeIfOver()
                    }
                })
            let right = other.subscribe(
                .inner,
                next: { value in
                    pairs.gate.pass {
                        pairs.right.append(ElementWithOrigin(value))
                        sendNext()
                    }
                },
                error: subscriber.sendError,
                completed: {
                    pairs.gate.pass {
                        pairs.rightCompleted = true
                        completeIfOver()
                    }
                })
            return RACDisposable(own: {
                left?.dispose()
                right?.dispose()
            })
        }
    }
}

/// The values of two signals that have no partner yet. To be used in its gate.
private final class ZippedValues<Left, Right> {
    let gate = DeliveryGate()
    var left = KeptQueue<Left>()
    var right = KeptQueue<Right>()
    var leftCompleted = false
    var rightCompleted = false

    func next() -> (ElementWithOrigin<Left>, ElementWithOrigin<Right>)? {
        guard !left.isEmpty, !right.isEmpty, let one = left.removeFirst(), let other = right.removeFirst() else {
            return nil
        }
        return (one, other)
    }

    /// Whether there cannot be another pair.
    var isOver: Bool { leftCompleted && left.isEmpty || rightCompleted && right.isEmpty }
}
