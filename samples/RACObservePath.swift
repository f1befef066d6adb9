import ReactiveObjC

private final class Address: ReactiveCompatible, CustomStringConvertible {
    @RACObservable var city: String
    let description: String

    init(city: String) {
        description = "an address in \(city)"
        self.city = city
    }
}

private final class Person: ReactiveCompatible {
    @RACObservable var address = Address(city: "London")
}

let racObservePath = Scenario(
    name: "rac-observe-path",
    summary:
        "a path of two properties, each observed: the city changes, the address does, and the person's end completes",
    needsMainThread: true
) {
    var person: Person? = Person()
    guard let observed = person.map({ RACObserve($0, \.address.city) }) else { return }
    observed.subscribeNext({ print("lives in \($0)") }, completed: { print("no more cities") })
    person?.address.city = "Paris"
    person?.address = Address(city: "Rome")
    person = nil
    // Its target is gone: who subscribes now is sent a completion and nothing else.
    observed.subscribeNext({ print("never printed: \($0)") }, completed: { print("nobody lives there") })
}
