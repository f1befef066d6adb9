import RxInstrumented
import Testing

/// Closures of traits' operators that throw: the error is the sequence's.
@Suite(.everyRecorderState) struct ThrowingClosureTests {
    static func fail<Value>() throws -> Value { throw TestError("closure") }

    static let sequences: [(name: String, sequence: Observable<Int>)] = [
        ("map", Single.just(1).map { _ in try fail() }.asObservable()),
        ("flatMap", Single.just(1).flatMap { _ in try fail() }.asObservable()),
        ("flatMapMaybe", Single.just(1).flatMapMaybe { _ in try fail() }.asObservable()),
        (
            "flatMapCompletable",
            Single.just(1).flatMapCompletable { _ in try fail() }.andThen(Observable<Int>.empty())
        ),
        ("filter", Single.just(1).filter { _ in try fail() }.asObservable()),
        ("compactMap", Single.just(1).compactMap { _ in try fail() }.asObservable()),
        ("do onSuccess", Single.just(1).do(onSuccess: { _ in try fail() }).asObservable()),
        ("do onError", Single<Int>.error(RxError.unknown).do(onError: { _ in try fail() }).asObservable()),
        ("catch", Single<Int>.error(RxError.unknown).catch { _ in try fail() }.asObservable()),
        ("deferred", Single<Int>.deferred { try fail() }.asObservable()),
        (
            "using",
            Single<Int>.using({ BooleanDisposable() }, primitiveSequenceFactory: { _ in try fail() }).asObservable()
        ),
        ("zip", Single<Int>.zip(.just(1), .just(2)) { _, _ in try fail() }.asObservable()),
        ("zip of none", Single.zip([Single<Int>]()) { _ in try fail() }.asObservable()),
        ("maybe map", Maybe.just(1).map { _ in try fail() }.asObservable()),
        ("maybe flatMap", Maybe.just(1).flatMap { _ in try fail() }.asObservable()),
        ("maybe do", Maybe.just(1).do(onNext: { _ in try fail() }).asObservable()),
        (
            "completable do",
            Completable.empty().do(onCompleted: { try fail() }).andThen(Observable<Int>.empty())
        ),
    ]

    @Test(arguments: sequences.indices) func theErrorIsTheSequences(_ place: Int) {
        var events: [String] = []
        _ = Self.sequences[place].sequence.subscribe { events.append($0.debugDescription) }
        let seen = events.filter { $0 != "next(1)" }
        #expect(seen == ["error(TestError(closure))"], "\(Self.sequences[place].name)")
    }
}
