import RxSwift

let combineLatest = Scenario(
    name: "combine-latest",
    summary: "two fields make a form: nothing until both have sent, then each event pairs with the other's latest"
) {
    let name = PublishSubject<String>()
    let password = PublishSubject<String>()
    let subscription =
        Observable
        .combineLatest(name, password) { name, password in !name.isEmpty && password.count >= 4 }
        .distinctUntilChanged()
        .subscribe(onNext: { print("may log in: \($0)") })
    name.onNext("")
    password.onNext("1234")
    name.onNext("ada")
    password.onNext("12345")
    subscription.dispose()
}
