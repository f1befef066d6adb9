import RxSwift

/// Programs show their elements on it.
final class Screen {
    var title = ""
    var lines: [String] = []
    func show(_ value: some Any) { lines.append("\(value)") }
}

struct Failure: Error {}

extension HistoricalScheduler {
    /// Goes on by some seconds.
    func pass(_ seconds: Double) { advanceTo(now.addingTimeInterval(seconds)) }
}
