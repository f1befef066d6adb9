import RxSwift

private final class Screen {
    let bag = DisposeBag()
}

let insertLate = Scenario(
    name: "insert-late",
    summary: "inserted into a bag or a composite that is disposed already, a disposable is disposed at once"
) {
    func disposable(_ name: String) -> any Disposable {
        Disposables.create { print("disposes \(name)") }
    }
    var screen: Screen? = Screen()
    if let bag = screen?.bag {
        // The bag's deinit runs this, and the bag is still there.
        let closing = Disposables.create { [unowned(unsafe) bag] in bag.insert(disposable("the bag's late one")) }
        bag.insert(closing)
        bag.insert(disposable("the bag's second"))
    }
    screen = nil

    let composite = CompositeDisposable(disposables: [disposable("the composite's first")])
    composite.dispose()
    let key = composite.insert(disposable("the composite's late one"))
    print(key == nil ? "no key: it was not kept" : "kept")
}
