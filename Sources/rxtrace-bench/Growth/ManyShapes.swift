import RxCocoa
import RxRelay
import RxSwift

extension GrowthShape {
    static let many = [
        GrowthShape(name: "many bags") { units in
            let taps = PublishSubject<Int>()
            for number in 0..<units {
                let bag = DisposeBag()
                taps.subscribe(onNext: { shown.add($0) }).disposed(by: bag)
                taps.onNext(number)
            }
        },
        GrowthShape(name: "a bag replaced again and again, as a cell's") { units in
            final class Cell { var bag = DisposeBag() }
            let cells = (0..<10).map { _ in Cell() }
            let title = BehaviorRelay(value: 0)
            for number in 0..<units {
                let cell = cells[number % 10]
                cell.bag = DisposeBag()
                title.subscribe(onNext: { shown.add($0) }).disposed(by: cell.bag)
            }
        },
        GrowthShape(name: "many subjects") { units in
            let bag = DisposeBag()
            let subjects = (0..<units).map { _ in PublishSubject<Int>() }
            for subject in subjects { subject.subscribe(onNext: { shown.add($0) }).disposed(by: bag) }
            for (number, subject) in subjects.enumerated() { subject.onNext(number) }
            for subject in subjects { subject.onCompleted() }
        },
        GrowthShape(name: "many subjects that nobody listens to") { units in
            let subjects = (0..<units).map { _ in PublishSubject<Int>() }
            for (number, subject) in subjects.enumerated() { subject.onNext(number) }
        },
        GrowthShape(name: "a subject that nobody listens to") { units in
            let subject = PublishSubject<Int>()
            for number in 0..<units { subject.onNext(number) }
        },
        GrowthShape(name: "many relays, each bound to the next") { units in
            let bag = DisposeBag()
            for _ in 0..<units / 20 {
                let relays = (0..<20).map { BehaviorRelay(value: $0) }
                for (one, next) in zip(relays, relays.dropFirst()) { one.bind(to: next).disposed(by: bag) }
                relays[0].accept(100)
            }
        },
        GrowthShape(name: "one subject with many subscriptions") { units in
            let taps = PublishSubject<Int>()
            let all = (0..<units).map { _ in taps.subscribe(onNext: { shown.add($0) }) }
            for number in 0..<4 { taps.onNext(number) }
            for one in all { one.dispose() }
        },
        GrowthShape(name: "one relay with many chains, none disposed") { units in
            let relay = BehaviorRelay(value: 0)
            for _ in 0..<units {
                _ = relay.map { $0 &+ 1 }.distinctUntilChanged().subscribe(onNext: { shown.add($0) })
            }
            relay.accept(1)
        },
        GrowthShape(name: "many subscriptions in one bag") { units in
            let bag = DisposeBag()
            for _ in 0..<units { Observable<Int>.never().subscribe(onNext: { shown.add($0) }).disposed(by: bag) }
        },
        GrowthShape(name: "a CompositeDisposable of many") { units in
            let taps = PublishSubject<Int>()
            let all = CompositeDisposable()
            for _ in 0..<units { _ = all.insert(taps.subscribe(onNext: { shown.add($0) })) }
            all.dispose()
        },
        GrowthShape(name: "disposals at the end, last first") { units in
            let taps = PublishSubject<Int>()
            let all = (0..<units).map { _ in taps.map { $0 &+ 1 }.subscribe(onNext: { shown.add($0) }) }
            for one in all.reversed() { one.dispose() }
        },
        GrowthShape(name: "made and never subscribed to") { units in
            let taps = PublishSubject<Int>()
            for _ in 0..<units { _ = taps.map { $0 &+ 1 }.filter { $0 > 1 } }
        },
        GrowthShape(name: "take(1) of a relay, read again and again") { units in
            let relay = BehaviorRelay(value: 0)
            for number in 0..<units {
                relay.take(1).subscribe(onNext: { shown.add($0) }).dispose()
                relay.accept(number)
            }
        },
        GrowthShape(name: "take(until:), ended by one subject") { units in
            let (taps, end) = (PublishSubject<Int>(), PublishSubject<Void>())
            for number in 0..<units {
                _ = taps.take(until: end).subscribe(onNext: { shown.add($0) })
                taps.onNext(number)
                end.onNext(())
            }
        },
        GrowthShape(name: "long texts") { units in
            let taps = PublishSubject<String>()
            let all = taps.map { $0 + "." }.distinctUntilChanged().subscribe(onNext: { shown.add($0.utf8.count) })
            let text = String(repeating: "words that go on ", count: 20)
            for number in 0..<units { taps.onNext("\(number) \(text)") }
            all.dispose()
        },
        GrowthShape(name: "Single, Completable, Maybe") { units in
            for number in 0..<units {
                let single = Single<Int>.just(number).flatMap { Single.just($0 &+ 1) }
                    .subscribe(onSuccess: { shown.add($0) })
                let completable = Completable.empty().andThen(Maybe.just(1)).subscribe(onSuccess: { shown.add($0) })
                single.dispose()
                completable.dispose()
            }
        },
        GrowthShape(name: "Driver") { units in
            let bag = DisposeBag()
            let relay = BehaviorRelay(value: 0)
            let driver = relay.asDriver().map { $0 &+ 1 }
            for _ in 0..<3 { driver.drive(onNext: { shown.add($0) }).disposed(by: bag) }
            for number in 0..<units { relay.accept(number) }
        },
    ]
}
