import RxInstrumented
import RxTraceKit

/// A program, and what its marbles are; lines are left out.
struct MarbleProgram: Sendable, CustomStringConvertible {
    let name: String
    let marbles: String
    private let body: @Sendable () -> Void

    private init(_ name: String, _ marbles: String, _ body: @escaping @Sendable () -> Void) {
        (self.name, self.marbles, self.body) = (name, marbles, body)
    }

    var description: String { name }

    func trace() -> Trace { Trace.record(name, options: RecordingOptions(scope: .caused), body) }

    static let all = innerSources + handedOver + handedOn + startWiths + windows
}

/// An operator whose sources several subscriptions make, each its own.
extension MarbleProgram {
    private static let innerSources = [
        MarbleProgram(
            "two subscribe to a flatMapLatest",
            """
            subscription 1, disposed by bag
            PublishSubject  x------yyy----]
            of              (1,|)
            of                     (3,|)
            flatMapLatest   1------3------]
            observer        1------3------]

            subscription 2, disposed by bag
            PublishSubject  x------yyy----]
            of              (1,|)
            of                     (3,|)
            flatMapLatest   1------3------]
            filter          -------3------]
            observer        -------3------]
            """
        ) {
            let bag = DisposeBag()
            let taps = PublishSubject<String>()
            let answers = taps.flatMapLatest { word in Observable.of(word.count) }
            answers.subscribe(onNext: { _ in }).disposed(by: bag)
            answers.filter { $0 > 2 }.subscribe(onNext: { _ in }).disposed(by: bag)
            taps.onNext("x")
            taps.onNext("yyy")
        },
        MarbleProgram(
            "two subscribe to a flatMap of deferred",
            """
            subscription 1, disposed by bag
            PublishSubject  1--------]
            just            (r1,|)
            map             (r1!,|)
            deferred        (r1!,|)
            flatMap         r1!------]
            observer        r1!------]

            subscription 2, disposed by bag
            PublishSubject  1--------]
            just            (r1,|)
            map             (r1!,|)
            deferred        (r1!,|)
            flatMap         r1!------]
            observer        r1!------]
            """
        ) {
            let bag = DisposeBag()
            let taps = PublishSubject<Int>()
            let receipt = taps.flatMap { tap in Observable.deferred { Observable.just("r\(tap)").map { $0 + "!" } } }
            receipt.subscribe(onNext: { _ in }).disposed(by: bag)
            receipt.subscribe(onNext: { _ in }).disposed(by: bag)
            taps.onNext(1)
        },
        MarbleProgram(
            "two subscribe to a concatMap, a catch and a merge",
            """
            subscription 1, disposed by bag
            PublishSubject  1------]
            just            (2,|)
            concatMap       2------]
            map             X
            of              (7,|)
            catch           (7,|)
            merge           (2,7)--]
            observer        (2,7)--]

            subscription 4, disposed by bag
            PublishSubject  1------]
            just            (2,|)
            concatMap       2------]
            map             X
            of              (7,|)
            catch           (7,|)
            merge           (2,7)--]
            observer        (2,7)--]
            """
        ) {
            let bag = DisposeBag()
            let taps = PublishSubject<Int>()
            let answers = Observable.merge(
                taps.concatMap { Observable.just($0 + 1) },
                taps.map { _ in throw RxError.unknown }.catch { _ in Observable.of(7) })
            answers.subscribe(onNext: { _ in }).disposed(by: bag)
            answers.subscribe(onNext: { _ in }).disposed(by: bag)
            taps.onNext(1)
        },
        MarbleProgram(
            "two subscribe to a share, whose source is subscribed for the first",
            """
            subscription 1, disposed by bag
            PublishSubject, connection  1------]
            just                        (2,|)
            flatMap, connection         2------]
            share                       2------]
            observer                    2------]

            subscription 3, disposed by bag
            PublishSubject, connection  1------]
            just                        (2,|)
            flatMap, connection         2------]
            share                       2------]
            map                         -2-----]
            observer                    -2-----]

            subscription 4, disposed by bag
            PublishSubject  1------]
            just            (2,|)
            flatMap         2------]
            observer        2------]
            """
        ) {
            let bag = DisposeBag()
            let taps = PublishSubject<Int>()
            let answers = taps.flatMap { Observable.just($0 + 1) }
            let shared = answers.share()
            shared.subscribe(onNext: { _ in }).disposed(by: bag)
            shared.map { -$0 }.subscribe(onNext: { _ in }).disposed(by: bag)
            answers.subscribe(onNext: { _ in }).disposed(by: bag)
            taps.onNext(1)
        },
    ]
}

extension MarbleProgram {
    /// One line makes more sources than have rows each.
    static let many = MarbleProgram("a flatMap of twenty sources", "") {
        let bag = DisposeBag()
        let taps = PublishSubject<Int>()
        taps.flatMap { tap in Observable.just(tap) }.subscribe(onNext: { _ in }).disposed(by: bag)
        for tap in 1...20 { taps.onNext(tap) }
    }
}

/// A subject that hands over a value that no call brought it.
extension MarbleProgram {
    private static let handedOver = [
        MarbleProgram(
            "a BehaviorSubject's first value",
            """
            subscription 1, disposed by bag
            BehaviorSubject  0--1--2--]
            skip             ---1--2--]
            observer         ---1--2--]

            subscription 2, disposed by bag
            BehaviorSubject  0--1---2---]
            map              0--10--20--]
            observer         0--10--20--]
            """
        ) {
            let bag = DisposeBag()
            let count = BehaviorSubject(value: 0)
            count.skip(1).subscribe(onNext: { _ in }).disposed(by: bag)
            count.map { $0 * 10 }.subscribe(onNext: { _ in }).disposed(by: bag)
            count.onNext(1)
            count.onNext(2)
        },
        MarbleProgram(
            "a BehaviorSubject that was sent one before",
            """
            subscription 1, disposed by bag
            BehaviorSubject  1  ----2---]
            map                 10--20--]
            observer            10--20--]
            """
        ) {
            let bag = DisposeBag()
            let count = BehaviorSubject(value: 0)
            count.onNext(1)
            count.map { $0 * 10 }.subscribe(onNext: { _ in }).disposed(by: bag)
            count.onNext(2)
        },
    ]
}

/// An operator that sends elsewhere, too, or whose closure does.
extension MarbleProgram {
    private static let handedOn = [
        MarbleProgram(
            "a do that sends to a subject",
            """
            subscription 1, disposed by bag
            PublishSubject#1, bag  1------2------]
            map, bag               2------4------]
            do, bag                2------4------]
            PublishSubject#2       saw 2--saw 4--]
            observer               saw 2--saw 4--]

            subscription 2, disposed by bag
            PublishSubject#1  1--2--]
            map               2--4--]
            do                2--4--]
            observer          2--4--]
            """
        ) {
            let bag = DisposeBag()
            let (taps, log) = (PublishSubject<Int>(), PublishSubject<String>())
            log.subscribe(onNext: { _ in }).disposed(by: bag)
            taps.map { $0 * 2 }.do(onNext: { log.onNext("saw \($0)") }).subscribe(onNext: { _ in }).disposed(by: bag)
            taps.onNext(1)
            taps.onNext(2)
        },
        MarbleProgram(
            "a retry(when:) that tries again at once",
            """
            subscription 1, disposed by bag
            create          X  X  hello
            map             0--0---------]
            retry, dispose  ------hello--]
            observer        ------hello--]
            """
        ) {
            let bag = DisposeBag()
            var tries = 0
            Observable<String>.create { observer in
                tries += 1
                if tries < 3 { observer.onError(RxError.unknown) } else { observer.onNext("hello") }
                return Disposables.create()
            }
            .retry(when: { errors in errors.map { _ in 0 } })
            .subscribe(onNext: { _ in }).disposed(by: bag)
        },
        MarbleProgram(
            "the groups of a groupBy",
            """
            subscription 1, completed
            PublishSubject#1       1-----------------------2-----------------------3----|
            groupBy                GroupedObse…mpl<Swift…--GroupedObse…mpl<Swift…-------|
            sequence 1 of groupBy  1-----------------------------------------------3----|
            map                    1:1---------------------------------------------1:3--|
            sequence 2 of groupBy                          2----------------------------|
            map                                            0:2--------------------------|
            flatMap                1:1---------------------0:2---------------------1:3--|
            observer               1:1---------------------0:2---------------------1:3--|
            """
        ) {
            let bag = DisposeBag()
            let taps = PublishSubject<Int>()
            taps.groupBy { $0 % 2 }.flatMap { group in group.map { "\(group.key):\($0)" } }
                .subscribe(onNext: { _ in }).disposed(by: bag)
            for tap in 1...3 { taps.onNext(tap) }
            taps.onCompleted()
        },
    ]
}

/// An operator that gives its observer to its source.
extension MarbleProgram {
    private static let startWiths = [
        MarbleProgram(
            "a startWith",
            """
            subscription 1, completed
            PublishSubject     1--2--|
            map                2--4--|
            startWith       0--2--4--|
            observer        0--2--4--|
            """
        ) {
            let taps = PublishSubject<Int>()
            let subscription = taps.map { $0 * 2 }.startWith(0).subscribe(onNext: { _ in })
            taps.onNext(1)
            taps.onNext(2)
            taps.onCompleted()
            subscription.dispose()
        },
        MarbleProgram(
            "two startWiths in a row",
            """
            subscription 1, completed
            PublishSubject           5---6---|
            startWith             1--5---6---|
            startWith       2--3--1--5---6---|
            map             4--6--2--10--12--|
            observer        4--6--2--10--12--|
            """
        ) {
            let taps = PublishSubject<Int>()
            let subscription = taps.startWith(1).startWith(2, 3).map { $0 * 2 }.subscribe(onNext: { _ in })
            taps.onNext(5)
            taps.onNext(6)
            taps.onCompleted()
            subscription.dispose()
        },
    ]
}

/// An operator that hands over sequences, each with a lane below its own.
extension MarbleProgram {
    private static let windows = [
        MarbleProgram(
            "the windows of a window, each summed up",
            """
            subscription 1, completed
            PublishSubject#1                   1--2------------3--|
            window                AddRef<Int>-----AddRef<Int>-----|
            sequence 1 of window  -------------1--(2,|)
            reduce                ----------------(3,|)
            sequence 2 of window                  -------------3--|
            reduce                                ----------------(3,|)
            flatMap               ----------------3---------------(3,|)
            observer              ----------------3---------------(3,|)
            """
        ) {
            let taps = PublishSubject<Int>()
            let subscription = taps.window(timeSpan: .seconds(9), count: 2, scheduler: HistoricalScheduler())
                .flatMap { $0.reduce(0, accumulator: +) }.subscribe(onNext: { _ in })
            for tap in 1...3 { taps.onNext(tap) }
            taps.onCompleted()
            subscription.dispose()
        },
        MarbleProgram(
            "the windows of a window, each subscribed",
            """
            subscription 1, completed
            PublishSubject#1               1--2------------3--|
            window            AddRef<Int>-----AddRef<Int>-----|
            observer          AddRef<Int>-----AddRef<Int>-----|

            subscription 2, completed
            PublishSubject#1                   1--2------------3--|
            window                AddRef<Int>-----AddRef<Int>-----|
            sequence 1 of window  -------------1--(2,|)
            observer              -------------1--(2,|)

            subscription 3, completed
            PublishSubject#1                   1--2------------3--|
            window                AddRef<Int>-----AddRef<Int>-----|
            sequence 2 of window                  -------------3--|
            observer                              -------------3--|
            """
        ) {
            let bag = DisposeBag()
            let taps = PublishSubject<Int>()
            taps.window(timeSpan: .seconds(9), count: 2, scheduler: HistoricalScheduler())
                .subscribe(onNext: { $0.subscribe(onNext: { _ in }).disposed(by: bag) }).disposed(by: bag)
            for tap in 1...3 { taps.onNext(tap) }
            taps.onCompleted()
        },
        MarbleProgram(
            "a source that is let go of before its elements have come",
            """
            subscription 1, completed
            interval  0--1]
            take      0--(1,|)
            delay     ----------0--1--|
            observer  ----------0--1--|
            """
        ) {
            let clock = HistoricalScheduler()
            _ = Observable<Int>.interval(.seconds(1), scheduler: clock).take(2).delay(.seconds(9), scheduler: clock)
                .subscribe(onNext: { _ in })
            clock.start()
        },
    ]
}
