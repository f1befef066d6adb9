import RxSwift

let combiningWorkloads: [Workload] = [
    Workload(
        name: "6 × combineLatest of four, emitting", unit: "stage·event", rxSwift: 287, unitsPerRepetition: 6,
        repetitions: 100_000
    ) { count in
        let sum = Sum()
        var result = numbers(count)
        for _ in 0..<6 {
            result = Observable.combineLatest(Observable.just(1), Observable.just(1), Observable.just(1), result) {
                first, _, _, last in first &+ last
            }
        }
        _ = result.subscribe(onNext: { sum.add($0) })
    },
    Workload(
        name: "scan + distinctUntilChanged + share(replay: 1), ×4", unit: "delivery", rxSwift: 188,
        unitsPerRepetition: 4, repetitions: 100_000
    ) { count in
        let sum = Sum()
        let subject = PublishSubject<Int>()
        let shared = subject.scan(0, accumulator: &+).distinctUntilChanged().share(replay: 1)
        let bag = DisposeBag()
        for _ in 0..<4 { shared.subscribe(onNext: { sum.add($0) }).disposed(by: bag) }
        for _ in 0..<count { subject.onNext(1) }
    },
    Workload(
        name: "zip of two subjects + withLatestFrom", unit: "pair", rxSwift: 1510, unitsPerRepetition: 1,
        repetitions: 100_000
    ) { count in
        let sum = Sum()
        let left = PublishSubject<Int>()
        let right = PublishSubject<Int>()
        let latest = PublishSubject<Int>()
        let subscription = Observable.zip(left, right) { $0 &+ $1 }
            .withLatestFrom(latest) { $0 &+ $1 }
            .subscribe(onNext: { sum.add($0) })
        latest.onNext(1)
        for number in 0..<count {
            left.onNext(number)
            right.onNext(number)
        }
        subscription.dispose()
    },
    Workload(
        name: "zip of three subjects", unit: "triple", rxSwift: 2050, unitsPerRepetition: 1, repetitions: 100_000
    ) { count in
        let sum = Sum()
        let (first, second, third) = (PublishSubject<Int>(), PublishSubject<Int>(), PublishSubject<Int>())
        let subscription = Observable.zip(first, second, third) { $0 &+ $1 &+ $2 }.subscribe(onNext: { sum.add($0) })
        for number in 0..<count {
            first.onNext(number)
            second.onNext(number)
            third.onNext(number)
        }
        subscription.dispose()
    },
    Workload(
        name: "groupBy into 8, flatMap { $0.map { … } }", unit: "event", rxSwift: 875, unitsPerRepetition: 1,
        repetitions: 200_000
    ) { count in
        let sum = Sum()
        let subject = PublishSubject<Int>()
        let subscription = subject.groupBy { $0 & 7 }.flatMap { $0.map { $0 &+ 1 } }.subscribe(onNext: { sum.add($0) })
        for number in 0..<count { subject.onNext(number) }
        subscription.dispose()
    },
    Workload(
        name: "merge of four subjects", unit: "event", rxSwift: 366, unitsPerRepetition: 4, repetitions: 100_000
    ) { count in
        let sum = Sum()
        let subjects = (0..<4).map { _ in PublishSubject<Int>() }
        let subscription = Observable.merge(subjects.map { $0.asObservable() }).subscribe(onNext: { sum.add($0) })
        for number in 0..<count {
            for subject in subjects { subject.onNext(number) }
        }
        subscription.dispose()
    },
]
