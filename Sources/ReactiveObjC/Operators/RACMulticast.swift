import RxInstrumented

extension RACSignal {
    /// A connection that shares this signal by a subject of its own.
    ///
    /// See ``RACMulticastConnection`` for an example.
    public func publish() -> RACMulticastConnection<Value> {
        multicast(RACSubject(), "-publish")
    }

    /// A connection that shares this signal by `subject`.
    public func multicast(_ subject: RACSubject<Value>) -> RACMulticastConnection<Value> {
        multicast(subject, "-multicast:")
    }

    private func multicast(_ subject: RACSubject<Value>, _ name: String) -> RACMulticastConnection<Value> {
        subject.setName("[\(self.name)] \(name)")
        return RACMulticastConnection(source: self, subject: subject)
    }

    /// Subscribes to this signal at once, and sends its values, past and later ones, to each who subscribes.
    public func replay() -> RACSignal<Value> {
        replay(RACReplaySubject(), "-replay")
    }

    /// As ``replay()``, but of the past values only the last.
    public func replayLast() -> RACSignal<Value> {
        replay(RACReplaySubject(capacity: 1), "-replayLast")
    }

    /// As ``replay()``, but subscribes to this signal only when somebody subscribes to the result.
    public func replayLazily() -> RACSignal<Value> {
        let connection = multicast(RACReplaySubject(), "-replayLazily")
        return .deferred { _ in
            connection.connect()
            return connection.signal
        }
    }

    private func replay(_ subject: RACSubject<Value>, _ name: String) -> RACSignal<Value> {
        let connection = multicast(subject, name)
        connection.connect()
        return connection.signal
    }
}
