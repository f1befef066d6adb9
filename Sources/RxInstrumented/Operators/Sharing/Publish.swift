extension ObservableType {
    /// A connectable that shares this sequence among its observers from the moment it is connected.
    ///
    /// ```swift
    /// let numbers = Observable.of(1, 2).publish()
    /// let subscription = numbers.subscribe(onNext: { print($0) })
    /// let connection = numbers.connect()  // 1 2
    /// ```
    @inlinable
    public func publish() -> ConnectableObservable<Element> {
        multicast(making: { PublishSubject() })
    }
}
