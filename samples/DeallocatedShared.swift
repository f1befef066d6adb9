import RxSwift

private final class Screen: ReactiveCompatible {}

private final class Unwatched: ReactiveCompatible {
    deinit {
        _ = rx.deallocating.subscribe(onError: { print("failed: \($0)") })
    }

    /// An optimiser that saw the whole life of the object would put it on the stack, where no end can be told.
    @inline(never) static func make() -> Unwatched { Unwatched() }
}

let deallocatedShared = Scenario(
    name: "deallocated-shared",
    summary: "an object has one deallocated sequence for all who ask; asked for too late, it is an error"
) {
    var screen: Screen? = Screen()
    _ = screen?.rx.deallocated.subscribe(onNext: { print("the first is told") })
    _ = screen?.rx.deallocated.subscribe(onNext: { print("the second is told") })
    screen = nil

    // In its own deinit an object that nobody watched can be watched no more.
    _ = Unwatched.make()
}
