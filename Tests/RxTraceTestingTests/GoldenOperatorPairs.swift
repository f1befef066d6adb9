import Foundation
import RxRelay
import RxSwift

/// A program of some 100 to 400 calls, before and after one of its operators is removed, added or replaced.
struct GoldenOperatorPair {
    enum Change: String {
        case removed, added, replaced
    }

    private struct Failure: Error {}

    var name: String
    var change: Change
    var before: () -> Void
    var after: () -> Void

    /// - Parameters:
    ///   - old: puts the operator into the chain, or none.
    ///   - new: puts in what stands there afterwards.
    ///   - program: is handed what is put into its chain.
    private init<Element>(
        _ name: String, _ change: Change, _ old: @escaping (Observable<Element>) -> Observable<Element>,
        _ new: @escaping (Observable<Element>) -> Observable<Element>,
        _ program: @escaping (@escaping (Observable<Element>) -> Observable<Element>) -> Void
    ) {
        self.name = name
        self.change = change
        before = { program(old) }
        after = { program(new) }
    }

    private static func removed<Element>(
        _ name: String, _ old: @escaping (Observable<Element>) -> Observable<Element>,
        _ program: @escaping (@escaping (Observable<Element>) -> Observable<Element>) -> Void
    ) -> Self { Self(name, .removed, old, { $0 }, program) }

    private static func added<Element>(
        _ name: String, _ new: @escaping (Observable<Element>) -> Observable<Element>,
        _ program: @escaping (@escaping (Observable<Element>) -> Observable<Element>) -> Void
    ) -> Self { Self(name, .added, { $0 }, new, program) }

    /// Lets a virtual second pass.
    private static func pass(_ time: HistoricalScheduler, seconds: Double = 1) {
        time.advanceTo(time.now.addingTimeInterval(seconds))
    }

    /// For a program whose operator takes a scheduler.
    private static let time = HistoricalScheduler()

    static let all: [Self] = [
        removed(
            "a map of a chain", { (source: Observable<Int>) in source.map { $0 } },
            { part in
                _ = part(Observable.of(11, 12, 13, 14))
                    .filter { $0 > 10 }
                    .scan(0) { $0 + $1 }
                    .map { "total \($0)" }
                    .subscribe(onNext: { _ in })
            }),
        added(
            "a do in a chain", { (source: Observable<Int>) in source.do(onNext: { _ in }) },
            { part in
                _ = part(Observable.of(1, 2, 3, 4).map { $0 * 10 })
                    .filter { $0 > 10 }
                    .scan(0) { $0 + $1 }
                    .map { "total \($0)" }
                    .subscribe(onNext: { _ in })
            }),
        removed(
            "distinctUntilChanged of a search", { (source: Observable<String>) in source.distinctUntilChanged() },
            { part in
                let time = HistoricalScheduler()
                let query = PublishSubject<String>()
                let bag = DisposeBag()
                part(query.debounce(.milliseconds(300), scheduler: time))
                    .flatMapLatest { word in Observable.of("\(word) 1", "\(word) 2").map { $0.uppercased() } }
                    .subscribe(onNext: { _ in })
                    .disposed(by: bag)
                for word in ["r", "rx", "rxs"] {
                    query.onNext(word)
                    pass(time)
                }
                query.onCompleted()
            }),
        removed(
            "a filter in flatMapLatest", { (source: Observable<Int>) in source.filter { _ in true } },
            { part in
                let time = HistoricalScheduler()
                let ids = PublishSubject<Int>()
                let subscription = ids.flatMapLatest { id in
                    part(Observable<Int>.timer(.seconds(2), scheduler: time)).map { _ in "item \(id)" }
                }.subscribe(onNext: { _ in })
                ids.onNext(1)
                pass(time)
                ids.onNext(2)
                pass(time, seconds: 3)
                ids.onNext(3)
                pass(time, seconds: 3)
                subscription.dispose()
            }),
        removed(
            "a filter below observe(on:)", { (source: Observable<String>) in source.filter { !$0.isEmpty } },
            { part in
                let time = HistoricalScheduler()
                let subscription = part(Observable.of("a", "b", "c").map { $0.uppercased() }.observe(on: time))
                    .map { $0 + "!" }
                    .subscribe(onNext: { _ in })
                time.start()
                subscription.dispose()
            }),
        removed(
            "startWith of a form", { (source: Observable<Bool>) in source.startWith(false) },
            { part in
                let name = PublishSubject<String>()
                let mail = PublishSubject<String>()
                let bag = DisposeBag()
                Observable.combineLatest(part(name.map { !$0.isEmpty }), mail.map { $0.contains("@") }) { $0 && $1 }
                    .distinctUntilChanged()
                    .subscribe(onNext: { _ in })
                    .disposed(by: bag)
                name.onNext("Ann")
                mail.onNext("ann")
                mail.onNext("ann@example.org")
                name.onNext("")
                name.onNext("Anna")
            }),
        removed(
            "startWith above zip", { (source: Observable<Int>) in source.startWith(0) },
            { part in
                let left = PublishSubject<Int>()
                let right = PublishSubject<Int>()
                let subscription = Observable.zip(part(left.map { $0 * 2 }), right.filter { $0 > 0 }) { $0 + $1 }
                    .map { "sum \($0)" }
                    .subscribe(onNext: { _ in })
                for number in 1...3 {
                    left.onNext(number)
                    right.onNext(number + 4)
                }
                subscription.dispose()
            }),
        added(
            "a do in a source of merge", { (source: Observable<Int>) in source.do(onNext: { _ in }) },
            { part in
                let taps = PublishSubject<Int>()
                let swipes = PublishSubject<Int>()
                let bag = DisposeBag()
                Observable.merge(part(taps.asObservable()), swipes.map { -$0 })
                    .scan(0, accumulator: +)
                    .subscribe(onNext: { _ in })
                    .disposed(by: bag)
                for step in 1...4 {
                    taps.onNext(step)
                    swipes.onNext(step)
                }
                taps.onCompleted()
                swipes.onCompleted()
            }),
        added(
            "a filter above share", { (source: Observable<Int>) in source.filter { $0 > 0 } },
            { part in
                let source = PublishSubject<Int>()
                let shared = part(source.asObservable()).map { $0 + 1 }.share(replay: 1)
                let bag = DisposeBag()
                shared.subscribe(onNext: { _ in }).disposed(by: bag)
                source.onNext(1)
                shared.filter { $0 > 2 }.subscribe(onNext: { _ in }).disposed(by: bag)
                source.onNext(2)
                source.onNext(3)
                source.onCompleted()
            }),
        added(
            "catchAndReturn below retry", { (source: Observable<String>) in source.catchAndReturn("none") },
            { part in
                var attempts = 0
                let request = Observable<String>.create { observer in
                    attempts += 1
                    guard attempts == 3 else {
                        observer.onError(Failure())
                        return Disposables.create()
                    }
                    observer.onNext("body")
                    observer.onCompleted()
                    return Disposables.create()
                }
                let bag = DisposeBag()
                part(request.retry(4)).map { $0.count }.subscribe(onNext: { _ in }).disposed(by: bag)
            }),
        Self(
            "map and compactMap", .replaced, { (source: Observable<Int>) in source.map { $0 - 1 } },
            { $0.compactMap { $0 - 1 } },
            { part in
                let ids = PublishSubject<Int>()
                let answers = [PublishSubject<String>(), PublishSubject<String>()]
                let bag = DisposeBag()
                part(ids.asObservable())
                    .flatMapLatest { answers[$0] }
                    .map { $0.uppercased() }
                    .subscribe(onNext: { _ in })
                    .disposed(by: bag)
                ids.onNext(1)
                answers[0].onNext("one")
                ids.onNext(2)
                answers[1].onNext("two")
                answers[1].onCompleted()
                ids.onCompleted()
            }),
        Self(
            "filter and distinctUntilChanged", .replaced,
            { (source: Observable<String>) in source.filter { !$0.isEmpty } }, { $0.distinctUntilChanged() },
            { part in
                let save = PublishSubject<Void>()
                let text = BehaviorRelay(value: "-")
                let bag = DisposeBag()
                part(save.withLatestFrom(text)).map { $0.count }.subscribe(onNext: { _ in }).disposed(by: bag)
                for word in ["a", "ab", "abc"] {
                    text.accept(word)
                    save.onNext(())
                }
                save.onCompleted()
            }),
        removed(
            "observe(on:) of each request", { (source: Observable<String>) in source.observe(on: time) },
            { part in
                let subscription = Observable.of(1, 2, 3, 4).flatMap { id in
                    part(Observable.just("answer \(id)").delay(.seconds(id), scheduler: time)).map { $0.count }
                }.subscribe(onNext: { _ in })
                time.start()
                subscription.dispose()
            }),
        removed(
            "take(until:)", { (source: Observable<Int>) in source.take(until: Observable<Int>.never()) },
            { part in
                let events = PublishSubject<Int>()
                let bag = DisposeBag()
                part(events.map { $0 + 1 })
                    .filter { $0 > 1 }
                    .map { "event \($0)" }
                    .subscribe(onNext: { _ in })
                    .disposed(by: bag)
                for event in 0...5 { events.onNext(event) }
                events.onCompleted()
            }),
        added(
            "a do of a Single", { (source: Observable<String>) in source.do(onNext: { _ in }) },
            { part in
                let time = HistoricalScheduler()
                func user(_ id: Int) -> Single<String> { Single.just("user \(id)").delay(.seconds(1), scheduler: time) }
                let bag = DisposeBag()
                part(user(1).flatMap { name in user(2).map { name + $0 } }.asObservable())
                    .map { $0.count }
                    .subscribe(onNext: { _ in })
                    .disposed(by: bag)
                time.start()
            }),
    ]
}
