import RxSwift

private final class Profile {
    private let name: Observable<String>
    private(set) var greeting = ""

    init(name: Observable<String>) {
        self.name = name
    }

    func start() {
        // The closure holds the profile, the profile the subject, the subject the closure; and nobody disposes.
        _ = name.subscribe(onNext: { self.greeting = "Hello, \($0)" })
    }
}

let leak = Scenario(
    name: "leak",
    summary: "a subscription nobody disposes: the last line counts it as still live, with the place it was made"
) {
    let name = BehaviorSubject(value: "Ada")
    let profile = Profile(name: name)
    profile.start()
    name.onNext("Grace")
    print(profile.greeting)
}
