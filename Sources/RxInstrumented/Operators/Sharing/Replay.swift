extension ObservableType {
    /// A connectable that shares this sequence, and sends each new observer the last `bufferSize` elements first.
    ///
    /// ```swift
    /// let source = PublishSubject<Int>()
    /// let numbers = source.replay(2)
    /// let connection = numbers.connect()
    /// for number in 1...3 { source.onNext(number) }
    /// let subscription = numbers.subscribe(onNext: { print($0) })  // 2 3
    /// ```
    ///
    /// The kept elements go with the connection: once the sequence has ended, later observers wait for the next one.
    @inlinable
    public func replay(_ bufferSize: Int) -> ConnectableObservable<Element> {
        multicast(making: { ReplaySubject.create(bufferSize: bufferSize) })
    }

    /// A connectable that shares this sequence, and sends each new observer all elements so far first.
    ///
    /// ```swift
    /// let source = PublishSubject<Int>()
    /// let numbers = source.replayAll()
    /// let connection = numbers.connect()
    /// source.onNext(1)
    /// source.onNext(2)
    /// let subscription = numbers.subscribe(onNext: { print($0) })  // 1 2
    /// ```
    @inlinable
    public func replayAll() -> ConnectableObservable<Element> {
        multicast(making: { ReplaySubject.createUnbounded() })
    }
}
