import RxCocoa
import RxTraceTestSupport
import Testing

@MainActor @Suite(.timeLimit(.generous)) struct ControlTests {
    let bag = DisposeBag()

    /// A field as a view would have one.
    private final class Field: ReactiveCompatible {
        var text: String? { didSet { lines.append(text ?? "nil") } }
        var lines: [String] = []
        let edits = PublishSubject<Void>()
        let taps = PublishSubject<Int>()

        func edit(_ text: String) {
            self.text = text
            edits.onNext(())
        }
    }

    private func text(of field: Field) -> ControlProperty<String?> {
        let values = Observable.deferred { field.edits.map { field.text }.startWith(field.text) }
        return ControlProperty(values: values, valueSink: Binder(field) { $0.text = $1 })
    }

    @Test func anEventIsAnInfallible() {
        let taps = PublishSubject<Int>()
        let infallible: Infallible<Int> = ControlEvent(events: taps).asInfallible()
        var events: [String] = []
        infallible.subscribe(onNext: { events.append("\($0)") }, onCompleted: { events.append("completed") })
            .disposed(by: bag)
        taps.onNext(1)
        taps.onError(RxError.unknown)
        #expect(events == ["1", "completed"])
    }

    @Test func aPropertySendsItsValueAndTheEditsAndIsSet() {
        let field = Field()
        let property = text(of: field)
        var values: [String?] = []
        var changes: [String] = []
        property.subscribe(onNext: { values.append($0) }).disposed(by: bag)
        property.orEmpty.changed.subscribe(onNext: { changes.append($0) }).disposed(by: bag)
        field.edit("a")
        Observable.just("b").bind(to: property).disposed(by: bag)
        Observable.just("c").bind(to: property.orEmpty).disposed(by: bag)
        Driver.just("d").drive(property).disposed(by: bag)
        field.edit("e")
        #expect(values == [nil, "a", "e"])
        #expect(changes == ["a", "e"])
        #expect(field.lines == ["a", "b", "c", "d", "e"])
    }

    @Test func aPropertyAsADriver() {
        let field = Field()
        var counts: [Int] = []
        text(of: field).orEmpty.asDriver().map(\.count).drive(onNext: { counts.append($0) }).disposed(by: bag)
        field.edit("ab")
        #expect(counts == [0, 2])
    }

    @Test func eventsOfAControl() {
        let field = Field()
        let event = ControlEvent(events: field.taps)
        var seen: [String] = []
        event.subscribe(onNext: { seen.append("event \($0)") }).disposed(by: bag)
        event.asControlEvent().asDriver().drive(onNext: { seen.append("driver \($0)") }).disposed(by: bag)
        event.asSignal().emit(onNext: { seen.append("signal \($0)") }).disposed(by: bag)
        event.asObservable().subscribe(onNext: { seen.append("observable \($0)") }).disposed(by: bag)
        field.taps.onNext(1)
        #expect(seen.sorted() == ["driver 1", "event 1", "observable 1", "signal 1"])
        field.taps.onCompleted()
        #expect(!field.taps.hasObservers)
    }

    @Test func eachSubscriptionIsMadeAnewAndDisposed() {
        let field = Field()
        let event = ControlEvent(events: field.taps)
        let first = event.subscribe()
        let second = event.subscribe()
        first.dispose()
        #expect(field.taps.hasObservers)
        second.dispose()
        #expect(!field.taps.hasObservers)
    }

    @Test(.exits) func anErrorOfATrustedSequenceStopsADebugBuild() async {
        await #expect(processExitsWith: .failure) {
            await MainActor.run { _ = ControlEvent(events: Observable<Int>.error(TestError())).asDriver().drive() }
        }
        await #expect(processExitsWith: .failure) {
            await MainActor.run { Observable<String?>.error(TestError()).bind(to: Self.anyProperty).dispose() }
        }
    }

    private static var anyProperty: ControlProperty<String?> {
        ControlProperty(values: Observable.never(), valueSink: AnyObserver { _ in })
    }

    @Test func errorsInWords() {
        let object = Field()
        let errors: [RxCocoaError] = [
            .unknown, .invalidOperation(object: 1), .itemsNotYetBound(object: 1),
            .invalidPropertyName(object: 1, propertyName: "text"),
            .invalidObjectOnKeyPath(object: 1, sourceObject: object, propertyName: "text"), .errorDuringSwizzling,
            .castingError(object: 1, targetType: String.self),
        ]
        #expect(Set(errors.map(\.debugDescription)).count == errors.count)
        #expect(errors[3].debugDescription == "Property `text` isn't valid for `1`.")
        #expect(errors[6].debugDescription == "Error casting `1` to `String`")
    }
}
