import RxSwift

let subjectWorkloads: [Workload] = [
    Workload(
        name: "PublishSubject, 1 subscriber", unit: "event", rxSwift: 233, unitsPerRepetition: 1,
        repetitions: 1_000_000
    ) { count in
        let sum = Sum()
        let subject = PublishSubject<Int>()
        let subscription = subject.subscribe(onNext: { sum.add($0) })
        for number in 0..<count { subject.onNext(number) }
        subscription.dispose()
    },
    Workload(
        name: "PublishSubject, 8 subscribers", unit: "delivery", rxSwift: 78, unitsPerRepetition: 8,
        repetitions: 200_000
    ) { count in
        let sum = Sum()
        let subject = PublishSubject<Int>()
        let bag = DisposeBag()
        for _ in 0..<8 { subject.subscribe(onNext: { sum.add($0) }).disposed(by: bag) }
        for number in 0..<count { subject.onNext(number) }
    },
    Workload(
        name: "make a subject, subscribe, one event, dispose", unit: "cycle", rxSwift: 1336, unitsPerRepetition: 1,
        repetitions: 100_000
    ) { count in
        let sum = Sum()
        for number in 0..<count {
            let subject = PublishSubject<Int>()
            let subscription = subject.subscribe(onNext: { sum.add($0) })
            subject.onNext(number)
            subscription.dispose()
        }
    },
]
