import RxRelay
import RxSwift

private func show<Value>(_ single: Single<Value>) {
    let (screen, bag) = (Screen(), DisposeBag())
    single.subscribe(onSuccess: { screen.show($0) }, onFailure: { screen.show($0) }).disposed(by: bag)
}

private func show<Value>(_ maybe: Maybe<Value>) {
    let (screen, bag) = (Screen(), DisposeBag())
    maybe.subscribe(onSuccess: { screen.show($0) }, onError: { screen.show($0) }, onCompleted: { screen.show("none") })
        .disposed(by: bag)
}

private func show(_ values: Observable<Int>) {
    let (screen, bag) = (Screen(), DisposeBag())
    values.subscribe(onNext: { screen.show($0) }, onError: { screen.show($0) }).disposed(by: bag)
}

/// Somebody who is shown.
private struct Contact: Equatable {
    let id: Int
    var name: String
}

private func change(_ changed: Contact..., shown: (BehaviorRelay<Contact>) -> Observable<Int>) {
    let (screen, bag, contact) = (Screen(), DisposeBag(), BehaviorRelay(value: Contact(id: 1, name: "Ada")))
    shown(contact).subscribe(onNext: { screen.show($0) }).disposed(by: bag)
    for next in changed { contact.accept(next) }
}

/// Saves, and shows, what is written.
private final class Editor {
    private let screen = Screen()
    func save(_ text: String) { screen.show(text) }
    func show(_ text: String) { screen.show(text) }
    func upload(_ text: String) -> Observable<String> { .just(text) }
    func found(_ text: String) -> Observable<String> { .just(text) }
}

private func edit(_ first: String = "a", _ watch: (BehaviorRelay<String>, Editor) -> Disposable) {
    let text = BehaviorRelay(value: "")
    if !first.isEmpty { text.accept(first) }
    let subscription = watch(text, Editor())
    text.accept("milk")
    subscription.dispose()
}

extension FaultProgram {
    /// Elements that are too many, too few, dropped or written too early.
    static let counts: [FaultProgram] = wrongCounts + droppedChanges + initialWrites

    private static let wrongCounts: [FaultProgram] = [
        FaultProgram("none made a Single") {
            show(
                Observable.of(1, 3).filter { $0 == 2 }
                    .asSingle()  // FAULT: wrong-count
            )
        },
        FaultProgram("two made a Single") {
            show(
                Observable.of(1, 3).filter { $0 > 0 }
                    .asSingle()  // FAULT: wrong-count
            )
        },
        FaultProgram("two made one, with an answer for that") {
            show(
                Observable.of(1, 3)
                    .single()  // FAULT: note wrong-count
                    .catchAndReturn(0)
            )
        },
        FaultProgram("one made a Single", near: ["wrong-count"]) { show(Observable.just(1).asSingle()) },
        FaultProgram("one of two made a Single", near: ["wrong-count"]) {
            show(Observable.of(1, 3).take(1).asSingle())
        },
        FaultProgram("the first of two", near: ["wrong-count"]) { show(Observable.of(1, 3).first()) },
        FaultProgram("the first of none", near: ["wrong-count"]) { show(Observable<Int>.empty().first()) },
        FaultProgram("none made a Maybe", near: ["wrong-count"]) { show(Observable<Int>.empty().asMaybe()) },
        FaultProgram("one made a Maybe", near: ["wrong-count"]) { show(Observable.just(1).asMaybe()) },
        FaultProgram("an error made a Single", near: ["wrong-count"]) {
            show(Observable<Int>.error(Failure()).asSingle())
        },
        FaultProgram("one that is the only one", near: ["wrong-count"]) { show(Observable.just(1).single()) },
        FaultProgram("none or another, made a Single", near: ["wrong-count"]) {
            show(Observable<Int>.empty().ifEmpty(default: 1).asSingle())
        },
        FaultProgram("a list of none made a Single", near: ["wrong-count"]) { show(Observable<Int>.empty().toArray()) },
        FaultProgram("one of its kind", near: ["wrong-count"]) { show(Observable.of(1, 3).single { $0 == 3 }) },
    ]

    private static let droppedChanges: [FaultProgram] = [
        FaultProgram("a name that is no change") {
            let (screen, bag, contact) = (Screen(), DisposeBag(), BehaviorRelay(value: Contact(id: 1, name: "Ada")))
            contact
                .distinctUntilChanged { $0.id == $1.id }  // FAULT: dropped-change
                .subscribe(onNext: { screen.show($0.name) }).disposed(by: bag)
            contact.accept(Contact(id: 1, name: "Grace"))
        },
        FaultProgram("a contact of which only the number is compared") {
            let (screen, bag, contact) = (Screen(), DisposeBag(), BehaviorRelay(value: Contact(id: 1, name: "Ada")))
            contact
                .distinctUntilChanged { $0.id }  // FAULT: note dropped-change
                .subscribe(onNext: screen.show).disposed(by: bag)
            contact.accept(Contact(id: 1, name: "Grace"))
        },
        FaultProgram("an error that comes again") {
            let (screen, bag, errors) = (Screen(), DisposeBag(), PublishRelay<String>())
            errors
                .distinctUntilChanged()  // FAULT: note dropped-change
                .subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...2 { errors.accept("offline") }
        },
        FaultProgram("errors that differ", near: ["dropped-change"]) {
            let (screen, bag, errors) = (Screen(), DisposeBag(), PublishRelay<String>())
            errors.distinctUntilChanged().subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for text in ["offline", "late"] { errors.accept(text) }
        },
        FaultProgram("a text that is typed again", near: ["dropped-change"]) {
            let (screen, bag, text) = (Screen(), DisposeBag(), PublishRelay<String>())
            text.distinctUntilChanged().subscribe(onNext: { screen.show($0) }).disposed(by: bag)
            for _ in 1...2 { text.accept("a") }
        },
        FaultProgram("an error that is a state", near: ["dropped-change"]) {
            let (screen, bag, error) = (Screen(), DisposeBag(), BehaviorRelay<String?>(value: nil))
            error.distinctUntilChanged().subscribe(onNext: { screen.show($0 as Any) }).disposed(by: bag)
            for _ in 1...2 { error.accept("offline") }
        },
        FaultProgram("a number of which the number is compared", near: ["dropped-change"]) {
            let (screen, bag, contact) = (Screen(), DisposeBag(), BehaviorRelay(value: Contact(id: 1, name: "Ada")))
            contact
                .distinctUntilChanged { $0.id }
                .subscribe(onNext: { screen.show($0.id) }).disposed(by: bag)
            contact.accept(Contact(id: 1, name: "Grace"))
        },
        FaultProgram("a contact that is compared", near: ["dropped-change"]) {
            change(Contact(id: 1, name: "Grace"), Contact(id: 1, name: "Grace")) {
                $0.distinctUntilChanged().map { $0.id }
            }
        },
        FaultProgram("a number that is compared", near: ["dropped-change"]) {
            change(Contact(id: 1, name: "Grace")) { $0.map { $0.id }.distinctUntilChanged() }
        },
        FaultProgram("another contact after the change", near: ["dropped-change"]) {
            change(Contact(id: 1, name: "Grace"), Contact(id: 2, name: "Eve")) {
                $0.distinctUntilChanged { $0.id }.map { $0.name.count }
            }
        },
        FaultProgram("a contact that is the same", near: ["dropped-change"]) {
            change(Contact(id: 1, name: "Ada")) { $0.distinctUntilChanged().map { $0.id } }
        },
        FaultProgram("a contact that does not change", near: ["dropped-change"]) {
            change { $0.distinctUntilChanged { $0.id }.map { $0.id } }
        },
        FaultProgram("a contact that is always another", near: ["dropped-change"]) {
            change(Contact(id: 1, name: "Grace")) { $0.distinctUntilChanged { _, _ in false }.map { $0.id } }
        },
        FaultProgram("a name that is compared by itself", near: ["dropped-change"]) {
            change(Contact(id: 2, name: "Ada"), Contact(id: 2, name: "Eve")) {
                $0.distinctUntilChanged { $0.name }.map { $0.id }
            }
        },
    ]

    private static let initialWrites: [FaultProgram] = [
        FaultProgram("a text that is saved before it is written") {
            edit("") { text, editor in
                text.subscribe(onNext: { editor.save($0) })  // FAULT: note initial-write
            }
        },
        FaultProgram("a text that is sent before it is written") {
            edit("") { text, editor in
                text
                    .flatMap { editor.upload($0) }  // FAULT: note initial-write
                    .subscribe(onNext: { editor.show($0) })
            }
        },
        FaultProgram("a text that is saved from the first change on", near: ["initial-write"]) {
            edit("") { text, editor in text.skip(1).subscribe(onNext: { editor.save($0) }) }
        },
        FaultProgram("a text that is saved if there is one", near: ["initial-write"]) {
            edit("") { text, editor in text.filter { !$0.isEmpty }.subscribe(onNext: { editor.save($0) }) }
        },
        FaultProgram("a text that is shown", near: ["initial-write"]) {
            edit("") { text, editor in text.subscribe(onNext: { editor.show($0) }) }
        },
        FaultProgram("a text that was written before", near: ["initial-write"]) {
            edit { text, editor in text.subscribe(onNext: { editor.save($0) }) }
        },
        FaultProgram("a text that is looked for", near: ["initial-write"]) {
            edit("") { text, editor in text.flatMap { editor.found($0) }.subscribe(onNext: { editor.show($0) }) }
        },
        FaultProgram("a text that is saved at its end", near: ["initial-write"]) {
            edit("") { text, editor in
                text.take(2).takeLast(1).subscribe(onNext: { editor.save($0) })
            }
        },
        FaultProgram("a text that is mapped and shown", near: ["initial-write"]) {
            edit("") { text, editor in text.map { $0 + "!" }.subscribe(onNext: { editor.show($0) }) }
        },
        FaultProgram("a text that is saved when it is complete", near: ["initial-write"]) {
            edit("") { text, editor in
                text.compactMap { $0.count > 3 ? $0 : nil }.subscribe(onNext: { editor.save($0) })
            }
        },
        FaultProgram("a text that is saved if it changed", near: ["initial-write"]) {
            edit("") { text, editor in
                text.distinctUntilChanged().skip(1).subscribe(onNext: { editor.save($0) })
            }
        },
        FaultProgram("a text that is counted and sent on", near: ["split-state", "initial-write"]) {
            edit("") { text, editor in
                text.scan(0) { count, _ in count + 1 }.subscribe(onNext: { editor.show("\($0)") })
            }
        },
    ]
}
