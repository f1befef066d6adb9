import RxRelay
import RxSwift

let relayWorkloads: [Workload] = [
    Workload(
        name: "PublishRelay, 1 subscriber, accept", unit: "event", rxSwift: 310, unitsPerRepetition: 1,
        repetitions: 500_000
    ) { count in
        let sum = Sum()
        let relay = PublishRelay<Int>()
        let subscription = relay.subscribe(onNext: { sum.add($0) })
        for number in 0..<count { relay.accept(number) }
        subscription.dispose()
    },
    Workload(
        name: "BehaviorRelay, 1 subscriber, accept", unit: "event", rxSwift: 355, unitsPerRepetition: 1,
        repetitions: 500_000
    ) { count in
        let sum = Sum()
        let relay = BehaviorRelay(value: 0)
        let subscription = relay.subscribe(onNext: { sum.add($0) })
        for number in 0..<count { relay.accept(number) }
        subscription.dispose()
    },
]
