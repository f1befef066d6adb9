import RxRelay
import RxSwift

/// An object of which a property can be changed in place.
private final class Item: Equatable {
    var count = 0
    static func == (left: Item, right: Item) -> Bool { left.count == right.count }
}

private struct Copy: Equatable {
    var count = 0
}

private final class ItemStore {
    let item = BehaviorRelay(value: Item())
    let other = BehaviorRelay(value: Item())
    let copies = BehaviorRelay(value: Copy())

    func countInPlace() {
        let item = self.item.value
        item.count += 1
        self.item.accept(item)
    }

    func countCopy() {
        var copy = copies.value
        copy.count += 1
        copies.accept(copy)
    }

    func replace() {
        let item = Item()
        item.count = self.item.value.count
        self.item.accept(item)
    }

    func sendAgain() {
        let item = self.item.value
        self.item.accept(item)
    }

    func sendToOther() {
        let item = self.item.value
        item.count += 1
        other.accept(item)
    }

    func changeAfterwards() {
        let item = self.item.value
        self.item.accept(item)
        item.count += 1
    }

    func asks() {
        let item = self.item.value
        if item.count == 7 { item.count = 0 }
        self.other.accept(Item())
    }
}

extension FaultProgram {
    /// What is stored, changed in place or never stored.
    static let stores: [FaultProgram] = [
        FaultProgram("an item that is changed in place") {
            let (screen, store, bag) = (Screen(), ItemStore(), DisposeBag())
            store.item.distinctUntilChanged()  // FAULT: changed-in-place
                .subscribe(onNext: { screen.show($0.count) }).disposed(by: bag)
            store.countInPlace()
            store.countInPlace()
        },
        FaultProgram("a copy that is changed", near: ["changed-in-place"]) {
            let (screen, store, bag) = (Screen(), ItemStore(), DisposeBag())
            store.copies.distinctUntilChanged().subscribe(onNext: { screen.show($0.count) }).disposed(by: bag)
            store.countCopy()
        },
        FaultProgram("an item that another replaces, which is equal", near: ["changed-in-place"]) {
            let (screen, store, bag) = (Screen(), ItemStore(), DisposeBag())
            store.item.distinctUntilChanged().subscribe(onNext: { screen.show($0.count) }).disposed(by: bag)
            store.replace()
        },
        FaultProgram("an item that is sent again unchanged", near: ["changed-in-place"]) {
            let (screen, store, bag) = (Screen(), ItemStore(), DisposeBag())
            store.item.distinctUntilChanged().subscribe(onNext: { screen.show($0.count) }).disposed(by: bag)
            store.sendAgain()
        },
        FaultProgram("an item that is changed in place, and compared by nobody", near: ["changed-in-place"]) {
            let (screen, store, bag) = (Screen(), ItemStore(), DisposeBag())
            store.item.subscribe(onNext: { screen.show($0.count) }).disposed(by: bag)
            store.countInPlace()
        },
        FaultProgram("an item whose count is compared", near: ["changed-in-place"]) {
            let (screen, store, bag) = (Screen(), ItemStore(), DisposeBag())
            store.item.map(\.count).distinctUntilChanged().subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            store.countInPlace()
        },
        FaultProgram("an item that is sent to another store", near: ["changed-in-place"]) {
            let (screen, store, bag) = (Screen(), ItemStore(), DisposeBag())
            store.item.distinctUntilChanged().subscribe(onNext: { screen.show($0.count) }).disposed(by: bag)
            store.other.distinctUntilChanged().subscribe(onNext: { screen.show($0.count) }).disposed(by: bag)
            store.sendToOther()
        },
        FaultProgram("an item that is changed after it was sent", near: ["changed-in-place"]) {
            let (screen, store, bag) = (Screen(), ItemStore(), DisposeBag())
            store.item.distinctUntilChanged().subscribe(onNext: { screen.show($0.count) }).disposed(by: bag)
            store.changeAfterwards()
        },
        FaultProgram("an item that is asked, and another sent", near: ["changed-in-place"]) {
            let (screen, store, bag) = (Screen(), ItemStore(), DisposeBag())
            store.other.distinctUntilChanged().subscribe(onNext: { screen.show($0.count) }).disposed(by: bag)
            store.asks()
        },
        FaultProgram("numbers of which equal ones are dropped", near: ["changed-in-place"]) {
            let (screen, numbers, bag) = (Screen(), BehaviorRelay(value: 0), DisposeBag())
            numbers.distinctUntilChanged().subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for number in [0, 1, 1] { numbers.accept(number) }
        },
        FaultProgram("an item of which each send comes through", near: ["changed-in-place"]) {
            let (screen, store, bag) = (Screen(), ItemStore(), DisposeBag())
            store.item.distinctUntilChanged { _, _ in false }.subscribe(onNext: { screen.show($0.count) })
                .disposed(by: bag)
            store.countInPlace()
        },
        FaultProgram("patches that newer ones cancel") {
            var stored: [Int: Int] = [:]
            let (clock, patches, bag) = (HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            patches
                .flatMapLatest { field in  // FAULT: note cancelled-write
                    Observable.just(field).delay(.seconds(3), scheduler: clock)
                        .do(onNext: { stored[$0] = 1 })
                }
                .subscribe().disposed(by: bag)
            for field in 1...3 { patches.onNext(field) }
            clock.pass(9)
        },
        FaultProgram("patches that are stored in turn", near: ["cancelled-write"]) {
            var stored: [Int: Int] = [:]
            let (clock, patches, bag) = (HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            patches
                .concatMap { field in
                    Observable.just(field).delay(.seconds(3), scheduler: clock).do(onNext: { stored[$0] = 1 })
                }
                .subscribe().disposed(by: bag)
            for field in 1...3 { patches.onNext(field) }
            clock.pass(12)
        },
        FaultProgram("a search that shows the newest", near: ["cancelled-write"]) {
            let (screen, clock, texts, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            texts
                .flatMapLatest { text in
                    Observable.just(text).delay(.seconds(3), scheduler: clock)
                        .do(onNext: { screen.title = "\($0)" })
                }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for text in 1...3 { texts.onNext(text) }
            clock.pass(9)
        },
        FaultProgram("patches that are stored at once", near: ["cancelled-write"]) {
            var stored: [Int: Int] = [:]
            let (clock, patches, bag) = (HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            patches
                .flatMapLatest { field in
                    Observable.just(field).do(onNext: { stored[$0] = 1 }).delay(.seconds(3), scheduler: clock)
                }
                .subscribe().disposed(by: bag)
            for field in 1...3 { patches.onNext(field) }
            clock.pass(9)
        },
        FaultProgram("patches that are all stored side by side", near: ["cancelled-write"]) {
            var stored: [Int: Int] = [:]
            let (clock, patches, bag) = (HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            patches
                .flatMap { field in
                    Observable.just(field).delay(.seconds(3), scheduler: clock).do(onNext: { stored[$0] = 1 })
                }
                .subscribe().disposed(by: bag)
            for field in 1...3 { patches.onNext(field) }
            clock.pass(9)
        },
        FaultProgram("a log of what is asked, above the search", near: ["cancelled-write"]) {
            var asked: [Int] = []
            let (screen, clock, texts, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            texts.do(onNext: { asked.append($0) })
                .flatMapLatest { Observable.just($0).delay(.seconds(3), scheduler: clock) }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for text in 1...3 { texts.onNext(text) }
            clock.pass(9)
        },
        FaultProgram("a log of what is answered, below the search", near: ["cancelled-write"]) {
            var answers: [Int] = []
            let (screen, clock, texts, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            texts.flatMapLatest { Observable.just($0).delay(.seconds(3), scheduler: clock) }
                .do(onNext: { answers.append($0) })
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for text in 1...3 { texts.onNext(text) }
            clock.pass(9)
        },
        FaultProgram("a search that writes errors down", near: ["cancelled-write"]) {
            var errors: [String] = []
            let (screen, clock, texts, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            texts
                .flatMapLatest { text in
                    Observable.just(text).delay(.seconds(3), scheduler: clock)
                        .do(onError: { errors.append("\($0)") })
                }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for text in 1...3 { texts.onNext(text) }
            clock.pass(9)
        },
        FaultProgram("a patch that has time to be stored", near: ["cancelled-write"]) {
            var stored: [Int: Int] = [:]
            let (clock, patches, bag) = (HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            patches
                .flatMapLatest { field in
                    Observable.just(field).delay(.seconds(3), scheduler: clock).do(onNext: { stored[$0] = 1 })
                }
                .subscribe().disposed(by: bag)
            for field in 1...3 {
                patches.onNext(field)
                clock.pass(4)
            }
        },
        FaultProgram("a screen closed while a patch is stored", near: ["cancelled-write"]) {
            var stored: [Int: Int] = [:]
            let (clock, patches) = (HistoricalScheduler(), PublishSubject<Int>())
            let shown =
                patches
                .flatMapLatest { field in
                    Observable.just(field).delay(.seconds(3), scheduler: clock).do(onNext: { stored[$0] = 1 })
                }
                .subscribe()
            patches.onNext(1)
            clock.pass(1)
            shown.dispose()
        },
        FaultProgram("an upload that counts its subscriptions", near: ["cancelled-write"]) {
            var begun: [Int] = []
            let (screen, clock, files, bag) = (Screen(), HistoricalScheduler(), PublishSubject<Int>(), DisposeBag())
            files
                .flatMapLatest { file in
                    Observable.just(file).delay(.seconds(3), scheduler: clock).do(onSubscribe: { begun.append(file) })
                }
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for file in 1...3 { files.onNext(file) }
            clock.pass(9)
        },
    ]
}
