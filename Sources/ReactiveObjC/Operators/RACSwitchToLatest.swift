import RxInstrumented

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
