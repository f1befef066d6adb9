// Written by ArityFamily: change it there, then `make arities`.

extension ObservableType {
    /// Combines the latest elements of two sources, whenever one of them sends.
    ///
    /// ```swift
    /// let numbers = PublishSubject<Int>()
    /// let letters = PublishSubject<String>()
    /// let subscription = Observable.combineLatest(numbers, letters) { "\($0)\($1)" }
    ///     .subscribe(onNext: { print($0) })
    /// numbers.onNext(1)
    /// letters.onNext("a")
    /// numbers.onNext(2)  // 1a 2a
    /// ```
    ///
    /// Nothing is sent until each source has sent an element. The sequence completes when all sources have,
    /// and fails with the first that fails. Sources may send on several threads; the results come one by one.
    ///
    /// An error that `resultSelector` throws ends the sequence.
    @inlinable
    public static func combineLatest<O1: ObservableType, O2: ObservableType>(
        _ source1: O1, _ source2: O2, resultSelector: @escaping (O1.Element, O2.Element) throws -> Element
    ) -> Observable<Element> {
        CombineLatest2(
            source1.asObservable(), source2.asObservable(), isUsers: true, resultSelector: resultSelector)
    }

    /// Combines the latest elements of three sources, whenever one of them sends.
    ///
    /// It sends, completes and fails as `combineLatest` of two sources does.
    @inlinable
    public static func combineLatest<O1: ObservableType, O2: ObservableType, O3: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3,
        resultSelector: @escaping (O1.Element, O2.Element, O3.Element) throws -> Element
    ) -> Observable<Element> {
        CombineLatest3(
            source1.asObservable(), source2.asObservable(), source3.asObservable(), isUsers: true,
            resultSelector: resultSelector)
    }

    /// Combines the latest elements of four sources, whenever one of them sends.
    ///
    /// It sends, completes and fails as `combineLatest` of two sources does.
    @inlinable
    public static func combineLatest<O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType>(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4,
        resultSelector: @escaping (O1.Element, O2.Element, O3.Element, O4.Element) throws -> Element
    ) -> Observable<Element> {
        CombineLatest4(
            source1.asObservable(), source2.asObservable(), source3.asObservable(), source4.asObservable(),
            isUsers: true, resultSelector: resultSelector)
    }

    /// Combines the latest elements of five sources, whenever one of them sends.
    ///
    /// It sends, completes and fails as `combineLatest` of two sources does.
    @inlinable
    public static func combineLatest<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5,
        resultSelector: @escaping (O1.Element, O2.Element, O3.Element, O4.Element, O5.Element) throws -> Element
    ) -> Observable<Element> {
        CombineLatest5(
            source1.asObservable(), source2.asObservable(), source3.asObservable(), source4.asObservable(),
            source5.asObservable(), isUsers: true, resultSelector: resultSelector)
    }

    /// Combines the latest elements of six sources, whenever one of them sends.
    ///
    /// It sends, completes and fails as `combineLatest` of two sources does.
    @inlinable
    public static func combineLatest<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType,
        O6: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6,
        resultSelector:
            @escaping (
                O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element
            ) throws -> Element
    ) -> Observable<Element> {
        CombineLatest6(
            source1.asObservable(), source2.asObservable(), source3.asObservable(), source4.asObservable(),
            source5.asObservable(), source6.asObservable(), isUsers: true, resultSelector: resultSelector)
    }

    /// Combines the latest elements of seven sources, whenever one of them sends.
    ///
    /// It sends, completes and fails as `combineLatest` of two sources does.
    @inlinable
    public static func combineLatest<
        O1: ObservableType, O2: ObservableType, O3: ObservableType, O4: ObservableType, O5: ObservableType,
        O6: ObservableType, O7: ObservableType
    >(
        _ source1: O1, _ source2: O2, _ source3: O3, _ source4: O4, _ source5: O5, _ source6: O6, _ source7: O7,
        resultSelector:
            @escaping (
                O1.Element, O2.Element, O3.Element, O4.Element, O5.Element, O6.Element, O7.Element
            ) throws -> Element
    ) -> Observable<Element> {
        CombineLatest7(
            source1.asObservable(), source2.asObservable(), source3.asObservable(), source4.asObservable(),
            source5.asObservable(), source6.asObservable(), source7.asObservable(), isUsers: true,
            resultSelector: resultSelector)
    }

    /// Combines the latest elements of eight sources, whenever one of them sends.
    ///
    /// It sends, completes and fails as `combineLatest` of two sources does.
    @inlinable
    public static func combineLatest<
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
        CombineLatest8(
            source1.asObservable(), source2.asObservable(), source3.asObservable(), source4.asObservable(),
            source5.asObservable(), source6.asObservable(), source7.asObservable(), source8.asObservable(),
            isUsers: true, resultSelector: resultSelector)
    }
}
