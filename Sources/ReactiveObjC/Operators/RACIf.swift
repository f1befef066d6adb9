import RxInstrumented

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
