import RxSwift

/// A cell that is used again for another item.
private final class Cell {
    let button = PublishSubject<Void>()
    var bag = DisposeBag()
    func configure(_ number: Int, _ screen: Screen) {
        button.subscribe(onNext: { screen.show(number) }).disposed(by: bag)  // FAULT: piled-subscriptions
    }
}

private final class TidyCell {
    let button = PublishSubject<Void>()
    private var bag = DisposeBag()
    func configure(_ number: Int, _ screen: Screen) {
        bag = DisposeBag()
        button.subscribe(onNext: { screen.show(number) }).disposed(by: bag)
    }
}

/// A screen that comes and goes.
private final class Page {
    let bag = DisposeBag()
    func appear(_ model: Observable<Int>, _ screen: Screen) {
        model.map { $0 + 1 }
            .subscribe(onNext: { screen.show($0) })  // FAULT: piled-subscriptions
            .disposed(by: bag)
    }
}

private final class Progress {
    let bag = DisposeBag()
    func observe(_ id: Int, in progress: Observable<Int>, _ screen: Screen) {
        progress.filter { $0 == id }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
    }
}

/// A search that forgets its work.
private final class Search {
    func load(_ source: Observable<Int>, _ screen: Screen) {
        let bag = DisposeBag()  // FAULT: disposed-at-once
        source
            .subscribe(onNext: { screen.show($0) })
            .disposed(by: bag)
    }
}

private final class TidySearch {
    private let bag = DisposeBag()
    func load(_ source: Observable<Int>, _ screen: Screen) {
        source.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
    }
}

extension FaultProgram {
    /// Subscriptions that pile up, and those that are gone at once.
    static let piles: [FaultProgram] = [
        FaultProgram("a cell used again and again") {
            let (screen, cell) = (Screen(), Cell())
            for number in 1...3 { cell.configure(number, screen) }
            cell.button.onNext(())
        }.spanning(4...10),
        FaultProgram("a cell that renews its bag") {
            let (screen, cell) = (Screen(), TidyCell())
            for number in 1...3 { cell.configure(number, screen) }
            cell.button.onNext(())
        },
        FaultProgram("a screen that appears twice") {
            let (screen, model, page) = (Screen(), PublishSubject<Int>(), Page())
            page.appear(model, screen)
            model.onNext(1)
            page.appear(model, screen)
            model.onNext(2)
        }.spanning(22...29),
        FaultProgram("two screens that appear once") {
            let (screen, model, one, other) = (Screen(), PublishSubject<Int>(), Progress(), Progress())
            one.observe(1, in: model, screen)
            model.onNext(1)
            other.observe(1, in: model, screen)
            model.onNext(1)
        },
        FaultProgram("each observer with events of its own") {
            let (screen, progress, owner) = (Screen(), PublishSubject<Int>(), Progress())
            for id in 1...3 {
                owner.observe(id, in: progress, screen)
                progress.onNext(id)
            }
            for id in 1...3 { progress.onNext(id) }
        },
        FaultProgram("labels bound in a loop") {
            let (title, bag) = (BehaviorSubject(value: "Ada"), DisposeBag())
            let labels = (1...4).map { _ in Screen() }
            for label in labels {
                title.subscribe(onNext: { label.title = $0 }).disposed(by: bag)
            }
            title.onNext("Grace")
        },
        FaultProgram("a request in a bag of its function") {
            let (screen, clock, search) = (Screen(), HistoricalScheduler(), Search())
            search.load(Observable.just(1).delay(.seconds(1), scheduler: clock), screen)
            clock.start()
        }.spanning(39...46),
        FaultProgram("a subject in a bag of its function") {
            let (screen, answers, search) = (Screen(), PublishSubject<Int>(), Search())
            search.load(answers, screen)
            answers.onNext(1)
        }.spanning(39...46),
        FaultProgram("a request in a bag that stays", near: ["disposed-at-once"]) {
            let (screen, clock, search) = (Screen(), HistoricalScheduler(), TidySearch())
            search.load(Observable.just(1).delay(.seconds(1), scheduler: clock), screen)
            clock.start()
        },
        FaultProgram("an answer at once, in a bag of its function", near: ["disposed-at-once"]) {
            let screen = Screen()
            func load() {
                let bag = DisposeBag()
                Observable.just(1).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            }
            load()
        },
        FaultProgram("nothing to come, in a bag of its function", near: ["disposed-at-once"]) {
            let (screen, silent) = (Screen(), PublishSubject<Int>())
            func load() {
                let bag = DisposeBag()
                silent.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            }
            load()
        },
    ]
}
