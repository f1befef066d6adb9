import RxSwift

/// Asks for a name, in one way or another.
private final class Names {
    private let bag = DisposeBag()

    func name(_ source: Observable<String>) -> String {
        var name = ""
        source
            .subscribe(onNext: { name = $0 })
            .disposed(by: bag)
        return name  // FAULT: early-look
    }

    func name(_ source: Observable<String>, _ clock: HistoricalScheduler) -> String {
        var name = ""
        source.subscribe(onNext: { name = $0 }).disposed(by: bag)
        clock.pass(2)
        return name
    }

    func name(_ source: Observable<String>, _ done: @escaping (String) -> Void) {
        source.subscribe(onNext: { done($0) }).disposed(by: bag)
    }
}

private func later(_ clock: HistoricalScheduler) -> Observable<String> {
    Observable<Int>.timer(.seconds(1), scheduler: clock).map { _ in "Ada" }
}

private func ask(_ source: (HistoricalScheduler) -> Observable<String>) {
    let (screen, names, clock) = (Screen(), Names(), HistoricalScheduler())
    screen.show(names.name(source(clock)))
    clock.pass(2)
}

/// A page that shows what it has.
private final class Page {
    let clock = HistoricalScheduler()
    private let (screen, bag) = (Screen(), DisposeBag())
    private var title = ""

    func load() {
        later(clock)
            .subscribe(onNext: { [weak self] in self?.title = $0 })
            .disposed(by: bag)
        screen.show(title)  // FAULT: note early-look
    }
}

extension FaultProgram {
    /// Values that are looked at too early, or in time.
    static let looks: [FaultProgram] = [
        FaultProgram("a name that is returned before it is known") { ask { later($0) } }.spanning(7...13),
        FaultProgram("a property that is shown before it is known") {
            let page = Page()
            page.load()
            page.clock.pass(2)
        }.spanning(38...49),
        FaultProgram("a name that is known at once", near: ["early-look"]) { ask { _ in .just("Ada") } },
        FaultProgram("two names that are known at once", near: ["early-look"]) { ask { _ in .of("Ada", "Grace") } },
        FaultProgram("a name that is made at once", near: ["early-look"]) { ask { _ in .deferred { .just("Ada") } } },
        FaultProgram("a name that a create sends at once", near: ["early-look"]) {
            ask { _ in
                .create { observer in
                    observer.onNext("Ada")
                    observer.onCompleted()
                    return Disposables.create()
                }
            }
        },
        FaultProgram("a name that begins with another", near: ["early-look"]) { ask { later($0).startWith("") } },
        FaultProgram("a name that a subject keeps", near: ["early-look"]) {
            let names = BehaviorSubject(value: "Ada")
            ask { _ in names.take(1) }
        },
        FaultProgram("no name", near: ["early-look"]) { ask { _ in .empty() } },
        FaultProgram("a name that never comes", near: ["early-look"]) { ask { _ in .never() } },
        FaultProgram("a name that is caught at once", near: ["early-look"]) {
            ask { _ in Observable.error(Failure()).catchAndReturn("Ada") }
        },
        FaultProgram("a name that is waited for", near: ["early-look"]) {
            let (screen, names, clock) = (Screen(), Names(), HistoricalScheduler())
            screen.show(names.name(later(clock), clock))
        },
        FaultProgram("a name that is handed on when it comes", near: ["early-look"]) {
            let (screen, names, clock) = (Screen(), Names(), HistoricalScheduler())
            names.name(later(clock)) { screen.show($0) }
            clock.pass(2)
        },
        FaultProgram("a retry that is one attempt") {
            let (screen, bag) = (Screen(), DisposeBag())
            Observable<Int>.error(Failure())
                .retry(1)  // FAULT: useless-retry
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("a retry that is two attempts", near: ["useless-retry"]) {
            let (screen, bag) = (Screen(), DisposeBag())
            Observable<Int>.error(Failure()).retry(2)
                .subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
        },
        FaultProgram("groups that are left for the next") {
            let (screen, bag, readings) = (Screen(), DisposeBag(), PublishSubject<Int>())
            readings.groupBy { $0 % 2 }
                .flatMapLatest { $0.map { $0 } }  // FAULT: starved-switch
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in 1...4 { readings.onNext(number) }
        },
    ]
}
