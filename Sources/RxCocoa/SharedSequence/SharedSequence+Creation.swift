public import RxInstrumented

extension SharedSequence {
    /// Completes at once.
    @inlinable
    public static func empty() -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(raw: .empty().subscribe(on: SharingStrategy.scheduler))
    }

    /// Sends nothing, ever.
    @inlinable
    public static func never() -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(raw: .never())
    }

    /// Sends one element.
    ///
    /// ```swift
    /// Driver.just(1).drive(onNext: { print($0) })  // 1
    /// ```
    @inlinable
    public static func just(_ element: Element) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(raw: .just(element).subscribe(on: SharingStrategy.scheduler))
    }

    /// Makes the sequence at each subscription.
    @inlinable
    public static func deferred(
        _ observableFactory: @escaping () -> SharedSequence<SharingStrategy, Element>
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(.deferred { observableFactory().source })
    }

    /// Sends the elements, one by one.
    ///
    /// ```swift
    /// Driver.of(1, 2).drive(onNext: { print($0) })  // 1 2
    /// ```
    @inlinable
    public static func of(_ elements: Element...) -> SharedSequence<SharingStrategy, Element> {
        from(elements)
    }

    /// Sends the elements of an array, one by one.
    @inlinable
    public static func from(_ array: [Element]) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(raw: .from(array, scheduler: SharingStrategy.scheduler))
    }

    /// Sends the elements of a sequence, one by one.
    @inlinable
    public static func from<Sequence: Swift.Sequence>(
        _ sequence: Sequence
    ) -> SharedSequence<SharingStrategy, Element> where Sequence.Element == Element {
        SharedSequence(raw: .from(sequence, scheduler: SharingStrategy.scheduler))
    }

    /// Sends the element there is, if any, and completes.
    @inlinable
    public static func from(optional: Element?) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(raw: .from(optional: optional, scheduler: SharingStrategy.scheduler))
    }
}

extension SharedSequence where Element: RxAbstractInteger {
    /// Counts from 0, an element each `period`, for as long as it is observed.
    @inlinable
    public static func interval(_ period: RxTimeInterval) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(.interval(period, scheduler: SharingStrategy.scheduler))
    }

    /// Sends 0 after `dueTime`, and counts on, an element each `period`.
    @inlinable
    public static func timer(
        _ dueTime: RxTimeInterval, period: RxTimeInterval
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(.timer(dueTime, period: period, scheduler: SharingStrategy.scheduler))
    }
}
