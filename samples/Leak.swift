import RxSwift

private final class Profile {
    let name = BehaviorSubject(value: "Ada")
    private(set) var greeting = ""

    func start() {
        // The closure holds the profile, the profile the subject, the subject the closure; and nobody disposes.
        _ = name.subscribe(onNext: { self.greeting = "Hello, \($0)" })
    }
}

let leak = Scenario(
    name: "leak",
    summary: "a subscription nobody disposes: the last line counts it as still live, with the place it was made"
) {
    let profile = Profile()
    profile.start()
    profile.name.onNext("Grace")
    print(profile.greeting)
}
