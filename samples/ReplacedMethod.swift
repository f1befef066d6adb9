import RxInstrumented
import RxSwift

/// The methods of a class, which can be replaced as by Objective-C's `method_setImplementation`.
private final class Methods {
    private var methods: [String: () -> Void]
    private var replaced: Set<String> = []

    init(_ methods: [String: () -> Void]) { self.methods = methods }

    func call(_ name: String) { methods[name]?() }

    /// Replaces a method by one that tells first and then calls the original, or another: once per class, whoever asks.
    func replace(_ name: String, telling told: PublishSubject<String>, thenCalling other: String? = nil) {
        guard !replaced.contains(name) else { return Trace.mark("\(name) is replaced already") }
        guard let original = methods[other ?? name] else { return Trace.mark("there is no \(other ?? name)") }
        replaced.insert(name)
        Trace.mark("replaces \(name)")
        methods[name] = {
            told.onNext("deallocating")
            original()
        }
    }
}

let replacedMethod = Scenario(
    name: "replaced-method",
    summary: "how deallocating comes before dealloc: a replacement tells, then calls the original, or another method"
) {
    let told = PublishSubject<String>()
    let subscription = told.subscribe(onNext: { print($0) })

    // Two screens are watched: their class's method is replaced once.
    let screen = Methods(["dealloc": { told.onNext("dealloc") }])
    screen.replace("dealloc", telling: told)
    screen.replace("dealloc", telling: told)
    screen.call("dealloc")

    // The experiment: the replacement calls viewDidAppear. It runs, and dealloc does not.
    let other = Methods(["dealloc": { told.onNext("dealloc") }, "viewDidAppear": { told.onNext("viewDidAppear") }])
    other.replace("dealloc", telling: told, thenCalling: "viewDidAppear")
    other.call("dealloc")

    // Without an original there is nothing to replace.
    other.replace("viewWillVanish", telling: told)
    subscription.dispose()
}
