import RxSwift

extension GrowthShape {
    static let flattening = [
        GrowthShape(name: "flatMap { just }") { units in
            flatten(units) { $0.flatMap { Observable.just($0) } }
        },
        GrowthShape(name: "flatMap { create }") { units in
            flatten(units) { $0.flatMap { answer($0) } }
        },
        GrowthShape(name: "flatMap { create without end }") { units in
            flatten(units) { $0.flatMap { request($0) } }
        },
        GrowthShape(name: "flatMap { a subject }") { units in
            let settings = PublishSubject<Int>()
            flatten(units) { $0.flatMap { _ in settings } }
        },
        GrowthShape(name: "flatMap { timer }, all at once") { units in
            let clock = HistoricalScheduler()
            flatten(units) { $0.flatMap { delayed($0, clock) } }
            clock.start()
        },
        GrowthShape(name: "flatMap { Single.create }") { units in
            flatten(units) {
                $0.flatMap { number in
                    Single<Int>.create { answer in
                        answer(.success(number))
                        return Disposables.create()
                    }
                }
            }
        },
        GrowthShape(name: "flatMapLatest { just }") { units in
            flatten(units) { $0.flatMapLatest { Observable.just($0) } }
        },
        GrowthShape(name: "flatMapLatest { create without end }") { units in
            flatten(units) { $0.flatMapLatest { request($0) } }
        },
        GrowthShape(name: "flatMapLatest { timer }") { units in
            let clock = HistoricalScheduler()
            flatten(units) { $0.flatMapLatest { delayed($0, clock) } }
            clock.start()
        },
        GrowthShape(name: "flatMapFirst { create }") { units in
            flatten(units) { $0.flatMapFirst { answer($0) } }
        },
        GrowthShape(name: "flatMapFirst, one that never ends") { units in
            flatten(units) { $0.flatMapFirst { request($0) } }
        },
        GrowthShape(name: "concatMap { just }") { units in
            flatten(units) { $0.concatMap { Observable.just($0) } }
        },
        GrowthShape(name: "concatMap { timer }, a queue") { units in
            let clock = HistoricalScheduler()
            flatten(units) { $0.concatMap { delayed($0, clock) } }
            clock.start()
        },
        GrowthShape(name: "map { create }, merge(maxConcurrent: 2)") { units in
            flatten(units) { $0.map { answer($0) }.merge(maxConcurrent: 2) }
        },
        GrowthShape(name: "map { a subject }, switchLatest") { units in
            let subjects = [PublishSubject<Int>(), PublishSubject()]
            flatten(units) { $0.map { subjects[$0 & 1] }.switchLatest() }
        },
        GrowthShape(name: "merge of many") { units in
            let subjects = (0..<units).map { _ in PublishSubject<Int>() }
            let merged = Observable.merge(subjects.map { $0.asObservable() }).subscribe(onNext: { shown.add($0) })
            for (number, subject) in subjects.enumerated() { subject.onNext(number) }
            merged.dispose()
        },
        GrowthShape(name: "concat of many") { units in
            let merged = Observable.concat((0..<units).map { answer($0) }).subscribe(onNext: { shown.add($0) })
            merged.dispose()
        },
        GrowthShape(name: "flatMap of a list, in each event") { units in
            flatten(units / 20) { $0.flatMap { Observable.from(Array($0..<$0 + 20)).flatMap { answer($0) } } }
        },
        GrowthShape(name: "interval, flatMap { timer }") { units in
            let clock = HistoricalScheduler()
            let polls = Observable<Int>.interval(.seconds(1), scheduler: clock).take(units)
                .flatMap { delayed($0, clock).delay(.seconds(2), scheduler: clock) }
                .subscribe(onNext: { shown.add($0) })
            clock.start()
            polls.dispose()
        },
    ]

    /// Sends numbers through what `operators` makes of a subject, to one subscription.
    static func flatten(_ units: Int, _ operators: (Observable<Int>) -> Observable<Int>) {
        let bag = DisposeBag()
        let taps = PublishSubject<Int>()
        operators(taps).subscribe(onNext: { shown.add($0) }).disposed(by: bag)
        for number in 0..<units { taps.onNext(number) }
    }
}
