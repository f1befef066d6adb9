import Foundation
import RxInstrumented
import Testing

/// The article's statements on `NotificationCenter.rx`: observers and their lives.
@Suite(.timeLimit(.generous)) struct NotificationCenterTests {
    private static let name = Notification.Name("rxtrace.test")
    private static let otherName = Notification.Name("rxtrace.other")

    private let center = NotificationCenter()

    private func post(_ name: Notification.Name = name, object: AnyObject? = nil, _ text: String = "") {
        center.post(name: name, object: object, userInfo: ["text": text])
    }

    private func text(_ notification: Notification) -> String {
        notification.userInfo?["text"] as? String ?? "-"
    }

    @Test func aNotificationIsSentToTheSubscriber() {
        var seen: [String] = []
        let subscription = center.rx.notification(Self.name).subscribe(onNext: { seen.append(text($0)) })
        post("one")
        post("two")
        #expect(seen == ["one", "two"])
        subscription.dispose()
    }

    private func post(_ text: String) { post(Self.name, text) }

    @Test func onlySubscribingAddsAnObserver() {
        var seen = 0
        let observable = center.rx.notification(Self.name).do(onNext: { _ in seen += 1 })
        post("nobody subscribed")
        #expect(seen == 0)
        let subscription = observable.subscribe()
        post("somebody did")
        #expect(seen == 1)
        subscription.dispose()
    }

    @Test func disposingRemovesTheObserver() {
        var seen: [String] = []
        let subscription = center.rx.notification(Self.name).subscribe(onNext: { seen.append(text($0)) })
        post("before")
        subscription.dispose()
        subscription.dispose()
        post("after")
        #expect(seen == ["before"])
    }

    @Test func eachSubscriptionHasAnObserverOfItsOwn() {
        let observable = center.rx.notification(Self.name)
        var (first, second) = (0, 0)
        let one = observable.subscribe(onNext: { _ in first += 1 })
        let two = observable.subscribe(onNext: { _ in second += 1 })
        post("both")
        one.dispose()
        post("the second")
        two.dispose()
        post("nobody")
        #expect((first, second) == (1, 2))
    }

    @Test func aReleasedBagRemovesAllObservers() {
        final class Screen {
            let bag = DisposeBag()
        }
        var seen = 0
        var ended = 0
        var screen: Screen? = Screen()
        for _ in 0..<3 {
            let subscription = center.rx.notification(Self.name)
                .subscribe(onNext: { _ in seen += 1 }, onDisposed: { ended += 1 })
            screen?.bag.insert(subscription)
        }
        post("all three")
        #expect((seen, ended) == (3, 0))
        screen = nil
        #expect(ended == 3)
        post("nobody")
        #expect(seen == 3)
    }

    @Test func otherNamesAndObjectsAreNotSent() {
        let (mine, another) = (NSObject(), NSObject())
        var seen: [String] = []
        let subscription = center.rx.notification(Self.name, object: mine).subscribe(onNext: { seen.append(text($0)) })
        post(Self.name, object: mine, "mine")
        post(Self.name, object: another, "another's")
        post(Self.otherName, object: mine, "another name")
        post(Self.name, "nobody's")
        #expect(seen == ["mine"])
        subscription.dispose()
    }

    @Test func withoutANameAllAreSent() {
        var names: [Notification.Name] = []
        let subscription = center.rx.notification(nil).subscribe(onNext: { names.append($0.name) })
        post(Self.name, "")
        post(Self.otherName, "")
        #expect(names == [Self.name, Self.otherName])
        subscription.dispose()
    }

    @Test func theObjectIsNotKeptAliveAndNobodyElseTakesItsPlace() {
        var object: NSObject? = NSObject()
        weak let released = object
        let observable = center.rx.notification(Self.name, object: object)
        object = nil
        #expect(released == nil)
        var seen = 0
        let subscription = observable.subscribe(onNext: { _ in seen += 1 })
        post("anybody's")
        #expect(seen == 0)
        subscription.dispose()
    }

    @Test func aNotificationIsSentOnTheThreadThatPostsIt() {
        var isOnPoster = false
        let poster = Thread { [center] in center.post(name: Self.name, object: nil) }
        let gate = Gate()
        let subscription = center.rx.notification(Self.name).subscribe(onNext: { _ in
            isOnPoster = Thread.current === poster
            gate.open()
        })
        poster.start()
        gate.wait()
        subscription.dispose()
        #expect(isOnPoster)
    }

    @Test func theTraceShowsTheObserverAddedAndRemoved() {
        let center = center
        let expected = rows(
            """
            create AnonymousObservable
            subscribe AnonymousObservable
              subscribe AnonymousObservable
                schedule CurrentThreadScheduler
                  run AnonymousObservable
                    run AnonymousObservableSink
                      handler subscribeHandler
                        handler addObserver
            insert DisposeBag
            on AnyObserver next(name = rxtrace.test)
              on AnonymousObservableSink next(name = rxtrace.test)
                forwardOn AnonymousObservableSink next(name = rxtrace.test)
                  on AnonymousObserver next(name = rxtrace.test)
                    onCore AnonymousObserver next(name = rxtrace.test)
                      handler onNext
            deinit DisposeBag
              dispose BinaryDisposable
                dispose SinkDisposer
                  dispose AnonymousObservableSink
                    dispose SinkDisposer
                  dispose AnonymousDisposable
                    handler disposeAction
                      handler removeObserver
            """)
        let recorded = chain {
            var bag: DisposeBag? = DisposeBag()
            let subscription = center.rx.notification(Self.name).subscribe(onNext: { _ in })
            bag?.insert(subscription)
            center.post(name: Self.name, object: nil)
            bag = nil
        }
        #expect(recorded == expected)
    }
}
