import Foundation
import ReactiveObjC
import RxInstrumented
import Testing

/// The article's statements on `RACObserve`, and paths of several properties.
@Suite struct RACObserveTests {
    private final class City: ReactiveCompatible {
        @RACObservable var name: String
        init(_ name: String) { self.name = name }
    }

    private class Person: ReactiveCompatible {
        @RACObservable var name = "Ada"
        @RACObservable var city: City?
        @RACObservableWeak var friend: Person?
        var greeting: String { "Hello, \(name)" }
    }

    private final class Author: Person {
        @RACObservable var book = "Notes"
    }

    private final class Observer {}

    /// Runs `body` as a scheduler's block, in which subscribing, as a map does for each value, is done at once.
    private func run(_ body: @escaping () -> Void) {
        let scheduler = RACTestScheduler()
        scheduler.schedule(body)
        scheduler.stepAll()
    }

    private func log<Value>(_ signal: RACSignal<Value>, _ log: Collected<String>) -> RACDisposable? {
        var disposable: RACDisposable?
        run {
            disposable = signal.subscribeNext(
                { log.add("\($0)") }, error: { log.add("error \($0)") }, completed: { log.add("completed") })
        }
        return disposable
    }

    @Test func theValueThereIsAndEachThatIsSet() {
        let (seen, person) = (Collected<String>(), Person())
        _ = log(RACObserve(person, \.name), seen)
        person.name = "Grace"
        person.name = "Grace"
        #expect(seen.values == ["Ada", "Grace", "Grace"])
    }

    @Test func theSignalCompletesWhenTheTargetIsReleased() {
        let seen = Collected<String>()
        var person: Person? = Person()
        weak let released = person
        if let person { _ = log(RACObserve(person, \.name, observer: seen), seen) }
        person = nil
        #expect(released == nil)
        #expect(seen.values == ["Ada", "completed"])
    }

    @Test func theSignalCompletesWhenTheObserverIsReleased() {
        let (seen, person) = (Collected<String>(), Person())
        var observer: Observer? = Observer()
        weak let released = observer
        if let observer { _ = log(RACObserve(person, \.name, observer: observer), seen) }
        observer = nil
        #expect(released == nil)
        person.name = "Grace"
        #expect(seen.values == ["Ada", "completed"])
    }

    @Test func whoSubscribesAfterTheTargetIsReleasedIsSentTheCompletion() {
        let seen = Collected<String>()
        var person: Person? = Person()
        let signal = person.map { RACObserve($0, \.name) }
        person = nil
        _ = signal.map { log($0, seen) }
        #expect(seen.values == ["completed"])
    }

    @Test func disposingEndsTheObservation() {
        let (seen, person) = (Collected<String>(), Person())
        let first = log(RACObserve(person, \.name), seen)
        let second = log(RACObserve(person, \.name), seen)
        first?.dispose()
        person.name = "Grace"
        second?.dispose()
        person.name = "Mary"
        #expect(seen.values == ["Ada", "Ada", "Grace"])
    }

    @Test func objectsOnThePathMayBeReplaced() {
        let (seen, person) = (Collected<String>(), Person())
        let london = City("London")
        _ = log(RACObserve(person, \.city?.name).map { $0 ?? "nil" }, seen)
        run {
            person.city = london
            london.name = "Greater London"
            person.city = City("Paris")
            london.name = "nobody hears this"
            person.city?.name = "Lutetia"
            person.city = nil
        }
        #expect(seen.values == ["nil", "London", "Greater London", "Paris", "Lutetia", "nil"])
    }

    @Test func aReplacedObjectIsLetGoOf() {
        let (seen, person) = (Collected<String>(), Person())
        var city: City? = City("London")
        weak let released = city
        person.city = city
        _ = log(RACObserve(person, \.city?.name).map { $0 ?? "nil" }, seen)
        city = nil
        run { person.city = City("Paris") }
        #expect(released == nil)
        #expect(seen.values == ["London", "Paris"])
    }

    @Test func theReleaseOfAWeaklyReferencedObjectIsAChange() {
        let (seen, person) = (Collected<String>(), Person())
        var friend: Person? = Person()
        person.friend = friend
        _ = log(RACObserve(person, \.friend?.name).map { $0 ?? "nil" }, seen)
        run {
            friend?.name = "Grace"
            friend = nil
        }
        #expect(seen.values == ["Ada", "Grace", "nil"])
        let other = Person()
        run { person.friend = other }
        #expect(seen.values.last == "Ada")
    }

    @Test func aPropertyMadeOfOthersFollowsThese() {
        let (seen, person) = (Collected<String>(), Person())
        _ = log(RACObserve(person, \.greeting), seen)
        person.name = "Grace"
        #expect(seen.values == ["Hello, Ada", "Hello, Grace"])
    }

    @Test func inheritedPropertiesAreNamed() {
        let author = Author()
        #expect(RACObserve(author, \.name).name == "RACObserve(Author, name)")
        #expect(RACObserve(author, \.book).name == "RACObserve(Author, book)")
        author.city = City("London")
        #expect(RACObserve(author, \.city?.name).name == "RACObserve(Author, city.name)")
    }

    @Test func settingThePropertyWhileItsChangeIsToldEnds() {
        let (seen, person) = (Collected<String>(), Person())
        run {
            RACObserve(person, \.name).subscribeNext { name in
                seen.add(name)
                if name.count < 5 { person.name = name + "!" }
            }
        }
        #expect(seen.values == ["Ada", "Ada!", "Ada!!"])
    }

    @Test func theDeallocDisposableIsDisposedBeforeTheDeinit() {
        final class Screen: ReactiveCompatible {
            let log: Collected<String>
            init(_ log: Collected<String>) { self.log = log }
            deinit { log.add("deinit") }
        }
        let log = Collected<String>()
        var screen: Screen? = Screen(log)
        screen?.rac_deallocDisposable.addDisposable(RACDisposable { log.add("disposed") })
        if let signal = screen?.rac_willDeallocSignal {
            run { signal.subscribeCompleted { log.add("will dealloc") } }
        }
        #expect(log.values.isEmpty)
        screen = nil
        #expect(log.values == ["disposed", "will dealloc", "deinit"])
    }

    @Test func theTraceGoesFromProxyToTrampolineToSubscriber() {
        let person = Person()
        let recorded = chain {
            run {
                let disposable = RACObserve(person, \.name).subscribeNext { _ in }
                person.name = "Grace"
                disposable?.dispose()
            }
        }
        let change = recorded.drop { !$0.hasSuffix("on RACKVOProxy next(Grace)") }.prefix(4)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(
            change == [
                "on RACKVOProxy next(Grace)", "on RACKVOTrampoline next(Grace)",
                "forwardOn RACPassthroughSubscriber next(Grace)", "on RACSubscriber next(Grace)",
            ])
        for label in ["addObserver", "removeObserver"] {
            #expect(recorded.filter { $0.hasSuffix("handler \(label)") }.count == 1)
        }
    }
}
