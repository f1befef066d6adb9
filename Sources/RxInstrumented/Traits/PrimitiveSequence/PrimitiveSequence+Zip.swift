// Written by TraitArityFamily: change it there, then `make arities`.

extension PrimitiveSequenceType where Trait: OneElementTrait {
    /// Makes a result of the elements of two sequences, once each has come.
    ///
    /// ```swift
    /// Single.zip(Single.just(1), Single.just("a")) { "\($0)\($1)" }.subscribe(onSuccess: { print($0) })  // 1a
    /// ```
    ///
    /// The first error ends the whole, and so does a ``Maybe`` that completes without an element.
    ///
    /// An error that `resultSelector` throws is the sequence's.
    @inlinable
    public static func zip<E1, E2>(
        _ source1: PrimitiveSequence<Trait, E1>, _ source2: PrimitiveSequence<Trait, E2>,
        resultSelector: @escaping (E1, E2) throws -> Element
    ) -> PrimitiveSequence<Trait, Element> {
        let combined: Observable<Element> = .zip(
            source1.source, source2.source, resultSelector: resultSelector)
        return PrimitiveSequence(raw: combined)
    }

    /// Makes a result of the elements of three sequences, once each has come.
    @inlinable
    public static func zip<E1, E2, E3>(
        _ source1: PrimitiveSequence<Trait, E1>, _ source2: PrimitiveSequence<Trait, E2>,
        _ source3: PrimitiveSequence<Trait, E3>, resultSelector: @escaping (E1, E2, E3) throws -> Element
    ) -> PrimitiveSequence<Trait, Element> {
        let combined: Observable<Element> = .zip(
            source1.source, source2.source, source3.source, resultSelector: resultSelector)
        return PrimitiveSequence(raw: combined)
    }

    /// Makes a result of the elements of four sequences, once each has come.
    @inlinable
    public static func zip<E1, E2, E3, E4>(
        _ source1: PrimitiveSequence<Trait, E1>, _ source2: PrimitiveSequence<Trait, E2>,
        _ source3: PrimitiveSequence<Trait, E3>, _ source4: PrimitiveSequence<Trait, E4>,
        resultSelector: @escaping (E1, E2, E3, E4) throws -> Element
    ) -> PrimitiveSequence<Trait, Element> {
        let combined: Observable<Element> = .zip(
            source1.source, source2.source, source3.source, source4.source, resultSelector: resultSelector)
        return PrimitiveSequence(raw: combined)
    }

    /// Makes a result of the elements of five sequences, once each has come.
    @inlinable
    public static func zip<E1, E2, E3, E4, E5>(
        _ source1: PrimitiveSequence<Trait, E1>, _ source2: PrimitiveSequence<Trait, E2>,
        _ source3: PrimitiveSequence<Trait, E3>, _ source4: PrimitiveSequence<Trait, E4>,
        _ source5: PrimitiveSequence<Trait, E5>, resultSelector: @escaping (E1, E2, E3, E4, E5) throws -> Element
    ) -> PrimitiveSequence<Trait, Element> {
        let combined: Observable<Element> = .zip(
            source1.source, source2.source, source3.source, source4.source, source5.source,
            resultSelector: resultSelector)
        return PrimitiveSequence(raw: combined)
    }

    /// Makes a result of the elements of six sequences, once each has come.
    @inlinable
    public static func zip<E1, E2, E3, E4, E5, E6>(
        _ source1: PrimitiveSequence<Trait, E1>, _ source2: PrimitiveSequence<Trait, E2>,
        _ source3: PrimitiveSequence<Trait, E3>, _ source4: PrimitiveSequence<Trait, E4>,
        _ source5: PrimitiveSequence<Trait, E5>, _ source6: PrimitiveSequence<Trait, E6>,
        resultSelector: @escaping (E1, E2, E3, E4, E5, E6) throws -> Element
    ) -> PrimitiveSequence<Trait, Element> {
        let combined: Observable<Element> = .zip(
            source1.source, source2.source, source3.source, source4.source, source5.source, source6.source,
            resultSelector: resultSelector)
        return PrimitiveSequence(raw: combined)
    }

    /// Makes a result of the elements of seven sequences, once each has come.
    @inlinable
    public static func zip<E1, E2, E3, E4, E5, E6, E7>(
        _ source1: PrimitiveSequence<Trait, E1>, _ source2: PrimitiveSequence<Trait, E2>,
        _ source3: PrimitiveSequence<Trait, E3>, _ source4: PrimitiveSequence<Trait, E4>,
        _ source5: PrimitiveSequence<Trait, E5>, _ source6: PrimitiveSequence<Trait, E6>,
        _ source7: PrimitiveSequence<Trait, E7>,
        resultSelector: @escaping (E1, E2, E3, E4, E5, E6, E7) throws -> Element
    ) -> PrimitiveSequence<Trait, Element> {
        let combined: Observable<Element> = .zip(
            source1.source, source2.source, source3.source, source4.source, source5.source, source6.source,
            source7.source, resultSelector: resultSelector)
        return PrimitiveSequence(raw: combined)
    }

    /// Makes a result of the elements of eight sequences, once each has come.
    @inlinable
    public static func zip<E1, E2, E3, E4, E5, E6, E7, E8>(
        _ source1: PrimitiveSequence<Trait, E1>, _ source2: PrimitiveSequence<Trait, E2>,
        _ source3: PrimitiveSequence<Trait, E3>, _ source4: PrimitiveSequence<Trait, E4>,
        _ source5: PrimitiveSequence<Trait, E5>, _ source6: PrimitiveSequence<Trait, E6>,
        _ source7: PrimitiveSequence<Trait, E7>, _ source8: PrimitiveSequence<Trait, E8>,
        resultSelector: @escaping (E1, E2, E3, E4, E5, E6, E7, E8) throws -> Element
    ) -> PrimitiveSequence<Trait, Element> {
        let combined: Observable<Element> = .zip(
            source1.source, source2.source, source3.source, source4.source, source5.source, source6.source,
            source7.source, source8.source, resultSelector: resultSelector)
        return PrimitiveSequence(raw: combined)
    }
}
