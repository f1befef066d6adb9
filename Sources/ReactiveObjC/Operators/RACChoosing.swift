import RxInstrumented

extension RACSignal {
    /// Sends the values of the signal that `block` makes, at each subscription anew.
    public static func `defer`(_ block: @escaping () -> RACSignal<Value>) -> RACSignal<Value> {
        deferred { $0.handle(.deferBlock, block) }
    }

    /// As ``defer(_:)``, for an operator: `block` is given the owner of the user's block.
    static func deferred(_ block: @escaping (any BlockOwner) -> RACSignal<Value>) -> RACSignal<Value> {
        RACDynamicSignal(named: .plain("+defer:")) { owner, subscriber in
            block(owner).subscribe(.upward, subscriber)
        }
    }
}

extension RACSignal {
    /// Sends the values of one of two signals: the first while the latest of `boolSignal` is true, otherwise the
    /// second.
    public static func `if`(
        _ boolSignal: RACSignal<Bool>, then trueSignal: RACSignal<Value>, else falseSignal: RACSignal<Value>
    ) -> RACSignal<Value> {
        boolSignal.map(boolSignal.derived("-map:")) { $0 ? trueSignal : falseSignal }
            .switchToLatest(.plain("+if:then:else:"))
    }
}

extension RACSignal where Value == Bool {
    /// Sends the opposite of each value.
    public func not() -> RACSignal<Bool> {
        map(derived("-not")) { !$0 }
    }
}

extension RACSignal where Value == [Bool] {
    /// Sends whether all of the values are true.
    public func and() -> RACSignal<Bool> {
        map(derived("-and")) { $0.allSatisfy { $0 } }
    }

    /// Sends whether any of the values is true.
    public func or() -> RACSignal<Bool> {
        map(derived("-or")) { $0.contains(true) }
    }
}

extension RACSignal {
    /// Sends the values of the latest of the signals that this signal sends.
    ///
    /// Completes when this signal and the latest have.
    ///
    /// ```swift
    /// let (searches, first, second) = (RACSubject<RACSignal<String>>(), RACSubject<String>(), RACSubject<String>())
    /// searches.switchToLatest().subscribeNext { print($0) }
    /// searches.sendNext(first)
    /// searches.sendNext(second)
    /// first.sendNext("too late")
    /// second.sendNext("found")  // found
    /// ```
    public func switchToLatest<Inner>() -> RACSignal<Inner> where Value == RACSignal<Inner> {
        switchToLatest(derived("-switchToLatest", [.switches]))
    }

    func switchToLatest<Inner>(_ name: Name) -> RACSignal<Inner> where Value == RACSignal<Inner> {
        operation(name) { _, subscriber in
            let connection = self.publish()
            let subscription = connection.signal
                .flattenMap(connection.signal.derived("-flattenMap:")) { _, signal in
                    // The end of this signal does not end the latest one.
                    signal.take(until: connection.signal.concat(.never()))
                }
                .subscribe(.upward, subscriber)
            let connected = connection.connect()
            return RACDisposable(own: {
                subscription?.dispose()
                connected.dispose()
            })
        }
    }
}
