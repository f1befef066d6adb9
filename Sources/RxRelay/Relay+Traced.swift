import RxInstrumented

extension PublishRelay {
    /// As that of any observable; the result is still a relay.
    ///
    /// ```swift
    /// let clicks = PublishRelay<String>().traced("clicks")
    /// clicks.accept("save")  // rxtrace tree: on PublishSubject "clicks" next(save)
    /// ```
    @discardableResult
    public func traced(_ name: String) -> PublishRelay {
        subject.traced(name)
        return self
    }
}

extension BehaviorRelay {
    /// As that of any observable; the result is still a relay.
    @discardableResult
    public func traced(_ name: String) -> BehaviorRelay {
        subject.traced(name)
        return self
    }
}

extension ReplayRelay {
    /// As that of any observable; the result is still a relay.
    @discardableResult
    public func traced(_ name: String) -> ReplayRelay {
        subject.traced(name)
        return self
    }
}
