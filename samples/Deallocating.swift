import RxSwift

private final class Screen: ReactiveCompatible {
    init() {
        _ = rx.deallocating.subscribe(onNext: { print("准备撤退") })
        _ = rx.deallocated.subscribe(onNext: { print("已经撤退") })
    }

    func appear() {
        print("进来了")
    }

    deinit {
        print("\(Self.self) 销毁")
    }
}

let deallocating = Scenario(
    name: "deallocating",
    summary: "an object's end, told before and after its deinit: nobody disposes, both sequences complete by themselves"
) {
    var screen: Screen? = Screen()
    screen?.appear()
    screen = nil
}
