import RxSwift

extension GrowthShape {
    static let dividing = [
        GrowthShape(name: "groupBy, a group each") { units in
            flatten(units) { $0.groupBy { $0 }.flatMap { $0.map { $0 &+ 1 } } }
        },
        GrowthShape(name: "groupBy, ten groups") { units in
            flatten(units) { $0.groupBy { $0 % 10 }.flatMap { $0.map { $0 &+ 1 } } }
        },
        GrowthShape(name: "window(count: 5)") { units in
            let clock = HistoricalScheduler()
            flatten(units) { $0.window(timeSpan: .seconds(1), count: 5, scheduler: clock).flatMap { $0 } }
        },
        GrowthShape(name: "buffer(count: 5)") { units in
            let clock = HistoricalScheduler()
            flatten(units) { $0.buffer(timeSpan: .seconds(1), count: 5, scheduler: clock).map(\.count) }
        },
        GrowthShape(name: "buffer by time, mostly empty") { units in
            let clock = HistoricalScheduler()
            let taps = PublishSubject<Int>()
            let buffers = taps.buffer(timeSpan: .seconds(1), count: 100, scheduler: clock)
                .subscribe(onNext: { shown.add($0.count) })
            for number in 0..<units {
                if number % 10 == 0 { taps.onNext(number) }
                clock.pass(1)
            }
            buffers.dispose()
        },
    ]

    static let sharing = [
        GrowthShape(name: "share(replay: 1), one after the other") { units in
            let taps = PublishSubject<Int>()
            comeAndGo(units, taps, to: taps.map { $0 &+ 1 }.share(replay: 1))
        },
        GrowthShape(name: "share(replay: 1, scope: .forever)") { units in
            let taps = PublishSubject<Int>()
            comeAndGo(units, taps, to: taps.map { $0 &+ 1 }.share(replay: 1, scope: .forever))
        },
        GrowthShape(name: "share of a create, asked again") { units in
            let shared = answer(1).share(replay: 1)
            for _ in 0..<units { shared.subscribe(onNext: { shown.add($0) }).dispose() }
        },
        GrowthShape(name: "a create with many listeners at once") { units in
            let cold = request(1).do(onNext: { shown.add($0) })
            let all = (0..<units).map { _ in cold.subscribe(onNext: { shown.add($0) }) }
            for one in all { one.dispose() }
        },
        GrowthShape(name: "a create, asked again") { units in
            let cold = answer(1).map { $0 &+ 1 }
            for _ in 0..<units { cold.subscribe(onNext: { shown.add($0) }).dispose() }
        },
        GrowthShape(name: "share of a subject, many at once") { units in
            let taps = PublishSubject<Int>()
            let shared = taps.map { $0 &+ 1 }.share()
            let all = (0..<units).map { _ in shared.subscribe(onNext: { shown.add($0) }) }
            for number in 0..<2 { taps.onNext(number) }
            for one in all { one.dispose() }
        },
        GrowthShape(name: "a share made anew for each") { units in
            let taps = PublishSubject<Int>()
            let all = (0..<units).map { _ in taps.map { $0 &+ 1 }.share().subscribe(onNext: { shown.add($0) }) }
            taps.onNext(1)
            for one in all { one.dispose() }
        },
        GrowthShape(name: "replay(10), many who come late") { units in
            let taps = PublishSubject<Int>()
            let replayed = taps.replay(10)
            let connection = replayed.connect()
            for number in 0..<20 { taps.onNext(number) }
            for _ in 0..<units / 10 { replayed.subscribe(onNext: { shown.add($0) }).dispose() }
            connection.dispose()
        },
        GrowthShape(name: "replayAll, more and more elements") { units in
            let taps = PublishSubject<Int>()
            let replayed = taps.replayAll()
            let connection = replayed.connect()
            for number in 0..<units { taps.onNext(number) }
            for _ in 0..<2 { replayed.subscribe(onNext: { shown.add($0) }).dispose() }
            connection.dispose()
        },
        GrowthShape(name: "publish().refCount(), one after the other") { units in
            let taps = PublishSubject<Int>()
            comeAndGo(units, taps, to: taps.map { $0 &+ 1 }.publish().refCount())
        },
        GrowthShape(name: "publish, connected again and again") { units in
            for number in 0..<units {
                let shared = answer(number).publish()
                let one = shared.subscribe(onNext: { shown.add($0) })
                let connection = shared.connect()
                one.dispose()
                connection.dispose()
            }
        },
    ]

    /// Subscriptions of which each has an event, and leaves.
    private static func comeAndGo(_ units: Int, _ taps: PublishSubject<Int>, to shared: Observable<Int>) {
        for number in 0..<units {
            let one = shared.subscribe(onNext: { shown.add($0) })
            taps.onNext(number)
            one.dispose()
        }
    }
}
