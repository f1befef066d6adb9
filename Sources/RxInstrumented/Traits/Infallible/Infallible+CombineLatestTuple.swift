// Written by ArityFamily: change it there, then `make arities`.

extension InfallibleType where Element == Any {
    /// Combines the latest elements of two sequences into a tuple, whenever one of them sends.
    ///
    /// ```swift
    /// Infallible.combineLatest(width, height).subscribe(onNext: { print("size", $0, $1) })
    /// ```
    ///
    /// Nothing is sent until each sequence has sent an element.
    @inlinable
    public static func combineLatest<O1: InfallibleType, O2: InfallibleType>(
        _ source1: O1, _ source2: O2
    ) -> Infallible<(O1.Element, O2.Element)> {
        Infallible(
            Observable<Any>.combineLatest(
                source1.asObservable(), source2.asObservable()))
    }

    /// Combines the latest elements of three sequences into a tuple, whenever one of them sends.
    @inlinable
    public static func combineLatest<O1: InfallibleType, O2: InfallibleType, O3: InfallibleType>(
        _ source1: O1, _ source2: O2, _ source3: O3
    ) -> Infallible<(O1.Element, O2.Element, O3.Element)> {
        Infallible(
            Observable<Any>.combineLatest(
                source1.asObservable(), source2.asObservable(), source3.asObservable()))
    }

    /// Combines the latest elements of four sequences into a tuple, whenever one of them sends.
    @inlinable
    public static func combineLatest<O1: InfallibleType, O2: InfallibleType, O3: InfallibleType, O4: InfallibleType>(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4
    ) -> Infallible<(O1.Element, O2.Element, O3.Element, O4.Element)> {
        Infallible(
            Observable<Any>.combineLatest(
                source1.asObservable(), source2.asObservable(), source3.asObservable(), source4.asObservable()))
    }

    /// Combines the latest elements of five sequences into a tuple, whenever one of them sends.
    @inlinable
    public static func combineLatest<
        O1: InfallibleType, O2: InfallibleType, O3: InfallibleType, O4: InfallibleType, O5: InfallibleType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5
    ) -> Infallible<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element)> {
        Infallible(
            Observable<Any>.combineLatest(
                source1.asObservable(), source2.asObservable(), source3.asObservable(), source4.asObservable(),
                source5.asObservable()))
    }

    /// Combines the latest elements of six sequences into a tuple, whenever one of them sends.
    @inlinable
    public static func combineLatest<
        O1: InfallibleType, O2: InfallibleType, O3: InfallibleType, O4: InfallibleType, O5: InfallibleType,
        O6: InfallibleType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6
    ) -> Infallible<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element)> {
        Infallible(
            Observable<Any>.combineLatest(
                source1.asObservable(), source2.asObservable(), source3.asObservable(), source4.asObservable(),
                source5.asObservable(), source6.asObservable()))
    }

    /// Combines the latest elements of seven sequences into a tuple, whenever one of them sends.
    @inlinable
    public static func combineLatest<
        O1: InfallibleType, O2: InfallibleType, O3: InfallibleType, O4: InfallibleType, O5: InfallibleType,
        O6: InfallibleType, O7: InfallibleType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7
    ) -> Infallible<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element)> {
        Infallible(
            Observable<Any>.combineLatest(
                source1.asObservable(), source2.asObservable(), source3.asObservable(), source4.asObservable(),
                source5.asObservable(), source6.asObservable(), source7.asObservable()))
    }

    /// Combines the latest elements of eight sequences into a tuple, whenever one of them sends.
    @inlinable
    public static func combineLatest<
        O1: InfallibleType, O2: InfallibleType, O3: InfallibleType, O4: InfallibleType, O5: InfallibleType,
        O6: InfallibleType, O7: InfallibleType, O8: InfallibleType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7,
        _ source8: O8
    ) -> Infallible<(O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element, O8.Element)> {
        Infallible(
            Observable<Any>.combineLatest(
                source1.asObservable(), source2.asObservable(), source3.asObservable(), source4.asObservable(),
                source5.asObservable(), source6.asObservable(), source7.asObservable(), source8.asObservable()))
    }
}
