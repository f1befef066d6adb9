/// Where the stacks of a recording lead, and what the source calls what is made there, as a block of it tells.
struct RecordedPlaces: Equatable {
    /// By the stacks' numbers; empty for a stack that leads nowhere, though the program was at hand.
    var places: [Int: RecordedPlace] = [:]
    var names: [Trace.PackedSource.Creation: [String]] = [:]

    init() {}

    /// The bits of a place, each with what follows where it is set.
    private enum Part {
        static let call: UInt8 = 1
        static let function: UInt8 = 2
        static let owner: UInt8 = 4
        static let release: UInt8 = 8
    }

    /// How many places, and names, a block tells at most: of any number, it stays far smaller than a block may be.
    private static let blockLimit = 1 << 16

    /// The payloads of blocks: texts, each once, then places and names, which tell texts by their numbers.
    var encoded: [[UInt8]] {
        let places = places.sorted { $0.key < $1.key }
        let names = names.sorted { Self.isBefore($0.key, $1.key) }
        return stride(from: 0, to: max(places.count, names.count, 1), by: Self.blockLimit).map { start in
            Self.encoded(
                places.dropFirst(start).prefix(Self.blockLimit), names.dropFirst(start).prefix(Self.blockLimit))
        }
    }

    private static func encoded(
        _ places: some Collection<(key: Int, value: RecordedPlace)>,
        _ names: some Collection<(key: Trace.PackedSource.Creation, value: [String])>
    ) -> [UInt8] {
        var texts = Texts()
        var body: [UInt8] = []
        body.add(number: UInt64(places.count))
        for (stack, place) in places {
            body.add(number: UInt64(stack))
            var parts: UInt8 = place.call == nil ? 0 : Part.call
            if place.call?.function != nil { parts |= Part.function }
            if place.release.owner != nil { parts |= Part.owner }
            if place.release.site != nil { parts |= Part.release }
            body.append(parts)
            if let call = place.call { texts.add(call.site, to: &body) }
            if let function = place.call?.function { texts.add(function, to: &body) }
            if let owner = place.release.owner { texts.add(owner, to: &body) }
            if let site = place.release.site { texts.add(site, to: &body) }
        }
        body.add(number: UInt64(names.count))
        for (creation, names) in names {
            texts.add(creation.site, to: &body)
            body.append(creation.maker == nil ? 0 : 1)
            if let maker = creation.maker { texts.add(maker, to: &body) }
            texts.add(creation.type, to: &body)
            body.add(number: UInt64(names.count))
            for name in names { texts.add(name, to: &body) }
        }
        return texts.encoded + body
    }

    private static func isBefore(_ one: Trace.PackedSource.Creation, _ other: Trace.PackedSource.Creation) -> Bool {
        (one.site.file, one.site.line, one.type, one.maker ?? "")
            < (other.site.file, other.site.line, other.type, other.maker ?? "")
    }

    /// Takes what another block tells, which counts where both tell something.
    mutating func add(_ bytes: UnsafeRawBufferPointer) throws(ByteReader.Damage) {
        var reader = TextReader(ByteReader(bytes))
        try reader.readTexts()
        var told = RecordedPlaces()
        for _ in 0..<(try reader.bytes.count()) {
            let stack = try reader.bytes.count()
            let parts = try reader.bytes.byte()
            var place = RecordedPlace()
            if parts & Part.call != 0 { place.call = RecordedPlace.UserCall(site: try reader.site()) }
            if parts & Part.function != 0 {
                let function = try reader.text()
                place.call?.function = function
            }
            if parts & Part.owner != 0 { place.release.owner = try reader.text() }
            if parts & Part.release != 0 { place.release.site = try reader.site() }
            told.places[stack] = place
        }
        for _ in 0..<(try reader.bytes.count()) {
            let site = try reader.site()
            let maker = try reader.bytes.byte() == 0 ? nil : reader.text()
            let creation = Trace.PackedSource.Creation(site: site, maker: maker, type: try reader.text())
            var names: [String] = []
            for _ in 0..<(try reader.bytes.count()) { names.append(try reader.text()) }
            told.names[creation] = names
        }
        merge(told)
    }

    /// Takes what `other` tells; what is known already is not given up for nothing.
    mutating func merge(_ other: RecordedPlaces) {
        places.merge(other.places) { $1.isEmpty ? $0 : $1 }
        names.merge(other.names) { $1.isEmpty ? $0 : $1 }
    }
}

/// The texts that are told by their numbers.
private struct Texts {
    private var numbers: [String: Int] = [:]
    private var all: [String] = []

    mutating func add(_ text: String, to body: inout [UInt8]) {
        let number = numbers[text] ?? all.count
        if number == all.count {
            numbers[text] = number
            all.append(text)
        }
        body.add(number: UInt64(number))
    }

    mutating func add(_ site: Trace.Site, to body: inout [UInt8]) {
        add(site.file, to: &body)
        body.add(number: UInt64(clamping: site.line))
    }

    var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.add(number: UInt64(all.count))
        for text in all { bytes.add(text: text) }
        return bytes
    }
}

private struct TextReader {
    var bytes: ByteReader
    private var texts: [String] = []

    init(_ bytes: ByteReader) { self.bytes = bytes }

    mutating func readTexts() throws(ByteReader.Damage) {
        for _ in 0..<(try bytes.count()) { texts.append(try bytes.text()) }
    }

    mutating func text() throws(ByteReader.Damage) -> String {
        let number = try bytes.count()
        guard texts.indices.contains(number) else { throw ByteReader.Damage() }
        return texts[number]
    }

    mutating func site() throws(ByteReader.Damage) -> Trace.Site {
        Trace.Site(file: try text(), line: try bytes.count())
    }
}

extension Trace.PackedSource {
    /// Files of source as a block holds them: a path and a content each.
    static func encoded(_ files: some Sequence<(key: String, value: String)>) -> [UInt8] {
        files.reduce(into: []) { bytes, file in
            bytes.add(text: file.key)
            bytes.add(text: file.value)
        }
    }

    /// Takes the files of a block.
    mutating func addFiles(_ bytes: UnsafeRawBufferPointer) throws(ByteReader.Damage) {
        var reader = ByteReader(bytes)
        while !reader.isAtEnd {
            let path = try reader.text()
            files[path] = try reader.text()
        }
    }
}
