import Dispatch
import RxSwift

let schedulerWorkloads: [Workload] = [
    Workload(
        name: "observe(on:) a serial queue", unit: "event", rxSwift: 746, unitsPerRepetition: 1, repetitions: 200_000
    ) { count in
        let sum = Sum()
        let done = DispatchSemaphore(value: 0)
        let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "bench")
        _ = numbers(count).observe(on: scheduler)
            .subscribe(onNext: { sum.add($0) }, onCompleted: { done.signal() })
        done.wait()
    },
    Workload(
        name: "never() × 1,000 into one bag, bag released", unit: "subscription", rxSwift: 550,
        unitsPerRepetition: 1000, repetitions: 200
    ) { count in
        for _ in 0..<count {
            let bag = DisposeBag()
            for _ in 0..<1000 { Observable<Int>.never().subscribe(onNext: { _ in }).disposed(by: bag) }
        }
    },
]
