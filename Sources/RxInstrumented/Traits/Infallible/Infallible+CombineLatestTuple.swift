// Written by TraitArityFamily: change it there, then `make arities`.

extension InfallibleType where Element == Any {
    /// Combines the latest elements of two sequences into a tuple, whenever one of them sends.
    ///
    /// ```swift
    /// Infallible.combineLatest(width, height).subscribe(onNext: { print("size", $0, $1) })
    /// ```
    ///
    /// Nothing is sent until each sequence has sent an element.
    @inlinable
    public static func combineLatest<I1: InfallibleType, I2: InfallibleType>(
        _ source1: I1, _ source2: I2
    ) -> Infallible<(I1.Element, I2.Element)> {
        let combined = Observable<Any>.combineLatest(
            source1.asObservable(), source2.asObservable())
        return Infallible(combined)
    }

    /// Combines the latest elements of three sequences into a tuple, whenever one of them sends.
    @inlinable
    public static func combineLatest<I1: InfallibleType, I2: InfallibleType, I3: InfallibleType>(
        _ source1: I1, _ source2: I2, _ source3: I3
    ) -> Infallible<(I1.Element, I2.Element, I3.Element)> {
        let combined = Observable<Any>.combineLatest(
            source1.asObservable(), source2.asObservable(), source3.asObservable())
        return Infallible(combined)
    }

    /// Combines the latest elements of four sequences into a tuple, whenever one of them sends.
    @inlinable
    public static func combineLatest<I1: InfallibleType, I2: InfallibleType, I3: InfallibleType, I4: InfallibleType>(
        _ source1: I1, _ source2: I2, _ source3: I3, _ source4: I4
    ) -> Infallible<(I1.Element, I2.Element, I3.Element, I4.Element)> {
        let combined = Observable<Any>.combineLatest(
            source1.asObservable(), source2.asObservable(), source3.asObservable(), source4.asObservable())
        return Infallible(combined)
    }

    /// Combines the latest elements of five sequences into a tuple, whenever one of them sends.
    @inlinable
    public static func combineLatest<
        I1: InfallibleType, I2: InfallibleType, I3: InfallibleType, I4: InfallibleType, I5: InfallibleType
    >(
        _ source1: I1, _ source2: I2, _ source3: I3, _ source4: I4, _ source5: I5
    ) -> Infallible<(I1.Element, I2.Element, I3.Element, I4.Element, I5.Element)> {
        let combined = Observable<Any>.combineLatest(
            source1.asObservable(), source2.asObservable(), source3.asObservable(), source4.asObservable(),
            source5.asObservable())
        return Infallible(combined)
    }

    /// Combines the latest elements of six sequences into a tuple, whenever one of them sends.
    @inlinable
    public static func combineLatest<
        I1: InfallibleType, I2: InfallibleType, I3: InfallibleType, I4: InfallibleType, I5: InfallibleType,
        I6: InfallibleType
    >(
        _ source1: I1, _ source2: I2, _ source3: I3, _ source4: I4, _ source5: I5, _ source6: I6
    ) -> Infallible<(I1.Element, I2.Element, I3.Element, I4.Element, I5.Element, I6.Element)> {
        let combined = Observable<Any>.combineLatest(
            source1.asObservable(), source2.asObservable(), source3.asObservable(), source4.asObservable(),
            source5.asObservable(), source6.asObservable())
        return Infallible(combined)
    }

    /// Combines the latest elements of seven sequences into a tuple, whenever one of them sends.
    @inlinable
    public static func combineLatest<
        I1: InfallibleType, I2: InfallibleType, I3: InfallibleType, I4: InfallibleType, I5: InfallibleType,
        I6: InfallibleType, I7: InfallibleType
    >(
        _ source1: I1, _ source2: I2, _ source3: I3, _ source4: I4, _ source5: I5, _ source6: I6, _ source7: I7
    ) -> Infallible<(I1.Element, I2.Element, I3.Element, I4.Element, I5.Element, I6.Element, I7.Element)> {
        let combined = Observable<Any>.combineLatest(
            source1.asObservable(), source2.asObservable(), source3.asObservable(), source4.asObservable(),
            source5.asObservable(), source6.asObservable(), source7.asObservable())
        return Infallible(combined)
    }

    /// Combines the latest elements of eight sequences into a tuple, whenever one of them sends.
    @inlinable
    public static func combineLatest<
        I1: InfallibleType, I2: InfallibleType, I3: InfallibleType, I4: InfallibleType, I5: InfallibleType,
        I6: InfallibleType, I7: InfallibleType, I8: InfallibleType
    >(
        _ source1: I1, _ source2: I2, _ source3: I3, _ source4: I4, _ source5: I5, _ source6: I6, _ source7: I7,
        _ source8: I8
    ) -> Infallible<(I1.Element, I2.Element, I3.Element, I4.Element, I5.Element, I6.Element, I7.Element, I8.Element)> {
        let combined = Observable<Any>.combineLatest(
            source1.asObservable(), source2.asObservable(), source3.asObservable(), source4.asObservable(),
            source5.asObservable(), source6.asObservable(), source7.asObservable(), source8.asObservable())
        return Infallible(combined)
    }
}
