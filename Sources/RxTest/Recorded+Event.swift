public import RxInstrumented

extension Recorded {
    /// An element at a time: `.next(210, "a")`.
    public static func next<T>(_ time: TestTime, _ element: T) -> Recorded<Event<T>> where Value == Event<T> {
        Recorded(time: time, value: .next(element))
    }

    /// The end of a sequence at a time; the type can be named where nothing else tells it.
    public static func completed<T>(
        _ time: TestTime, _: T.Type = T.self
    ) -> Recorded<Event<T>> where Value == Event<T> {
        Recorded(time: time, value: .completed)
    }

    /// An error at a time; the type can be named where nothing else tells it.
    public static func error<T>(
        _ time: TestTime, _ error: any Error, _: T.Type = T.self
    ) -> Recorded<Event<T>> where Value == Event<T> {
        Recorded(time: time, value: .error(error))
    }

    /// A list of events, where its type is not told by what it is compared with.
    ///
    /// ```swift
    /// let expected = Recorded.events(.next(210, 1), .completed(220))
    /// ```
    public static func events<T>(
        _ recordedEvents: Recorded<Event<T>>...
    ) -> [Recorded<Event<T>>] where Value == Event<T> {
        recordedEvents
    }

    /// A list of events, where its type is not told by what it is compared with.
    public static func events<T>(
        _ recordedEvents: [Recorded<Event<T>>]
    ) -> [Recorded<Event<T>>] where Value == Event<T> {
        recordedEvents
    }
}
