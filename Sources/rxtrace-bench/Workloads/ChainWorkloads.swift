import RxSwift

/// An observable that sends `count` integers and completes.
func numbers(_ count: Int) -> Observable<Int> {
    Observable.create { observer in
        for number in 0..<count { observer.onNext(number) }
        observer.onCompleted()
        return Disposables.create()
    }
}

private func sixMapsAndFilters(_ source: Observable<Int>) -> Observable<Int> {
    var result = source
    for _ in 0..<6 { result = result.map { $0 &+ 1 }.filter { $0 != Int.min } }
    return result
}

let chainWorkloads: [Workload] = [
    Workload(
        name: "create emitting in a loop", unit: "event", rxSwift: 84, unitsPerRepetition: 1, repetitions: 1_000_000
    ) { count in
        let sum = Sum()
        _ = numbers(count).subscribe(onNext: { sum.add($0) })
    },
    Workload(
        name: "create + subscribe + event + completed + bag", unit: "cycle", rxSwift: 1960, unitsPerRepetition: 1,
        repetitions: 100_000
    ) { count in
        let sum = Sum()
        for _ in 0..<count {
            let bag = DisposeBag()
            numbers(1).subscribe(onNext: { sum.add($0) }).disposed(by: bag)
        }
    },
    Workload(
        name: "6 × (map + filter), emitting", unit: "stage·event", rxSwift: 79, unitsPerRepetition: 12,
        repetitions: 200_000
    ) { count in
        let sum = Sum()
        _ = sixMapsAndFilters(numbers(count)).subscribe(onNext: { sum.add($0) })
    },
    Workload(
        name: "6 × (map + filter), made, one event, disposed", unit: "stage", rxSwift: 774, unitsPerRepetition: 12,
        repetitions: 20_000
    ) { count in
        let sum = Sum()
        for _ in 0..<count {
            let source = Observable<Int>.create { observer in
                observer.onNext(1)
                return Disposables.create()
            }
            sixMapsAndFilters(source).subscribe(onNext: { sum.add($0) }).dispose()
        }
    },
    Workload(
        name: "5 × flatMap { .just($0) }, emitting", unit: "stage·event", rxSwift: 724, unitsPerRepetition: 5,
        repetitions: 20_000
    ) { count in
        let sum = Sum()
        var result = numbers(count)
        for _ in 0..<5 { result = result.flatMap { Observable.just($0) } }
        _ = result.subscribe(onNext: { sum.add($0) })
    },
    Workload(
        name: "5 × flatMapLatest { .just($0) }, emitting", unit: "stage·event", rxSwift: 674, unitsPerRepetition: 5,
        repetitions: 20_000
    ) { count in
        let sum = Sum()
        var result = numbers(count)
        for _ in 0..<5 { result = result.flatMapLatest { Observable.just($0) } }
        _ = result.subscribe(onNext: { sum.add($0) })
    },
    Workload(
        name: "concatMap { .just($0) } of a subject", unit: "event", rxSwift: 1170, unitsPerRepetition: 1,
        repetitions: 100_000
    ) { count in
        let sum = Sum()
        let subject = PublishSubject<Int>()
        let subscription = subject.concatMap { Observable.just($0) }.subscribe(onNext: { sum.add($0) })
        for number in 0..<count { subject.onNext(number) }
        subscription.dispose()
    },
    Workload(
        name: "subject, skip, do, take, enumerated, compactMap", unit: "event", rxSwift: 794, unitsPerRepetition: 1,
        repetitions: 200_000
    ) { count in
        let sum = Sum()
        let subject = PublishSubject<Int>()
        let subscription = subject.skip(1).do(onNext: { sum.add($0) }).take(Int.max).enumerated()
            .compactMap { $0.index &+ $0.element }
            .subscribe(onNext: { sum.add($0) })
        for number in 0..<count { subject.onNext(number) }
        subscription.dispose()
    },
    Workload(
        name: "just + retry + catchAndReturn + startWith", unit: "cycle", rxSwift: 5720, unitsPerRepetition: 1,
        repetitions: 20_000
    ) { count in
        let sum = Sum()
        for number in 0..<count {
            Observable.just(number).retry(2).catchAndReturn(0).startWith(1).subscribe(onNext: { sum.add($0) })
                .dispose()
        }
    },
]
