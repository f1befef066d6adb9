import RxSwift

private final class Cell {
    private var bag = DisposeBag()

    func show(_ text: Observable<String>) {
        text.subscribe(onNext: { print("cell shows \($0)") }).disposed(by: bag)
    }

    func prepareForReuse() {
        bag = DisposeBag()
    }
}

let bagReplace = Scenario(
    name: "bag-replace",
    summary: "a reused cell gets a new bag: the old one's deinit ends the old row's subscription, not the new one's"
) {
    let firstRow = PublishSubject<String>()
    let secondRow = PublishSubject<String>()
    let cell = Cell()
    cell.show(firstRow)
    firstRow.onNext("row 1")
    cell.prepareForReuse()
    cell.show(secondRow)
    firstRow.onNext("row 1 again: must not be seen")
    secondRow.onNext("row 2")
}
