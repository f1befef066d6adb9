import Foundation
import RxInstrumented

/// Runs a burst and tells what was wrong about it.
package final class BurstRun: @unchecked Sendable {
    let burst: Burst
    let clock = HistoricalScheduler(initialClock: Date(timeIntervalSince1970: 0))
    let livingElements = BurstCount()
    private let subjects = (0..<3).map { _ in PublishSubject<BurstElement>() }
    private let subscription = SingleAssignmentDisposable()
    private let disposals = BurstCount()
    /// How many threads have claimed the disposal: the first one's is done when its call returns, the other's call may
    /// return before the first one is through.
    private let claims = BurstCount()
    /// How often each point was reached; only the sending thread does anything from within one.
    private let turns = Burst.Point.allCases.map { _ in BurstCount() }
    private let sender = pthread_self()
    private var seconds = 0.0
    private var isAdvancing = false
    private var isSubscribed = false
    /// Whether the end came, or the subscription was disposed by this thread.
    private var isOver = false
    /// Whether the handlers of an end run, as the operator ends after them.
    private var isEnding = false
    private var hasFailed = false
    /// How many sources are just being disposed.
    private var disposing = 0
    private var sources: [BurstSource] = []
    private var orders = 0
    private var sent: [Int] = []
    private var received: [Int] = []
    private var faults: [String] = []

    package init(_ burst: Burst) { self.burst = burst }

    var outer: Observable<BurstElement> { .burst(self, .outer, subjects[0], number: 0) }

    func inner(_ number: Int) -> Observable<BurstElement> { .burst(self, .inner, subjects[1 + number], number: 10) }

    /// Runs the burst, on the thread that made it.
    ///
    /// - Parameter waitForDisposal: returns once another thread's disposal of the subscription has; nil if this thread is
    ///   the only one.
    /// - Returns: what was wrong; empty where nothing was.
    package func run(waitForDisposal: (() -> Void)? = nil) -> [String] {
        begin()
        send()
        end()
        waitForDisposal?()
        subscription.dispose()
        // The virtual clock lets go of what is due, and so does the subject, which ends.
        advance(1000)
        for subject in subjects { subject.onCompleted() }
        return faults + faultsAtTheEnd(isAlone: waitForDisposal == nil)
    }

    /// Disposes the subscription, on another thread than the one that sends, unless that one has begun to.
    package func dispose() {
        if claims.add(1) == 0 { subscription.dispose() }
    }

    // MARK: What is done

    private func begin() {
        let observable = burst.operation.observable(self)
        let disposable = observable.subscribe(
            onNext: { element in
                self.received.append(element.number)
                if self.isLate { self.faults.append("an element comes after the end") }
                self.reach(.next)
            },
            onError: { _ in
                self.hasFailed = true
                self.noteEnd()
            },
            onCompleted: { self.noteEnd() },
            onDisposed: {
                self.disposals.add(1)
                self.reach(.disposed)
                if self.isSender { self.isEnding = false }
            })
        isSubscribed = true
        if subscription.isDisposed { isOver = true }
        subscription.setDisposable(disposable)
    }

    private func send() {
        for (position, subject) in [0, 1, 0, 2, 1, 0].enumerated() {
            subjects[subject].onNext(BurstElement(position, self))
            advance(1)
        }
    }

    private func end() {
        for subject in subjects.reversed() {
            switch burst.ending {
            case .completed: subject.onCompleted()
            case .error: subject.onError(BurstError())
            }
        }
    }

    private func advance(_ time: Double) {
        guard !isAdvancing else { return }
        isAdvancing = true
        seconds += time
        clock.advanceTo(Date(timeIntervalSince1970: seconds))
        isAdvancing = false
    }

    private func noteEnd() {
        if isLate { faults.append("an end comes after the end") }
        isOver = true
        isEnding = true
        reach(.end)
    }

    /// Whether nothing may come any more.
    private var isLate: Bool { isOver && !mayGoOn }

    /// Whether RxSwift itself goes on after the end.
    private var mayGoOn: Bool { sendsWhileSubscribing && burst.operation.goesOnWhileSubscribing }

    /// Whether something is sent to a source whose subscription nobody can dispose yet.
    private var sendsWhileSubscribing: Bool {
        burst.sources != .plain || burst.injections.contains { $0.point == .subscribe || $0.point == .subscribed }
    }

    /// Whether the operator's closure may not run any more. While an error is told, and while one source after the other is
    /// disposed, the others still send.
    private var isClosureLate: Bool {
        guard isOver, disposing == 0, !(isEnding && (hasFailed || burst.operation.ticksWhileEnding)) else {
            return false
        }
        return !(sendsWhileSubscribing && burst.operation.callsWhileSubscribing)
    }

    private var isSender: Bool { pthread_equal(sender, pthread_self()) != 0 }

    func note(_ source: BurstSource) {
        sources.append(source)
        let mayStillSubscribe =
            disposing > 0 || isEnding && hasFailed || !burst.operation.subscribesToNothingAfterTheEnd
        if isOver, !mayStillSubscribe { faults.append("a source is subscribed to after the end") }
    }

    /// The next number of a source that is made.
    func nextOrder() -> Int {
        orders += 1
        return orders
    }

    func noteSent(_ number: Int, by source: BurstSource) {
        let isPassed = burst.operation.passing.includes(
            source, isSelectedLast: source.order == orders, isSubscribedLast: source === sources.last)
        if !isOver, !source.isDisposed, isPassed { sent.append(number) }
    }

    /// Does what is to be done from a point this time.
    func reach(_ point: Burst.Point) {
        // What another thread's disposal reaches does nothing: this thread's state is its own.
        guard isSender else { return }
        if point == .selector, isClosureLate { faults.append("the operator's closure runs after the end") }
        if point == .sourceDisposed { disposing += 1 }
        defer { if point == .sourceDisposed { disposing -= 1 } }
        let turn = turns[point.rawValue].add(1)
        for injection in burst.injections where injection.point == point && injection.turn == turn {
            perform(injection.action)
        }
    }

    private func perform(_ action: Burst.Action) {
        switch action {
        case .sendOuter: subjects[0].onNext(BurstElement(20, self))
        case .sendFirst: subjects[1].onNext(BurstElement(21, self))
        case .sendSecond: subjects[2].onNext(BurstElement(22, self))
        case .completeOuter: subjects[0].onCompleted()
        case .completeFirst: subjects[1].onCompleted()
        case .failOuter: subjects[0].onError(BurstError())
        case .failFirst: subjects[1].onError(BurstError())
        case .advance: advance(2)
        case .dispose:
            // One that is disposed before it is there is so as soon as it is.
            if claims.add(1) == 0, isSubscribed { isOver = true }
            subscription.dispose()
        }
    }

    private func faultsAtTheEnd(isAlone: Bool) -> [String] {
        var faults: [String] = []
        if disposals.value != 1 { faults.append("onDisposed ran \(disposals.value) times") }
        let wrong = sources.filter { $0.disposals.value != 1 }
        if let source = wrong.first {
            faults.append("\(wrong.count) sources were not disposed once, but \(source.disposals.value) times")
        }
        if subjects.contains(where: \.hasObservers) { faults.append("a source is still observed") }
        if livingElements.value != 0 { faults.append("\(livingElements.value) elements live on") }
        if isAlone, burst.operation.passing != .others, sent != received, !mayGoOn {
            faults.append("of \(sent), \(received) came")
        }
        return faults
    }
}

/// The error of bursts.
struct BurstError: Error {}

extension Observable<BurstElement> {
    fileprivate static func burst(
        _ run: BurstRun, _ role: BurstSource.Role, _ subject: PublishSubject<BurstElement>, number: Int
    ) -> Observable<BurstElement> {
        BurstSource.observable(run, role, subject, number: number)
    }
}
