// Written by TraitArityFamily: change it there, then `make arities`.

extension PrimitiveSequenceType where Trait: OneElementTrait, Element == Any {
    /// The elements of two sequences as a tuple, once each has come.
    ///
    /// ```swift
    /// Single.zip(Single.just(1), Single.just("a")).subscribe(onSuccess: { print($0) })  // (1, "a")
    /// ```
    ///
    /// The first error ends the whole, and so does a ``Maybe`` that completes without an element.
    @inlinable
    public static func zip<E1, E2>(
        _ source1: PrimitiveSequence<Trait, E1>, _ source2: PrimitiveSequence<Trait, E2>
    ) -> PrimitiveSequence<Trait, (E1, E2)> {
        let combined = Observable<Any>.zip(
            source1.source, source2.source)
        return PrimitiveSequence(raw: combined)
    }

    /// The elements of three sequences as a tuple, once each has come.
    @inlinable
    public static func zip<E1, E2, E3>(
        _ source1: PrimitiveSequence<Trait, E1>, _ source2: PrimitiveSequence<Trait, E2>,
        _ source3: PrimitiveSequence<Trait, E3>
    ) -> PrimitiveSequence<Trait, (E1, E2, E3)> {
        let combined = Observable<Any>.zip(
            source1.source, source2.source, source3.source)
        return PrimitiveSequence(raw: combined)
    }

    /// The elements of four sequences as a tuple, once each has come.
    @inlinable
    public static func zip<E1, E2, E3, E4>(
        _ source1: PrimitiveSequence<Trait, E1>, _ source2: PrimitiveSequence<Trait, E2>,
        _ source3: PrimitiveSequence<Trait, E3>, _ source4: PrimitiveSequence<Trait, E4>
    ) -> PrimitiveSequence<Trait, (E1, E2, E3, E4)> {
        let combined = Observable<Any>.zip(
            source1.source, source2.source, source3.source, source4.source)
        return PrimitiveSequence(raw: combined)
    }

    /// The elements of five sequences as a tuple, once each has come.
    @inlinable
    public static func zip<E1, E2, E3, E4, E5>(
        _ source1: PrimitiveSequence<Trait, E1>, _ source2: PrimitiveSequence<Trait, E2>,
        _ source3: PrimitiveSequence<Trait, E3>, _ source4: PrimitiveSequence<Trait, E4>,
        _ source5: PrimitiveSequence<Trait, E5>
    ) -> PrimitiveSequence<Trait, (E1, E2, E3, E4, E5)> {
        let combined = Observable<Any>.zip(
            source1.source, source2.source, source3.source, source4.source, source5.source)
        return PrimitiveSequence(raw: combined)
    }

    /// The elements of six sequences as a tuple, once each has come.
    @inlinable
    public static func zip<E1, E2, E3, E4, E5, E6>(
        _ source1: PrimitiveSequence<Trait, E1>, _ source2: PrimitiveSequence<Trait, E2>,
        _ source3: PrimitiveSequence<Trait, E3>, _ source4: PrimitiveSequence<Trait, E4>,
        _ source5: PrimitiveSequence<Trait, E5>, _ source6: PrimitiveSequence<Trait, E6>
    ) -> PrimitiveSequence<Trait, (E1, E2, E3, E4, E5, E6)> {
        let combined = Observable<Any>.zip(
            source1.source, source2.source, source3.source, source4.source, source5.source, source6.source)
        return PrimitiveSequence(raw: combined)
    }

    /// The elements of seven sequences as a tuple, once each has come.
    @inlinable
    public static func zip<E1, E2, E3, E4, E5, E6, E7>(
        _ source1: PrimitiveSequence<Trait, E1>, _ source2: PrimitiveSequence<Trait, E2>,
        _ source3: PrimitiveSequence<Trait, E3>, _ source4: PrimitiveSequence<Trait, E4>,
        _ source5: PrimitiveSequence<Trait, E5>, _ source6: PrimitiveSequence<Trait, E6>,
        _ source7: PrimitiveSequence<Trait, E7>
    ) -> PrimitiveSequence<Trait, (E1, E2, E3, E4, E5, E6, E7)> {
        let combined = Observable<Any>.zip(
            source1.source, source2.source, source3.source, source4.source, source5.source, source6.source,
            source7.source)
        return PrimitiveSequence(raw: combined)
    }

    /// The elements of eight sequences as a tuple, once each has come.
    @inlinable
    public static func zip<E1, E2, E3, E4, E5, E6, E7, E8>(
        _ source1: PrimitiveSequence<Trait, E1>, _ source2: PrimitiveSequence<Trait, E2>,
        _ source3: PrimitiveSequence<Trait, E3>, _ source4: PrimitiveSequence<Trait, E4>,
        _ source5: PrimitiveSequence<Trait, E5>, _ source6: PrimitiveSequence<Trait, E6>,
        _ source7: PrimitiveSequence<Trait, E7>, _ source8: PrimitiveSequence<Trait, E8>
    ) -> PrimitiveSequence<Trait, (E1, E2, E3, E4, E5, E6, E7, E8)> {
        let combined = Observable<Any>.zip(
            source1.source, source2.source, source3.source, source4.source, source5.source, source6.source,
            source7.source, source8.source)
        return PrimitiveSequence(raw: combined)
    }
}
