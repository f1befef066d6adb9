import RxSwift

extension FaultProgram {
    /// Hops behind operators that subscribe to several sources.
    static let hopParts: [FaultProgram] = [
        FaultProgram("a hop before a flatMap and after it") {
            let (screen, clock, ids, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            ids.observe(on: clock)
                .flatMap { Observable.just($0 * 2) }
                .observe(on: clock)  // FAULT: idle-hop
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            ids.onNext(1)
            clock.start()
        },
        FaultProgram("a hop before a flatMap whose sources send from elsewhere") {
            let (screen, clock, ids, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            let answers = PublishSubject<Int>()
            ids.observe(on: clock)
                .flatMap { id in id > 1 ? answers.asObservable() : .just(id) }
                .observe(on: clock)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            ids.onNext(1)
            ids.onNext(2)
            clock.start()
        },
        FaultProgram("a hop after the answers of a create, which may come from anywhere") {
            let (screen, clock, ids, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            ids.observe(on: clock)
                .flatMap { id in
                    Observable<Int>.create { observer in
                        observer.onNext(id)
                        observer.onCompleted()
                        return Disposables.create()
                    }
                }
                .observe(on: clock)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            ids.onNext(1)
            clock.start()
        },
        FaultProgram("a hop behind a switch between clocks") {
            let (screen, clock, tab, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            tab.flatMapLatest { tab in Observable<Int>.timer(.seconds(1), scheduler: clock).map { $0 + tab } }
                .observe(on: clock)  // FAULT: idle-hop
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            tab.onNext(1)
            clock.start()
            tab.onNext(2)
            clock.start()
        },
        FaultProgram("a hop behind a switch between another's clocks") {
            let (screen, clock, tab, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            let other = HistoricalScheduler()
            tab.flatMapLatest { tab in Observable<Int>.timer(.seconds(1), scheduler: other).map { $0 + tab } }
                .observe(on: clock)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            tab.onNext(1)
            other.start()
            clock.start()
        },
        FaultProgram("a hop behind two that are merged") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
            Observable.merge(left.observe(on: clock), right.observe(on: clock))
                .observe(on: clock)  // FAULT: idle-hop
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            left.onNext(1)
            clock.start()
            right.onNext(2)
            clock.start()
        },
        FaultProgram("a hop behind one that is merged with none") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
            Observable.merge(left.observe(on: clock), right)
                .observe(on: clock)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            left.onNext(1)
            clock.start()
        },
        FaultProgram("a hop behind two that wait for each other") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
            Observable.zip(left.observe(on: clock), right.observe(on: clock))
                .observe(on: clock)  // FAULT: idle-hop
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            left.onNext(1)
            right.onNext(2)
            clock.start()
        },
        FaultProgram("a hop behind one that waits for another with none") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
            Observable.zip(left, right.observe(on: clock))
                .observe(on: clock)
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            left.onNext(1)
            right.onNext(2)
            clock.start()
        },
        FaultProgram("a hop before a retry and after it") {
            let (screen, clock, ids, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            ids.observe(on: clock).retry(2)
                .observe(on: clock)  // FAULT: idle-hop
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            ids.onNext(1)
            clock.start()
        },
        FaultProgram("a hop after a retry") {
            let (screen, clock, ids, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            ids.retry(2).observe(on: clock).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            ids.onNext(1)
            clock.start()
        },
        FaultProgram("a request in parts, behind its own hop and another") {
            let (screen, clock, ids, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            let network = HistoricalScheduler()
            func load(_ id: Int) -> Observable<Int> {
                Observable<Int>.timer(.seconds(1), scheduler: network)
                    .flatMap { Observable.of($0, id) }
                    .observe(on: clock)
            }
            ids.flatMap { load($0) }
                .observe(on: clock)  // FAULT: idle-hop
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            ids.onNext(1)
            network.start()
            clock.start()
        },
        FaultProgram("hops of each element's own, twice") {
            let (screen, clock, bag) = (Screen(), HistoricalScheduler(), DisposeBag())
            Observable.of(1, 2, 3)
                .flatMap { id in
                    Observable.just(id).observe(on: clock)
                        .map { $0 * 2 }
                        .observe(on: clock)  // FAULT: idle-hop
                }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            clock.start()
        },
    ]
}
