import Foundation
import Testing

/// How often tests repeat what chance could decide.
///
/// `swift test` does so a few times, to end in minutes. `RXTRACE_LONG=1 swift test`, or `make check-long`, does so as
/// often as it takes to find what goes wrong once in hundreds of runs, and takes an hour or more.
public enum TestLength {
    public static let isLong = ProcessInfo.processInfo.environment["RXTRACE_LONG"] == "1"

    /// Whether tests that build packages and compile programs run, which takes minutes: `make check-builds` says so.
    fileprivate static let isBuilding = isAsked(by: "RXTRACE_BUILDS")

    /// Whether tests run that a variable asks for; a long run has them all.
    public static func isAsked(by variable: String) -> Bool {
        isLong || ProcessInfo.processInfo.environment[variable] == "1"
    }

    /// - Parameters:
    ///   - usual: how often `swift test` does it.
    ///   - long: how often the long run does.
    public static func times(_ usual: Int, long: Int) -> Int {
        isLong ? long : usual
    }

    /// Of many cases, as many as `swift test` tries, evenly chosen, the first and the last among them; all in a long run.
    public static func some<Case>(_ all: [Case], _ count: Int) -> [Case] {
        guard !isLong, count > 1, all.count > count else { return all }
        return (0..<count).map { all[$0 * (all.count - 1) / (count - 1)] }
    }
}

extension Trait where Self == ConditionTrait {
    /// The test builds a package, or compiles programs, which takes seconds of a processor.
    public static var builds: Self {
        .enabled(if: TestLength.isBuilding, "it builds packages or compiles programs: make check-builds")
    }
}
