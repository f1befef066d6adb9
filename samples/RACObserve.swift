import ReactiveObjC

private final class Person: ReactiveCompatible {
    @RACObservable var name = "Ada"
}

private final class Screen: ReactiveCompatible {
    private(set) var title = ""

    init(person: Person) {
        RACObserve(person, \.name, observer: self)
            .subscribeNext(
                { [weak self] name in self?.title = "Hello, \(name)" }, completed: { print("no more names") })
    }

    deinit { print("left showing \(title)") }
}

let racObserve = Scenario(
    name: "rac-observe",
    summary: "a change goes proxy, trampoline, subscriber; the observer's end completes the signal and removes them",
    needsMainThread: true
) {
    let person = Person()
    var screen: Screen? = Screen(person: person)
    person.name = "Grace"
    _ = screen
    screen = nil
    person.name = "nobody hears this"
}
