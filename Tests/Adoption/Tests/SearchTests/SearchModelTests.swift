import Foundation
import RxSwift
import Search
import Testing

/// Answers when the test says so.
private final class Service: SearchService {
    private(set) var asked: [String] = []
    let answers = PublishSubject<[String]>()

    func results(for query: String) -> Observable<[String]> {
        asked.append(query)
        return answers.take(1)
    }
}

@Suite struct SearchModelTests {
    private let service = Service()
    private let scheduler = HistoricalScheduler(initialClock: Date(timeIntervalSince1970: 0))

    /// The states that come while `body` runs.
    private func states(_ body: (SearchModel) -> Void) -> [SearchModel.State] {
        let model = SearchModel(service: service, scheduler: scheduler)
        var states: [SearchModel.State] = []
        let subscription = model.state.subscribe(onNext: { states.append($0) })
        defer { subscription.dispose() }
        body(model)
        return states
    }

    private func wait(_ seconds: TimeInterval) {
        scheduler.advanceTo(scheduler.clock.addingTimeInterval(seconds))
    }

    @Test func asksOnceTheTypingStops() {
        let states = states { model in
            for text in ["r", "rx", " rx "] { model.query.onNext(text) }
            wait(1)
            service.answers.onNext(["RxSwift"])
        }
        #expect(service.asked == ["rx"])
        #expect(states == [.idle, .loading("rx"), .found(["RxSwift"])])
    }

    @Test func newerQueryReplacesTheOlder() {
        let states = states { model in
            model.query.onNext("a")
            wait(1)
            model.query.onNext("b")
            wait(1)
            service.answers.onNext(["b1"])
        }
        #expect(service.asked == ["a", "b"])
        #expect(states == [.idle, .loading("a"), .loading("b"), .found(["b1"])])
    }

    @Test(arguments: ["", "   "])
    func nothingToSearchForIsIdle(query: String) {
        let states = states { model in
            model.query.onNext("x")
            model.query.onNext(query)
            wait(1)
        }
        #expect(service.asked.isEmpty)
        #expect(states == [.idle])
    }
}
