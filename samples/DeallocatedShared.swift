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
    summary: "who asks again for an object's end is given the sequence there is; who asks too late, an error"
) {
    var screen: Screen? = Screen()
    _ = screen?.rx.deallocating.subscribe(onNext: { print("the player stops") })
    _ = screen?.rx.deallocating.subscribe(onNext: { print("the draft is saved") })
    _ = screen?.rx.deallocated.subscribe(onNext: { print("the memory is counted") })
    _ = screen?.rx.deallocated.subscribe(onNext: { print("the log says so") })
    screen = nil

    // In its own deinit an object that nobody watched can be watched no more.
    _ = Unwatched.make()
}
