// Written by TraitArityFamily: change it there, then `make arities`.

extension InfallibleType {
    /// Combines the elements of two sequences by their position.
    ///
    /// ```swift
    /// Infallible.zip(Infallible.of(1, 2), Infallible.of("a", "b")) { "\($0)\($1)" }
    ///     .subscribe(onNext: { print($0) })  // 1a 2b
    /// ```
    ///
    /// `resultSelector` must not throw: there would be nobody to take the error.
    @inlinable
    public static func zip<E1, E2>(
        _ source1: Infallible<E1>, _ source2: Infallible<E2>, resultSelector: @escaping (E1, E2) throws -> Element
    ) -> Infallible<Element> {
        let combined: Observable<Element> = .zip(
            source1.source, source2.source, resultSelector: resultSelector)
        return Infallible(combined)
    }

    /// Combines the elements of three sequences by their position.
    @inlinable
    public static func zip<E1, E2, E3>(
        _ source1: Infallible<E1>, _ source2: Infallible<E2>, _ source3: Infallible<E3>,
        resultSelector: @escaping (E1, E2, E3) throws -> Element
    ) -> Infallible<Element> {
        let combined: Observable<Element> = .zip(
            source1.source, source2.source, source3.source, resultSelector: resultSelector)
        return Infallible(combined)
    }

    /// Combines the elements of four sequences by their position.
    @inlinable
    public static func zip<E1, E2, E3, E4>(
        _ source1: Infallible<E1>, _ source2: Infallible<E2>, _ source3: Infallible<E3>, _ source4: Infallible<E4>,
        resultSelector: @escaping (E1, E2, E3, E4) throws -> Element
    ) -> Infallible<Element> {
        let combined: Observable<Element> = .zip(
            source1.source, source2.source, source3.source, source4.source, resultSelector: resultSelector)
        return Infallible(combined)
    }

    /// Combines the elements of five sequences by their position.
    @inlinable
    public static func zip<E1, E2, E3, E4, E5>(
        _ source1: Infallible<E1>, _ source2: Infallible<E2>, _ source3: Infallible<E3>, _ source4: Infallible<E4>,
        _ source5: Infallible<E5>, resultSelector: @escaping (E1, E2, E3, E4, E5) throws -> Element
    ) -> Infallible<Element> {
        let combined: Observable<Element> = .zip(
            source1.source, source2.source, source3.source, source4.source, source5.source,
            resultSelector: resultSelector)
        return Infallible(combined)
    }

    /// Combines the elements of six sequences by their position.
    @inlinable
    public static func zip<E1, E2, E3, E4, E5, E6>(
        _ source1: Infallible<E1>, _ source2: Infallible<E2>, _ source3: Infallible<E3>, _ source4: Infallible<E4>,
        _ source5: Infallible<E5>, _ source6: Infallible<E6>,
        resultSelector: @escaping (E1, E2, E3, E4, E5, E6) throws -> Element
    ) -> Infallible<Element> {
        let combined: Observable<Element> = .zip(
            source1.source, source2.source, source3.source, source4.source, source5.source, source6.source,
            resultSelector: resultSelector)
        return Infallible(combined)
    }

    /// Combines the elements of seven sequences by their position.
    @inlinable
    public static func zip<E1, E2, E3, E4, E5, E6, E7>(
        _ source1: Infallible<E1>, _ source2: Infallible<E2>, _ source3: Infallible<E3>, _ source4: Infallible<E4>,
        _ source5: Infallible<E5>, _ source6: Infallible<E6>, _ source7: Infallible<E7>,
        resultSelector: @escaping (E1, E2, E3, E4, E5, E6, E7) throws -> Element
    ) -> Infallible<Element> {
        let combined: Observable<Element> = .zip(
            source1.source, source2.source, source3.source, source4.source, source5.source, source6.source,
            source7.source, resultSelector: resultSelector)
        return Infallible(combined)
    }

    /// Combines the elements of eight sequences by their position.
    @inlinable
    public static func zip<E1, E2, E3, E4, E5, E6, E7, E8>(
        _ source1: Infallible<E1>, _ source2: Infallible<E2>, _ source3: Infallible<E3>, _ source4: Infallible<E4>,
        _ source5: Infallible<E5>, _ source6: Infallible<E6>, _ source7: Infallible<E7>, _ source8: Infallible<E8>,
        resultSelector: @escaping (E1, E2, E3, E4, E5, E6, E7, E8) throws -> Element
    ) -> Infallible<Element> {
        let combined: Observable<Element> = .zip(
            source1.source, source2.source, source3.source, source4.source, source5.source, source6.source,
            source7.source, source8.source, resultSelector: resultSelector)
        return Infallible(combined)
    }
}
