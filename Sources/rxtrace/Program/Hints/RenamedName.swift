/// A name of an earlier RxSwift that a program uses, and the one that has taken its place.
enum RenamedName {
    static func hint(for error: CompilerError) -> String? {
        if let name = error.unknownName { return types[name].map { "`\(name)` of an earlier RxSwift is now \($0)" } }
        guard let member = error.unknownMember else { return nil }
        if member.hasPrefix("rx_") { return "`\(member)` of an earlier RxSwift is now `rx.\(member.dropFirst(3))`" }
        if error.text.contains("Relay<"), ["onNext", "on"].contains(member) {
            return "a relay takes its elements by `accept(_:)`"
        }
        if member == "error", error.text.contains("Result<") {
            return "a single's event is a `Result` since RxSwift 6: `.failure(error)`"
        }
        return members[member].map { "`\(member)` of an earlier RxSwift is now \($0)" }
    }

    private static let types = [
        "Variable": "`BehaviorRelay`, of RxRelay: `accept(_:)` sets its value",
        "AnonymousDisposable": "`Disposables.create { … }`",
        "NopDisposable": "`Disposables.create()`",
        "BinaryDisposable": "`Disposables.create(first, second)`",
        "E": "`Element`",
    ]

    private static let members = [
        "addDisposableTo": "`disposed(by:)`",
        "bindTo": "`bind(to:)`",
        "bindNext": "`bind(onNext:)`",
        "subscribeNext": "`subscribe(onNext:)`",
        "subscribeError": "`subscribe(onError:)`",
        "subscribeCompleted": "`subscribe(onCompleted:)`",
        "driveNext": "`drive(onNext:)`",
        "doOn": "`do(onNext:onError:onCompleted:)`",
        "doOnNext": "`do(onNext:)`",
        "doOnError": "`do(onError:)`",
        "doOnCompleted": "`do(onCompleted:)`",
        "shareReplay": "`share(replay:)`",
        "shareReplayLatestWhileConnected": "`share(replay: 1)`",
        "mapWithIndex": "`enumerated().map { index, element in … }`",
        "flatMapWithIndex": "`enumerated().flatMap { index, element in … }`",
        "takeWhileWithIndex": "`enumerated().take(while: { index, element in … })`",
        "skipWhileWithIndex": "`enumerated().skip(while: { index, element in … })`",
        "toObservable": "`Observable.from(_:)` for a sequence, and `asObservable()` otherwise",
        "combineLatest": "`Observable.combineLatest(_:resultSelector:)`, which takes the collection",
        "zip": "`Observable.zip(_:resultSelector:)`, which takes the collection",
        "sharedInstance": "`instance`",
        "Next": "`next`",
        "Error": "`error`",
        "Completed": "`completed`",
    ]
}
