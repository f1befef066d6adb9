/// The places that a recording tells itself, as docs/recording-format.md says.
struct FormatPlaces {
    /// The stacks of which something is told, be it that they lead nowhere.
    private(set) var known: Set<UInt64> = []
    private(set) var places: [UInt64: FormatSites.Place] = [:]
    private(set) var releases: [UInt64: FormatSites.Release] = [:]
    /// By the lines that make objects.
    private(set) var names: [String: [String]] = [:]

    mutating func read(_ reader: inout FormatBytes) throws {
        var texts: [String] = []
        for _ in 0..<(try reader.varint()) { texts.append(try reader.text()) }
        func word(_ reader: inout FormatBytes) throws -> String {
            let number = try reader.varint()
            guard number < texts.count else { throw FormatBytes.Damage() }
            return texts[Int(number)]
        }
        for _ in 0..<(try reader.varint()) {
            let stack = try reader.varint()
            let bits = try reader.number(1)
            known.insert(stack)
            if bits & 1 != 0 {
                places[stack] = FormatSites.Place(
                    stack: stack, file: try word(&reader), line: Int(try reader.varint()))
            }
            if bits & 2 != 0 {
                let function = try word(&reader)
                places[stack]?.function = function
            }
            var release = FormatSites.Release()
            if bits & 4 != 0 { release.owner = try word(&reader) }
            if bits & 8 != 0 {
                release.place = FormatSites.Place(
                    stack: stack, file: try word(&reader), line: Int(try reader.varint()))
            }
            releases[stack] = release
        }
        for _ in 0..<(try reader.varint()) {
            let site = "\(try word(&reader)):\(try reader.varint())"
            let maker = try reader.number(1) == 1 ? word(&reader) : ""
            let key = "\(site) \(maker) \(try word(&reader))"
            for _ in 0..<(try reader.varint()) { names[key, default: []].append(try word(&reader)) }
        }
    }
}
