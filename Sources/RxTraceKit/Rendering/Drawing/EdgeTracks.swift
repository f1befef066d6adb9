/// The tracks between two layers in which the parts of edges go across: one meets no other in it, and few cross.
struct EdgeTracks {
    /// An edge's part between two layers.
    struct Part {
        var upper: Double
        var lower: Double
        /// The ends of what lies across.
        var span: ClosedRange<Double>
        /// Whether it comes from above at both ends.
        var hangs = false

        var isAcross: Bool { span.upperBound - span.lowerBound > 0.5 }
    }

    /// For each part its track, from the top; nil where it goes straight.
    private(set) var tracks: [Int?]

    private let parts: [Part]

    init(_ parts: [Part]) {
        self.parts = parts
        tracks = Array(repeating: nil, count: parts.count)
        let across = parts.indices.filter { parts[$0].isAcross }
        var taken: [[Int]] = []
        for part in ordered(across) {
            let least = taken.indices.last { track in
                taken[track].contains { meets($0, part) && crossings($0, above: part) < crossings(part, above: $0) }
            }
            var track = least.map { $0 + 1 } ?? 0
            while track < taken.count, taken[track].contains(where: { meets($0, part) }) { track += 1 }
            if track == taken.count { taken.append([]) }
            taken[track].append(part)
            tracks[part] = track
        }
    }

    /// From the top on: next comes always the part that the fewest of the others should be above of.
    private func ordered(_ across: [Int]) -> [Int] {
        // Those to the right from the right on, those to the left from the left on.
        var rest = across.sorted { one, other in
            let (a, b) = (parts[one], parts[other])
            let (isRight, isOtherRight) = (a.lower > a.upper, b.lower > b.upper)
            if isRight != isOtherRight { return isRight }
            return isRight ? (b.upper, one) < (a.upper, other) : (a.upper, one) < (b.upper, other)
        }
        func weight(_ one: Int, above other: Int) -> Int {
            meets(one, other) ? max(0, crossings(other, above: one) - crossings(one, above: other)) : 0
        }
        var waiting = [Int](repeating: 0, count: parts.count)
        for part in rest { waiting[part] = rest.reduce(0) { $0 + ($1 == part ? 0 : weight($1, above: part)) } }
        var ordered: [Int] = []
        while let next = rest.indices.min(by: { (waiting[rest[$0]], $0) < (waiting[rest[$1]], $1) }) {
            let part = rest.remove(at: next)
            ordered.append(part)
            for other in rest where waiting[other] > 0 { waiting[other] -= weight(part, above: other) }
        }
        return ordered
    }

    /// How often two parts cross if the one is above the other; far more where one would run into the other's end.
    private func crossings(_ one: Int, above other: Int) -> Int {
        let (upper, lower) = (parts[one], parts[other])
        var count = 0
        for x in lower.hangs ? [lower.upper, lower.lower] : [lower.upper] {
            if upper.span.contains(x) { count += 1 }
            if !upper.hangs, abs(upper.lower - x) < 4 { count += 100 }
        }
        if !upper.hangs, lower.span.contains(upper.lower) { count += 1 }
        return count
    }

    private func meets(_ one: Int, _ other: Int) -> Bool {
        let (a, b) = (parts[one].span, parts[other].span)
        return a.lowerBound < b.upperBound + 8 && b.lowerBound < a.upperBound + 8
    }
}
