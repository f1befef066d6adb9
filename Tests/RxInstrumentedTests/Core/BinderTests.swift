import Foundation
import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct BinderTests {
    private final class Label: ReactiveCompatible {
        var text = ""
    }

    @Test func elementsAreBoundToTheTarget() {
        let label = Label()
        let binder = Binder(label, scheduler: CurrentThreadScheduler.instance) { $0.text = $1 }
        binder.onNext("first")
        #expect(label.text == "first")
        _ = Observable.of("second", "third").subscribe(binder)
        #expect(label.text == "third")
        binder.asObserver().onNext("fourth")
        #expect(label.text == "fourth")
    }

    @Test func bindingIsTheSchedulersWork() {
        let scheduler = HistoricalScheduler()
        let label = Label()
        Binder(label, scheduler: scheduler) { $0.text = $1 }.onNext("later")
        #expect(label.text.isEmpty)
        scheduler.start()
        #expect(label.text == "later")
    }

    @Test func aReleasedTargetIsBoundToNoMore() {
        let scheduler = HistoricalScheduler()
        var label: Label? = Label()
        weak let released = label
        var count = 0
        guard let target = label else { return }
        let binder = Binder(target, scheduler: scheduler) { _, _ in count += 1 } as Binder<String>
        binder.onNext("waits")
        _ = consume target
        label = nil
        #expect(released == nil)
        scheduler.start()
        binder.onNext("late")
        scheduler.start()
        #expect(count == 0)
    }

    @Test func writablePropertiesHaveBinders() async {
        let label = Label()
        await MainActor.run { label.rx.text.onNext("set") }
        #expect(label.text == "set")
        #expect(label.rx.base === label)
        #expect(Label.rx == Reactive<Label>.self)
        #expect(NSObject.rx == Reactive<NSObject>.self)
    }

    @Test func chainOfABinder() {
        let calls = chain {
            let label = Label()
            let binder = Binder(label, scheduler: CurrentThreadScheduler.instance) { $0.text = $1 }
            binder.onNext("text")
            binder.onCompleted()
        }
        #expect(
            calls
                == rows(
                    """
                    on Binder next(text)
                      schedule CurrentThreadScheduler
                        handler binding
                    on Binder completed
                    """))
    }
}
