import ReactiveObjC

let racCompoundDisposable = Scenario(
    name: "rac-compound-disposable",
    summary: "two inline places, then an array: who is disposed when, and what comes too late is disposed at once"
) {
    func disposable(_ name: String) -> RACDisposable {
        RACDisposable { print("disposes \(name)") }
    }
    let compound = RACCompoundDisposable()
    let first = disposable("the first, in a place")
    compound.addDisposable(first)
    compound.addDisposable(RACSerialDisposable(disposable: disposable("the second, in the other place")))
    compound.addDisposable(disposable("the third, in the array"))

    // Its place is free again: what comes next takes it, and so is disposed first.
    compound.removeDisposable(first)
    compound.addDisposable(RACCompoundDisposable(block: { print("disposes the fourth, in the first one's place") }))

    compound.dispose()
    compound.dispose()
    compound.addDisposable(disposable("the late one"))
}
