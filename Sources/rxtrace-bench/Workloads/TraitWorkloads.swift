import RxSwift

let traitWorkloads: [Workload] = [
    Workload(
        name: "Single.just.flatMap { .just }, subscribed, disposed", unit: "cycle", rxSwift: 3700,
        unitsPerRepetition: 1, repetitions: 50_000
    ) { count in
        let sum = Sum()
        for number in 0..<count {
            Single.just(number).flatMap { .just($0 &+ 1) }.subscribe(onSuccess: { sum.add($0) }).dispose()
        }
    },
    Workload(
        name: "Single.create.map, subscribed, disposed", unit: "cycle", rxSwift: 2820, unitsPerRepetition: 1,
        repetitions: 50_000
    ) { count in
        let sum = Sum()
        for number in 0..<count {
            let single = Single<Int>.create { observer in
                observer(.success(number))
                return Disposables.create()
            }
            single.map { $0 &+ 1 }.subscribe(onSuccess: { sum.add($0) }).dispose()
        }
    },
]
