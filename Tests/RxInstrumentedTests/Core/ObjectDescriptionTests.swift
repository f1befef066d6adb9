import ReactiveObjC
import RxCocoa
import RxInstrumented
import Testing

/// Objects print as those of the libraries whose names they have.
@Suite(.everyRecorderState) struct ObjectDescriptionTests {
    private struct Own {}

    @Test func anObjectPrintsWithRxSwiftsModule() {
        #expect("\(PublishSubject<Int>())" == "RxSwift.PublishSubject<Swift.Int>")
        #expect(
            String(describing: BehaviorSubject(value: [""])) == "RxSwift.BehaviorSubject<Swift.Array<Swift.String>>")
        #expect(String(reflecting: AsyncSubject<Event<Int>>()) == "RxSwift.AsyncSubject<RxSwift.Event<Swift.Int>>")
        #expect("\(DisposeBag())" == "RxSwift.DisposeBag")
        #expect("\([CompositeDisposable()])" == "[RxSwift.CompositeDisposable]")
        #expect("\(MainScheduler.instance)" == "RxSwift.MainScheduler")
        #expect("\(BehaviorRelay(value: 1))" == "RxRelay.BehaviorRelay<Swift.Int>")
        #expect("\(Observable.just(1).map { $0 })".hasPrefix("RxSwift."))
    }

    @Test func aSignalsObjectsPrintWithReactiveObjCs() {
        #expect("\(RACDisposable {})" == "ReactiveObjC.RACDisposable")
        #expect("\(RACSubject<Int>().setName("numbers"))" == "<RACSubject<Int>> name: numbers")
    }

    /// Another module's name that ends like this one's is left as it is.
    @Test func othersNamesStay() {
        let text = "\(PublishSubject<Own>())"
        #expect(text.hasPrefix("RxSwift.PublishSubject<RxInstrumentedTests."))
    }

    @Test func anErrorNamesTheObjectSo() {
        #expect(
            "\(RxError.disposed(object: PublishSubject<Int>()))"
                == "Object `RxSwift.PublishSubject<Swift.Int>` was already disposed.")
    }
}
