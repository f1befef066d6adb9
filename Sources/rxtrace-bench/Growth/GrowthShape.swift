import Foundation
import RxInstrumented
import RxSwift

/// A program whose recording is as long as one likes, of one kind of work done again and again.
struct GrowthShape {
    /// What the program does, in the words of its operators.
    let name: String
    /// Does so many units of the work.
    let run: (_ units: Int) -> Void

    static let all =
        flattening + dividing + sharing + many + joining + scheduling + faults + states + depths

    /// Records as many units as have about so many calls, and tells how many units these are.
    func record(calls: Int, into file: String) throws -> Int {
        func recorded(_ units: Int) -> Int { Trace.record("calls") { run(units) }.calls.count }
        let perUnit = max(0.01, Double(recorded(3000) - recorded(1000)) / 2000)
        let units = Int(Double(calls) / perUnit)
        try Trace.record(name, to: file) { run(units) }
        return units
    }
}

/// A service of a few lines, as programs have: it answers at once.
func answer<Element>(_ element: Element) -> Observable<Element> {
    Observable.create { observer in
        observer.onNext(element)
        observer.onCompleted()
        return Disposables.create()
    }
}

/// One that begins and never answers.
func request(_ number: Int) -> Observable<Int> {
    Observable.create { observer in
        if number < 0 { observer.onCompleted() }
        return Disposables.create()
    }
}

/// One that answers a virtual second later.
func delayed(_ number: Int, _ clock: HistoricalScheduler) -> Observable<Int> {
    Observable<Int>.timer(.seconds(1), scheduler: clock).map { _ in number }
}

extension HistoricalScheduler {
    /// Lets time pass, with all that is to be done meanwhile.
    func pass(_ seconds: Double) { advanceTo(clock.addingTimeInterval(seconds)) }
}

/// What a subscription of a shape does with its events: nothing that would be optimised away.
let shown = Sum()

struct GrowthError: Error {}
