import RxSwift

/// A method that can be put in another's place, as by Objective-C's `method_setImplementation`.
private final class Method {
    private var implementation: () -> Void

    init(_ implementation: @escaping () -> Void) { self.implementation = implementation }

    func callAsFunction() { implementation() }

    /// The replacement tells first, and then calls `original`: the implementation there was, unless it is another one.
    func replace(telling told: PublishSubject<String>, thenCalling original: (() -> Void)? = nil) {
        let original = original ?? implementation
        implementation = {
            told.onNext("deallocating")
            original()
        }
    }
}

let replacedMethod = Scenario(
    name: "replaced-method",
    summary:
        "how deallocating comes before dealloc: a replacement tells, then calls the original, or another in its place"
) {
    let told = PublishSubject<String>()
    let subscription = told.subscribe(onNext: { print($0) })

    let dealloc = Method { told.onNext("dealloc") }
    dealloc.replace(telling: told)
    dealloc()

    // The experiment: the replacement calls viewDidAppear. It runs, and dealloc does not.
    let other = Method { told.onNext("dealloc") }
    other.replace(telling: told, thenCalling: { told.onNext("viewDidAppear") })
    other()
    subscription.dispose()
}
