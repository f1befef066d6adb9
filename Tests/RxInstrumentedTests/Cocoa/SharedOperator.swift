import RxCocoa

/// An operator of drivers and signals alike.
enum SharedOperator: CaseIterable {
    case map, compactMap, scan, scanInto, startWith, withLatestFrom, withLatestFromResult
    case filter, distinct, distinctKey, distinctComparer, distinctKeyComparer, skip
    case flatMap, flatMapLatest, flatMapFirst, switchLatest, merge, mergeLimited
    case mergeSources, mergeArray, mergeCollection, concat, concatSequence, deferred
    case zip, zipCollection, zipArrays, combineLatest, combineLatestCollection, combineLatestArrays
    case `do`, debounce, throttle, throttleFirst, delay, throughSharedSequence

    func apply<Strategy: SharingStrategyProtocol>(
        _ source: SharedSequence<Strategy, Int>
    ) -> SharedSequence<Strategy, Int> {
        typealias Shared = SharedSequence<Strategy, Int>
        let tens = Shared.of(10, 20)
        return switch self {
        case .map: source.map { $0 * 10 }
        case .compactMap: source.compactMap { $0 == 2 ? nil : $0 }
        case .scan: source.scan(10, accumulator: +)
        case .scanInto: source.scan(into: 10) { $0 += $1 }
        case .startWith: source.startWith(0)
        case .withLatestFrom: source.withLatestFrom(tens)
        case .withLatestFromResult: source.withLatestFrom(tens) { $0 + $1 }
        case .filter: source.filter { $0 != 2 }
        case .distinct: source.distinctUntilChanged()
        case .distinctKey: source.distinctUntilChanged { $0 / 2 }
        case .distinctComparer: source.distinctUntilChanged { $0 / 2 == $1 / 2 }
        case .distinctKeyComparer: source.distinctUntilChanged({ $0 / 2 }, comparer: ==)
        case .skip: source.skip(1)
        case .flatMap: source.flatMap { Shared.just($0 * 10) }
        case .flatMapLatest: source.flatMapLatest { Shared.just($0 * 10) }
        case .flatMapFirst: source.flatMapFirst { Shared.just($0 * 10) }
        case .switchLatest: source.map { Shared.just($0 * 10) }.switchLatest()
        case .merge: source.map { Shared.just($0 * 10) }.merge()
        case .mergeLimited: source.map { Shared.just($0 * 10) }.merge(maxConcurrent: 1)
        case .mergeSources: .merge(source, .empty())
        case .mergeArray: .merge([source])
        case .mergeCollection: .merge(AnyCollection([source]))
        case .concat: .concat([source, .just(10)])
        case .concatSequence: .concat(AnySequence([source, .just(10)]))
        case .deferred: .deferred { source }
        case .zip: .zip(source, tens) { $0 + $1 }
        case .zipCollection: .zip([source, tens]) { $0.reduce(0, +) }
        case .zipArrays: Shared.zip([source, tens]).map { $0.reduce(0, +) }
        case .combineLatest: .combineLatest(source, tens) { $0 + $1 }
        case .combineLatestCollection: .combineLatest([source, tens]) { $0.reduce(0, +) }
        case .combineLatestArrays: Shared.combineLatest([source, tens]).map { $0.reduce(0, +) }
        case .do: source.do(onNext: { _ in })
        case .debounce: source.debounce(.seconds(3))
        case .throttle: source.throttle(.seconds(3))
        case .throttleFirst: source.throttle(.seconds(100), latest: false)
        case .delay: source.delay(.seconds(3))
        case .throughSharedSequence: source.asSharedSequence()
        }
    }

    /// What it sends of a source that sends 2, 2 and 3.
    var elements: [Int] {
        switch self {
        case .map, .flatMap, .flatMapLatest, .flatMapFirst, .switchLatest, .merge, .mergeLimited: [20, 20, 30]
        case .compactMap, .filter: [3]
        case .scan, .scanInto: [12, 14, 17]
        case .startWith: [0, 2, 2, 3]
        case .withLatestFrom: [20, 20, 20]
        case .withLatestFromResult, .combineLatest, .combineLatestCollection, .combineLatestArrays: [22, 22, 23]
        case .distinct: [2, 3]
        case .distinctKey, .distinctComparer, .distinctKeyComparer, .throttleFirst: [2]
        case .skip: [2, 3]
        case .zip, .zipCollection, .zipArrays: [12, 22]
        case .concat, .concatSequence: [2, 2, 3, 10]
        case .mergeSources, .mergeArray, .mergeCollection, .deferred, .do, .debounce, .throttle, .delay,
            .throughSharedSequence:
            [2, 2, 3]
        }
    }

    /// What it sends of a source that sends nothing and completes.
    var elementsOfEmpty: [Int] {
        switch self {
        case .startWith: [0]
        case .concat, .concatSequence: [10]
        default: []
        }
    }

    /// What it sends of a source that sends nothing.
    var elementsOfNever: [Int] { self == .startWith ? [0] : [] }

    /// Whether it ends with the other source where its own is empty. It may do so before the test's subscription ends.
    var endsEarly: Bool { [.zip, .zipCollection, .zipArrays].contains(self) }
}
