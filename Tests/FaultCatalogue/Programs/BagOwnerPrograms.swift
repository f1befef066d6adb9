import RxSwift

private let everlasting = DisposeBag()

private final class Model {
    static let bag = DisposeBag()
    private let bag = DisposeBag()
    private let names = BehaviorSubject(value: "Ada")
    private var text = ""

    func mapStrongly(on screen: Screen) {
        names
            .map { name in  // FAULT: unreleased-bag
                self.text + name
            }
            .subscribe(onNext: { screen.show($0) })  // FAULT: leak bag
            .disposed(by: bag)
    }

    func handMethod() {
        names.subscribe(onNext: self.show).disposed(by: self.bag)  // FAULT: leak bag, unreleased-bag
    }

    func holdNothing(on screen: Screen) {
        names
            .map { [weak self] in (self?.text ?? "") + $0 }
            .subscribe(onNext: { [unowned self] in self.show($0) })  // FAULT: note leak bag, note unreleased-bag
            .disposed(by: bag)
    }

    func useAnother(_ other: Model) {
        names.subscribe(onNext: { self.show($0) }).disposed(by: other.bag)  // FAULT: note leak bag, note unreleased-bag
    }

    func useTheTypes(on screen: Screen) {
        names.subscribe(onNext: { screen.show($0) }).disposed(by: Model.bag)
    }

    private func show(_ name: String) { text = name }
}

private enum KeptModels { nonisolated(unsafe) static var all: [Model] = [] }

extension FaultProgram {
    /// Bags whose owner the source tells of.
    static let bagOwners: [FaultProgram] = [
        FaultProgram("an operator's closure that holds the bag's owner") {
            Model().mapStrongly(on: Screen())
        }.spanning(11...18),
        FaultProgram("a method that holds the bag's owner") {
            Model().handMethod()
        }.spanning(20...22),
        FaultProgram("closures that hold the bag's owner weakly, while it is in use") {
            let model = Model()
            KeptModels.all.append(model)
            model.holdNothing(on: Screen())
        }.spanning(24...29),
        FaultProgram("a closure that holds another than the bag's owner") {
            let (model, other) = (Model(), Model())
            KeptModels.all += [model, other]
            model.useAnother(other)
        }.spanning(31...33),
        FaultProgram("a bag of the type's") {
            let model = Model()
            KeptModels.all.append(model)
            model.useTheTypes(on: Screen())
        }.spanning(35...37),
        FaultProgram("a bag that lives as long as the program") {
            let (screen, name) = (Screen(), BehaviorSubject(value: "Ada"))
            name.subscribe(onNext: { screen.show($0) }).disposed(by: everlasting)
            name.onNext("Grace")
        },
    ]
}
