/// What a layout's edges pass, moved into few straight lines.
extension LayeredLayout {
    /// Moves what each edge passes into as few lines as its neighbours leave room for.
    mutating func straighten() {
        let positions = positions
        for way in ways where places[way.upper].layer != places[way.lower].layer {
            let ends = [way.upper, way.lower].map(line)
            let wished = way.between.map(line).sorted()[way.between.count / 2]
            let inReach = min(max(wished, (ends.min() ?? 0) - 60), (ends.max() ?? 0) + 60)
            var run: [Int] = []
            var shared = -Double.infinity...Double.infinity
            for place in way.between {
                let room = room(of: place, positions)
                if room.overlaps(shared) {
                    shared = room.clamped(to: shared)
                } else {
                    move(run, to: min(max(inReach, shared.lowerBound), shared.upperBound))
                    (run, shared) = ([], room)
                }
                run.append(place)
            }
            move(run, to: min(max(inReach, shared.lowerBound), shared.upperBound))
        }
    }

    /// Moves the lines that come to boxes there where they leave and come, if they have room.
    ///
    /// - Parameters:
    ///   - upper: where each edge leaves its upper box.
    ///   - lower: where it comes to its lower one.
    mutating func join(upper: [Double], lower: [Double]) {
        let positions = positions
        for (edge, way) in ways.enumerated() where places[way.upper].layer != places[way.lower].layer {
            let isStraight = way.between.allSatisfy { isLine($0, at: line(way.between[0])) }
            if !isStraight || !isLine(way.between[0], at: lower[edge]) {
                join(way.between, at: upper[edge], positions)
            }
            if !isStraight || !isLine(way.between[0], at: upper[edge]) {
                join(way.between.reversed(), at: lower[edge], positions)
            }
        }
    }

    /// Moves the first of these places, those in one line, to a place across.
    private mutating func join(_ between: [Int], at x: Double, _ positions: [Int]) {
        let first = line(between[0])
        let run = between.prefix { isLine($0, at: first) }
        guard abs(first - x) < Self.gapAcross, run.allSatisfy({ room(of: $0, positions).contains(x) }) else { return }
        move(Array(run), to: x)
    }

    private func isLine(_ place: Int, at x: Double) -> Bool { abs(line(place) - x) < 0.01 }

    private mutating func move(_ run: [Int], to x: Double) {
        for place in run { places[place].x += x - line(place) }
    }

    /// By place, which of its layer it is.
    private var positions: [Int] {
        var positions = [Int](repeating: 0, count: places.count)
        for layer in layers { for (index, place) in layer.enumerated() { positions[place] = index } }
        return positions
    }

    /// Where the line of a place may be, between its neighbours.
    private func room(of place: Int, _ positions: [Int]) -> ClosedRange<Double> {
        let layer = layers[places[place].layer]
        let index = positions[place]
        var (least, most) = (-Double.infinity, Double.infinity)
        if index > 0 { least = places[layer[index - 1]].x + apart(layer[index - 1], place) }
        if index + 1 < layer.count { most = places[layer[index + 1]].x - apart(place, layer[index + 1]) }
        if limit.isFinite {
            let half = places[place].size.width / 2
            (least, most) = (max(least, half), min(most, limit - half))
        }
        let shift = line(place) - places[place].x
        return least <= most ? least + shift...most + shift : line(place)...line(place)
    }
}
