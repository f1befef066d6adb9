import Foundation
import RxRelay
import RxSwift

extension GrowthShape {
    static let faults = [
        GrowthShape(name: "retry, again and again") { units in
            _ = failing.retry(units + 1).subscribe(onNext: { shown.add($0) }, onError: { _ in })
        },
        GrowthShape(name: "retry(when:) after a time") { units in
            let clock = HistoricalScheduler()
            let tries = failing.retry(when: { errors in
                errors.flatMap { (_: any Error) in Observable<Int>.timer(.seconds(1), scheduler: clock) }
            }).subscribe(onNext: { shown.add($0) }, onError: { _ in })
            clock.pass(Double(units))
            tries.dispose()
        },
        GrowthShape(name: "retry(3) of many") { units in
            for _ in 0..<units / 3 {
                _ = failing.retry(3).catchAndReturn(0).subscribe(onNext: { shown.add($0) })
            }
        },
        GrowthShape(name: "flatMap { failing.catch }") { units in
            flatten(units) { $0.flatMap { _ in failing.catch { _ in Observable<Int>.empty() } } }
        },
        GrowthShape(name: "errors that nobody handles") { units in
            for number in 0..<units {
                let subject = PublishSubject<Int>()
                let one = subject.map { $0 &+ 1 }.subscribe(onNext: { shown.add($0) }, onError: { _ in })
                subject.onNext(number)
                subject.onError(GrowthError())
                subject.onNext(number)
                one.dispose()
            }
        },
        GrowthShape(name: "subscribe within onNext") { units in
            let (taps, settings) = (PublishSubject<Int>(), BehaviorRelay(value: 0))
            let all = taps.subscribe(onNext: { _ in
                settings.subscribe(onNext: { shown.add($0) }).dispose()
            })
            for number in 0..<units { taps.onNext(number) }
            all.dispose()
        },
        GrowthShape(name: "subscribe within onNext, a bag each") { units in
            var bags: [DisposeBag] = []
            let outer = DisposeBag()
            let (taps, settings) = (PublishSubject<Int>(), PublishSubject<Int>())
            taps.subscribe(onNext: { _ in
                let bag = DisposeBag()
                settings.subscribe(onNext: { shown.add($0) }).disposed(by: bag)
                bags.append(bag)
            }).disposed(by: outer)
            for number in 0..<units { taps.onNext(number) }
        },
        GrowthShape(name: "flatMap { a subject, then an error }") { units in
            let settings = PublishSubject<Int>()
            flatten(units) {
                $0.flatMap { number in
                    settings.map { _ in number }.amb(failing).catchAndReturn(number)
                }
            }
            settings.onNext(1)
        },
        GrowthShape(name: "subscribe within onNext, kept") { units in
            let bag = DisposeBag()
            let (taps, settings) = (PublishSubject<Int>(), PublishSubject<Int>())
            taps.subscribe(onNext: { _ in settings.subscribe(onNext: { shown.add($0) }).disposed(by: bag) })
                .disposed(by: bag)
            for number in 0..<units { taps.onNext(number) }
        },
        GrowthShape(name: "sends within sends") { units in
            let taps = PublishSubject<Int>()
            let all = taps.subscribe(onNext: { if $0 > 0 { taps.onNext($0 - 1) } })
            for _ in 0..<units / 20 { taps.onNext(19) }
            all.dispose()
        },
        GrowthShape(name: "two relays that answer each other") { units in
            let bag = DisposeBag()
            let (one, other) = (BehaviorRelay(value: 0), BehaviorRelay(value: 0))
            one.distinctUntilChanged().subscribe(onNext: { other.accept($0) }).disposed(by: bag)
            other.distinctUntilChanged().subscribe(onNext: { one.accept($0) }).disposed(by: bag)
            for number in 0..<units { one.accept(number) }
        },
        GrowthShape(name: "events after the end") { units in
            let subject = PublishSubject<Int>()
            let all = subject.subscribe(onNext: { shown.add($0) })
            subject.onCompleted()
            for number in 0..<units { subject.onNext(number) }
            all.dispose()
        },
        GrowthShape(name: "a create that goes on after its end") { units in
            let late = Observable<Int>.create { observer in
                observer.onCompleted()
                observer.onNext(1)
                return Disposables.create()
            }
            for _ in 0..<units { _ = late.subscribe(onNext: { shown.add($0) }) }
        },
    ]

    static let states = [
        GrowthShape(name: "a flag, on and off around requests") { units in
            let bag = DisposeBag()
            let loading = BehaviorRelay(value: false)
            loading.subscribe(onNext: { shown.add($0 ? 1 : 0) }).disposed(by: bag)
            let taps = PublishSubject<Int>()
            taps.do(onNext: { _ in loading.accept(true) }).flatMapLatest { answer($0) }
                .do(onNext: { _ in loading.accept(false) })
                .subscribe(onNext: { shown.add($0) }).disposed(by: bag)
            for number in 0..<units { taps.onNext(number) }
        },
        GrowthShape(name: "many flags that stay on") { units in
            let flags = (0..<units).map { _ in BehaviorRelay(value: false) }
            for (number, isOn) in flags.enumerated() {
                isOn.accept(true)
                answer(number).subscribe(onNext: { shown.add($0) }).dispose()
            }
        },
        GrowthShape(name: "take(while:) that has ended, and more elements") { units in
            let bag = DisposeBag()
            let taps = PublishSubject<Int>()
            for number in 0..<units {
                taps.take(while: { $0 % 3 < 2 }).subscribe(onNext: { shown.add($0) }).disposed(by: bag)
                taps.onNext(number)
            }
        },
        GrowthShape(name: "a list in a relay that grows") { units in
            let bag = DisposeBag()
            let items = BehaviorRelay<[Int]>(value: [])
            items.subscribe(onNext: { shown.add($0.count) }).disposed(by: bag)
            for number in 0..<units { items.accept(items.value.suffix(30) + [number]) }
        },
        GrowthShape(name: "a relay that counts") { units in
            let bag = DisposeBag()
            let (taps, count) = (PublishSubject<Int>(), BehaviorRelay(value: 0))
            count.subscribe(onNext: { shown.add($0) }).disposed(by: bag)
            taps.subscribe(onNext: { count.accept(count.value + $0) }).disposed(by: bag)
            for number in 0..<units { taps.onNext(number) }
        },
        GrowthShape(name: "an array that closures share") { units in
            var items: [Int] = []
            let bag = DisposeBag()
            let (taps, clears) = (PublishSubject<Int>(), PublishSubject<Int>())
            taps.do(onNext: { items.append($0) }).map { _ in items.count }
                .subscribe(onNext: { shown.add($0) }).disposed(by: bag)
            clears.subscribe(onNext: { _ in items.removeAll() }).disposed(by: bag)
            for number in 0..<units {
                taps.onNext(number)
                if number % 10 == 0 { clears.onNext(number) }
            }
        },
        GrowthShape(name: "a cache of requests, by key") { units in
            var cache: [Int: Observable<Int>] = [:]
            flatten(units) {
                $0.flatMap { number -> Observable<Int> in
                    let key = number % 100
                    if let known = cache[key] { return known }
                    let shared = answer(key).share(replay: 1, scope: .forever)
                    cache[key] = shared
                    return shared
                }
            }
        },
    ]

    static let depths = [
        GrowthShape(name: "500 operators in a row") { units in
            flatten(max(1, units / 500)) { source in (0..<500).reduce(source) { chain, _ in chain.map { $0 &+ 1 } } }
        },
        GrowthShape(name: "500 operators in a row, made again") { units in
            for number in 0..<max(1, units / 500) {
                let chain = (0..<500).reduce(Observable.just(number)) { chain, _ in chain.map { $0 &+ 1 } }
                chain.subscribe(onNext: { shown.add($0) }).dispose()
            }
        },
        GrowthShape(name: "flatMap of itself, 100 deep") { units in
            func countdown(_ number: Int) -> Observable<Int> {
                number == 0 ? answer(0) : answer(number - 1).flatMap { countdown($0) }
            }
            for _ in 0..<max(1, units / 100) { countdown(100).subscribe(onNext: { shown.add($0) }).dispose() }
        },
        GrowthShape(name: "pages: concat of itself, 100 deep") { units in
            func pages(_ number: Int) -> Observable<Int> {
                number == 0 ? .empty() : answer(number).concat(Observable.deferred { pages(number - 1) })
            }
            for _ in 0..<max(1, units / 100) { pages(100).subscribe(onNext: { shown.add($0) }).dispose() }
        },
    ]

    private static let failing = Observable<Int>.create { observer in
        observer.onError(GrowthError())
        return Disposables.create()
    }
}
