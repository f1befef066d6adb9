import ReactiveObjC

let racCompoundDisposable = Scenario(
    name: "rac-compound-disposable",
    summary: "what a film's screen holds: two have places, the rest an array; removed ones run never, late ones at once"
) {
    func held(_ name: String) -> RACDisposable {
        RACDisposable { print("lets go of \(name)") }
    }
    let screen = RACCompoundDisposable()
    var advertisement: RACDisposable? = held("the advertisement")
    screen.addDisposable(advertisement)
    screen.addDisposable(RACSerialDisposable(disposable: held("the film")))
    screen.addDisposable(held("the subtitles"))

    // It is over: taken out, it is disposed by nobody, and freed with its block.
    screen.removeDisposable(advertisement)
    advertisement = nil
    // Its place is free: what comes next takes it, and so is disposed first.
    screen.addDisposable(RACCompoundDisposable(block: { print("lets go of the chat") }))

    screen.dispose()
    screen.dispose()
    screen.addDisposable(held("a late comment"))
}
