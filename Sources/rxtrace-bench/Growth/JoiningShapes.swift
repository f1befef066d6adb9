import RxRelay
import RxSwift

extension GrowthShape {
    static let joining = [
        GrowthShape(name: "combineLatest of two subjects") { units in
            join(units) { Observable.combineLatest($0, $1) { $0 &+ $1 } }
        },
        GrowthShape(name: "combineLatest of one relay twice") { units in
            let relay = BehaviorRelay(value: 0)
            let all = Observable.combineLatest(relay, relay.map { $0 &+ 1 }) { $0 &+ $1 }
                .subscribe(onNext: { shown.add($0) })
            for number in 0..<units { relay.accept(number) }
            all.dispose()
        },
        GrowthShape(name: "combineLatest of twenty") { units in
            // Each result names all that it is made of.
            for _ in 0..<units / 20 {
                let relays = (0..<20).map { BehaviorRelay(value: $0) }
                let all = Observable.combineLatest(relays.map { $0.asObservable() }) { $0.count }
                    .subscribe(onNext: { shown.add($0) })
                for relay in relays { relay.accept(1) }
                all.dispose()
            }
        },
        GrowthShape(name: "combineLatest, made again and again") { units in
            let (one, other) = (BehaviorRelay(value: 0), BehaviorRelay(value: 1))
            for number in 0..<units {
                let joint = Observable.combineLatest(one, other) { $0 &+ $1 }.subscribe(onNext: { shown.add($0) })
                one.accept(number)
                joint.dispose()
            }
        },
        GrowthShape(name: "zip of two subjects") { units in join(units) { Observable.zip($0, $1) { $0 &+ $1 } } },
        GrowthShape(name: "zip, one far ahead") { units in
            let (one, other) = (PublishSubject<Int>(), PublishSubject<Int>())
            let all = Observable.zip(one, other) { $0 &+ $1 }.subscribe(onNext: { shown.add($0) })
            for number in 0..<units { one.onNext(number) }
            for number in 0..<units / 2 { other.onNext(number) }
            all.dispose()
        },
        GrowthShape(name: "withLatestFrom") { units in join(units) { $0.withLatestFrom($1) { $0 &+ $1 } } },
        GrowthShape(name: "withLatestFrom, made again and again") { units in
            let (taps, state) = (PublishSubject<Int>(), BehaviorRelay(value: 1))
            for number in 0..<units {
                let joint = taps.withLatestFrom(state) { $0 &+ $1 }.subscribe(onNext: { shown.add($0) })
                taps.onNext(number)
                joint.dispose()
            }
        },
        GrowthShape(name: "sample") { units in join(units) { $0.sample($1) } },
        GrowthShape(name: "amb, made again and again") { units in
            for number in 0..<units {
                let (one, other) = (PublishSubject<Int>(), PublishSubject<Int>())
                let first = one.amb(other).subscribe(onNext: { shown.add($0) })
                one.onNext(number)
                first.dispose()
            }
        },
        GrowthShape(name: "scan, do, distinctUntilChanged, materialize") { units in
            flatten(units) {
                $0.scan(0, accumulator: &+).do(onNext: { shown.add($0) }).distinctUntilChanged().materialize()
                    .dematerialize()
            }
        },
        GrowthShape(name: "using, deferred") { units in
            for number in 0..<units {
                let resource = Observable.using({ BooleanDisposable() }) { _ in
                    Observable.deferred { answer(number) }
                }
                resource.subscribe(onNext: { shown.add($0) }).dispose()
            }
        },
    ]

    private static func join(_ units: Int, _ operators: (Observable<Int>, Observable<Int>) -> Observable<Int>) {
        let bag = DisposeBag()
        let (one, other) = (PublishSubject<Int>(), PublishSubject<Int>())
        operators(one, other).subscribe(onNext: { shown.add($0) }).disposed(by: bag)
        for number in 0..<units {
            one.onNext(number)
            other.onNext(number)
        }
    }
}
