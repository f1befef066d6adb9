/// Programs show their elements on it.
final class Screen {
    var title = ""
    var lines: [String] = []
    func show(_ value: some Any) { lines.append("\(value)") }
}

struct Failure: Error {}
