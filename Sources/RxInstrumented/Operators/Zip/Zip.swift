// Written by ArityFamily: change it there, then `make arities`.

extension ObservableType {
    /// Combines the elements of two sources by their position.
    ///
    /// ```swift
    /// Observable.zip(Observable.of(1, 2, 3), Observable.of("a", "b")) { "\($0)\($1)" }
    ///     .subscribe(onNext: { print($0) })  // 1a 2b
    /// ```
    ///
    /// An element waits until each other source has sent its own. The sequence completes when all sources
    /// have, and fails with the first that fails.
    ///
    /// An error that `resultSelector` throws ends the sequence.
    @inlinable
    public static func zip<O1: ObservableType, O2: ObservableType>(
        _ source1: O1, _ source2: O2, resultSelector: @escaping (O1.Element, O2.Element) throws -> Element
    ) -> Observable<Element> {
        Zip2(
            source1.asObservable(), source2.asObservable(), isUsers: true, resultSelector: resultSelector)
    }

    /// Combines the elements of three sources by their position.
    ///
    /// It sends, completes and fails as `zip` of two sources does.
    @inlinable
    public static func zip<O1: ObservableType, O2: ObservableType, O3: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3,
        resultSelector: @escaping (O1.Element, O2.Element, O3.Element) throws -> Element
    ) -> Observable<Element> {
        Zip3(
            source1.asObservable(), source2.asObservable(), source3.asObservable(), isUsers: true,
            resultSelector: resultSelector)
    }

    /// Combines the elements of four sources by their position.
    ///
    /// It sends, completes and fails as `zip` of two sources does.
    @inlinable
    public static func zip<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4,
        resultSelector: @escaping (O1.Element, O2.Element, O3.Element, O4.Element) throws -> Element
    ) -> Observable<Element> {
        Zip4(
            source1.asObservable(), source2.asObservable(), source3.asObservable(), source4.asObservable(),
            isUsers: true, resultSelector: resultSelector)
    }

    /// Combines the elements of five sources by their position.
    ///
    /// It sends, completes and fails as `zip` of two sources does.
    @inlinable
    public static func zip<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5,
        resultSelector: @escaping (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element) throws -> Element
    ) -> Observable<Element> {
        Zip5(
            source1.asObservable(), source2.asObservable(), source3.asObservable(), source4.asObservable(),
            source5.asObservable(), isUsers: true, resultSelector: resultSelector)
    }

    /// Combines the elements of six sources by their position.
    ///
    /// It sends, completes and fails as `zip` of two sources does.
    @inlinable
    public static func zip<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType,
        O6: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6,
        resultSelector:
            @escaping (
                O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element
            ) throws -> Element
    ) -> Observable<Element> {
        Zip6(
            source1.asObservable(), source2.asObservable(), source3.asObservable(), source4.asObservable(),
            source5.asObservable(), source6.asObservable(), isUsers: true, resultSelector: resultSelector)
    }

    /// Combines the elements of seven sources by their position.
    ///
    /// It sends, completes and fails as `zip` of two sources does.
    @inlinable
    public static func zip<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType,
        O6: ObservableType, O7: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7,
        resultSelector:
            @escaping (
                O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element
            ) throws -> Element
    ) -> Observable<Element> {
        Zip7(
            source1.asObservable(), source2.asObservable(), source3.asObservable(), source4.asObservable(),
            source5.asObservable(), source6.asObservable(), source7.asObservable(), isUsers: true,
            resultSelector: resultSelector)
    }

    /// Combines the elements of eight sources by their position.
    ///
    /// It sends, completes and fails as `zip` of two sources does.
    @inlinable
    public static func zip<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType,
        O6: ObservableType, O7: ObservableType, O8: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7,
        _ source8: O8,
        resultSelector:
            @escaping (
                O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element, O8.Element
            ) throws -> Element
    ) -> Observable<Element> {
        Zip8(
            source1.asObservable(), source2.asObservable(), source3.asObservable(), source4.asObservable(),
            source5.asObservable(), source6.asObservable(), source7.asObservable(), source8.asObservable(),
            isUsers: true, resultSelector: resultSelector)
    }
}
