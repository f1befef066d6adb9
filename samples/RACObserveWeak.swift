import ReactiveObjC

private final class Table: ReactiveCompatible, CustomStringConvertible {
    let description = "the table"
}

private final class Row: ReactiveCompatible {
    @RACObservableWeak var table: Table?
}

let racObserveWeak = Scenario(
    name: "rac-observe-weak",
    summary: "a weak property is observed beyond its object: that the object is gone comes as a change, to nil",
    needsMainThread: true
) {
    let row = Row()
    var table: Table? = Table()
    row.table = table
    let subscription = RACObserve(row, \.table)
        .subscribeNext { print("shows in \($0.map(\.description) ?? "nothing")") }
    table = nil
    subscription?.dispose()
    row.table = nil
}
