import RxInstrumented

extension RACSignal {
    /// Sends the latest values of both signals whenever either sends one, once both have.
    ///
    /// Completes when both have.
    ///
    /// ```swift
    /// name.combineLatestWith(age).subscribeNext { print($0) }  // ("Ann", 30)
    /// ```
    public func combineLatestWith<Other>(_ other: RACSignal<Other>) -> RACSignal<(Value, Other)> {
        combineLatest(derived("-combineLatestWith:", [.combines, .buffers]), other) { ($0, $1) }
    }

    /// Sends the latest values of both signals whenever either sends one, once both have.
    public static func combineLatest<First, Second>(
        _ first: RACSignal<First>, _ second: RACSignal<Second>
    ) -> RACSignal<(First, Second)> where Value == (First, Second) {
        first.combineLatest(.plain("+combineLatest:"), second) { ($0, $1) }
    }

    /// Sends the latest values of all signals whenever one sends one, once all have. Completes if there are none.
    public static func combineLatest<Element>(
        _ signals: [RACSignal<Element>]
    ) -> RACSignal<[Element]> where Value == [Element] {
        join(signals) { joined, next in joined.combineLatest(.plain("+combineLatest:"), next) { $0 + [$1] } }
    }

    private func combineLatest<Other, Result>(
        _ name: Name, _ other: RACSignal<Other>, _ combine: @escaping (Value, Other) -> Result
    ) -> RACSignal<Result> {
        operation(name) { _, subscriber in
            let disposable = RACCompoundDisposable()
            let gate = DeliveryGate()
            var (left, right): (ElementWithOrigin<Value>?, ElementWithOrigin<Other>?)
            var completed = 0
            let sendNext = {
                if let left, let right { subscriber.sendNext(combine(left.value, right.value), madeOf: left, right) }
            }
            let complete = {
                gate.pass {
                    completed += 1
                    if completed == 2 { subscriber.sendCompleted() }
                }
            }
            disposable.add(
                self.subscribe(
                    .inner,
                    next: { value in
                        let replaced = gate.pass {
                            let replaced = exchange(&left, with: ElementWithOrigin(value))
                            sendNext()
                            return replaced
                        }
                        withExtendedLifetime(replaced) {}
                    },
                    error: subscriber.sendError, completed: complete))
            disposable.add(
                other.subscribe(
                    .inner,
                    next: { value in
                        let replaced = gate.pass {
                            let replaced = exchange(&right, with: ElementWithOrigin(value))
                            sendNext()
                            return replaced
                        }
                        withExtendedLifetime(replaced) {}
                    },
                    error: subscriber.sendError, completed: complete))
            return disposable
        }
    }
}
