import RxRelay
import RxSwift

private final class Item {
    let title: BehaviorRelay<String>
    init(_ title: String) { self.title = BehaviorRelay(value: title) }
}

/// Keeps all that it was ever used for.
private final class TitleCell {
    private let bag = DisposeBag()
    private(set) var title = ""
    private(set) var titles: [String] = []
    private(set) var byKey: [String: String] = [:]
    private var current: Item?

    func bindTitle(_ item: Item) {
        item.title.subscribe(onNext: { [weak self] in self?.title = $0 })  // FAULT: reused-cell
            .disposed(by: bag)
    }

    func bindList(_ item: Item) {
        item.title.subscribe(onNext: { [weak self] in self?.titles.append($0) })
            .disposed(by: bag)
    }

    func bindKey(_ item: Item, _ key: String) {
        item.title.subscribe(onNext: { [weak self] in self?.byKey[key] = $0 })
            .disposed(by: bag)
    }

    func bindAll(_ items: [Item]) {
        for item in items {
            item.title.subscribe(onNext: { [weak self] in self?.title = $0 })
                .disposed(by: bag)
        }
    }

    func bindTake(_ item: Item) {
        item.title.take(1).subscribe(onNext: { [weak self] in self?.title = $0 })
            .disposed(by: bag)
    }

    func bindShown(_ item: Item, _ screen: Screen) {
        item.title.subscribe(onNext: { screen.show($0) })
            .disposed(by: bag)
    }
}

/// Makes a bag each time, or disposes by itself.
private final class FreshCell {
    private var bag = DisposeBag()
    private let last = SerialDisposable()
    private(set) var title = ""

    func bindAnew(_ item: Item) {
        bag = DisposeBag()
        item.title.subscribe(onNext: { [weak self] in self?.title = $0 })
            .disposed(by: bag)
    }

    func prepareForReuse() { bag = DisposeBag() }

    func bindPrepared(_ item: Item) {
        item.title.subscribe(onNext: { [weak self] in self?.title = $0 })
            .disposed(by: bag)
    }

    deinit { last.dispose() }

    func bindSerial(_ item: Item) {
        last.disposable = item.title.subscribe(onNext: { [weak self] in self?.title = $0 })
    }
}

/// Hears of all that is added to it.
private final class Monitor {
    private let bag = DisposeBag()
    private(set) var latest = ""

    func add(_ item: Item) {
        item.title.subscribe(onNext: { [weak self] in self?.latest = $0 })
            .disposed(by: bag)
    }
}

/// Makes items `a` and `b`, and renames the first when both were used.
private func use(_ body: (Item) -> Void) {
    let items = [Item("a"), Item("b")]
    for item in items { body(item) }
    items[0].title.accept("A")
}

extension FaultProgram {
    /// Cells that are used again, and subscriptions that dispose themselves.
    static let cells: [FaultProgram] = reusedCells + earlyDisposals

    private static let reusedCells: [FaultProgram] = [
        FaultProgram("a cell that shows what it was used for before") {
            let cell = TitleCell()
            use { cell.bindTitle($0) }
        }.spanning(17...20),
        FaultProgram("a cell that lists titles", near: ["reused-cell"]) {
            let cell = TitleCell()
            use { cell.bindList($0) }
        },
        FaultProgram("a cell that has a place for each title", near: ["reused-cell"]) {
            let cell = TitleCell()
            use { cell.bindKey($0, "key") }
        },
        FaultProgram("a cell of several items", near: ["reused-cell"]) {
            let (cell, items) = (TitleCell(), [Item("a"), Item("b")])
            cell.bindAll(items)
            items[0].title.accept("A")
        },
        FaultProgram("a cell that takes a title once", near: ["reused-cell"]) {
            let cell = TitleCell()
            use { cell.bindTake($0) }
        },
        FaultProgram("a cell that tells another", near: ["reused-cell"]) {
            let (cell, screen) = (TitleCell(), Screen())
            use { cell.bindShown($0, screen) }
        },
        FaultProgram("a cell that makes a new bag each time", near: ["reused-cell"]) {
            let cell = FreshCell()
            use { cell.bindAnew($0) }
        },
        FaultProgram("a cell that is prepared for its next use", near: ["reused-cell"]) {
            let cell = FreshCell()
            use {
                cell.prepareForReuse()
                cell.bindPrepared($0)
            }
        },
        FaultProgram("a cell with a serial disposable", near: ["reused-cell"]) {
            let cell = FreshCell()
            use { cell.bindSerial($0) }
        },
        FaultProgram("a monitor of all items", near: ["reused-cell"]) {
            let monitor = Monitor()
            use { monitor.add($0) }
        },
        FaultProgram("a cell of which the items before change no more", near: ["reused-cell"]) {
            let (cell, items) = (TitleCell(), [Item("a"), Item("b")])
            for item in items { cell.bindTitle(item) }
            items[1].title.accept("B")
        },
        FaultProgram("cells of one item each", near: ["reused-cell"]) {
            let cells = [TitleCell(), TitleCell()]
            var number = 0
            use {
                cells[number].bindTitle($0)
                number += 1
            }
        },
    ]

    private static let earlyDisposals: [FaultProgram] = [
        FaultProgram("a subscription that is to end with its first element") {
            let (screen, name) = (Screen(), PublishSubject<String>())
            var first: Disposable?
            first = name.startWith("Ada").subscribe(onNext: {
                screen.show($0)
                first?.dispose()  // FAULT: early-dispose
            })
            name.onNext("Grace")
        },
        FaultProgram("a relay of which only the first value is wanted") {
            let (screen, name) = (Screen(), BehaviorRelay(value: "Ada"))
            var first: Disposable!
            first = name.map { $0 + "!" }
                .subscribe(onNext: {
                    screen.show($0)
                    first?.dispose()  // FAULT: early-dispose
                })
            name.accept("Grace")
        },
        FaultProgram("numbers of which those up to two are wanted") {
            let screen = Screen()
            var upToTwo: Disposable?
            upToTwo = Observable.of(1, 2, 3).subscribe(onNext: {
                screen.show($0)
                if $0 == 2 { upToTwo?.dispose() }  // FAULT: note early-dispose
            })
        },
        FaultProgram("a first element that take lets through", near: ["early-dispose"]) {
            let (screen, name) = (Screen(), BehaviorRelay(value: "Ada"))
            let first = name.take(1).subscribe(onNext: { screen.show($0) })
            name.accept("Grace")
            first.dispose()
        },
        FaultProgram("a first element that comes later", near: ["early-dispose"]) {
            let (screen, name) = (Screen(), PublishSubject<String>())
            var later: Disposable?
            later = name.subscribe(onNext: {
                screen.show($0)
                later?.dispose()
            })
            for text in ["Ada", "Grace"] { name.onNext(text) }
        },
        FaultProgram("a serial disposable that disposes later", near: ["early-dispose"]) {
            let (screen, name, serial) = (Screen(), BehaviorRelay(value: "Ada"), SerialDisposable())
            serial.disposable = name.subscribe(onNext: {
                screen.show($0)
                serial.dispose()
            })
            name.accept("Grace")
        },
        FaultProgram("a disposable that is set once", near: ["early-dispose"]) {
            let (screen, name, once) = (Screen(), BehaviorRelay(value: "Ada"), SingleAssignmentDisposable())
            let disposable = name.subscribe(onNext: {
                screen.show($0)
                once.dispose()
            })
            once.setDisposable(disposable)
            name.accept("Grace")
        },
        FaultProgram("a value that ends it, which comes later", near: ["early-dispose"]) {
            let (screen, name) = (Screen(), BehaviorRelay(value: "Ada"))
            var named: Disposable?
            named = name.subscribe(onNext: {
                screen.show($0)
                if $0 == "Grace" { named?.dispose() }
            })
            for text in ["Ada", "Grace", "Edsger"] { name.accept(text) }
        },
        FaultProgram("a closure that disposes another", near: ["early-dispose"]) {
            let (screen, name) = (Screen(), BehaviorRelay(value: "Ada"))
            let other = PublishSubject<String>().subscribe(onNext: { screen.show($0) })
            var own: Disposable?
            own = name.subscribe(onNext: {
                screen.show($0)
                other.dispose()
            })
            name.accept("Grace")
            own?.dispose()
        },
        FaultProgram("one element, and no other", near: ["early-dispose"]) {
            let screen = Screen()
            var only: Disposable?
            only = Observable.just(1).subscribe(onNext: {
                screen.show($0)
                only?.dispose()
            })
        },
        FaultProgram("all numbers, with a closure at the end", near: ["early-dispose"]) {
            let screen = Screen()
            var all: Disposable?
            all = Observable.of(1, 2, 3).subscribe(onNext: { screen.show($0) }, onCompleted: { all?.dispose() })
        },
        FaultProgram("a first element with a bag", near: ["early-dispose"]) {
            let (screen, name, bag) = (Screen(), BehaviorRelay(value: "Ada"), DisposeBag())
            name.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            name.accept("Grace")
        },
        FaultProgram("a subscription that other code ends", near: ["early-dispose"]) {
            let (screen, name) = (Screen(), BehaviorRelay(value: "Ada"))
            var shown: Disposable?
            shown = name.subscribe(onNext: { screen.show($0) })
            name.accept("Grace")
            shown?.dispose()
        },
    ]
}
