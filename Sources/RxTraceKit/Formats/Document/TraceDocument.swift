/// The reading of a trace document, or of JSON Lines, in progress.
struct TraceDocument {
    /// The input is not for this reader.
    enum Foreign: Error {
        case format
        case version(Int)
    }

    private(set) var trace = Trace(scenario: "")
    /// Whether the input has said that it is a trace.
    private(set) var isRecognized = false
    /// Whether the input holds nothing but white space.
    private(set) var isEmpty = false
    private(set) var place = TracePlace()

    private var scanner: JSONScanner
    private var version: Int?

    init(_ scanner: JSONScanner) {
        self.scanner = scanner
    }

    mutating func read() throws {
        try skipByteOrderMark()
        isEmpty = try scanner.peekToken() == nil
        guard try scanner.requireToken() == UInt8(ascii: "{") else { throw Foreign.format }
        let isDocument = try readFirstObject()
        guard isRecognized else { throw Foreign.format }
        guard version != nil else { throw scanner.failure("it does not say its version") }
        while try scanner.peekToken() != nil {
            guard !isDocument else { throw scanner.failure("something follows the end of the trace") }
            try readLine()
        }
        let relayed = RelayedSubjects(trace.nodes)
        if !relayed.isEmpty { trace.calls = trace.calls.map(relayed.kept) }
    }

    /// Windows editors put one before UTF-8 text.
    private mutating func skipByteOrderMark() throws {
        guard try scanner.peek() == 0xEF else { return }
        for byte: UInt8 in [0xEF, 0xBB, 0xBF] where try scanner.take() != byte { throw Foreign.format }
    }

    /// Reads the document, or the header of JSON Lines; whether it was a document.
    private mutating func readFirstObject() throws -> Bool {
        var hasRows = false
        try scanner.beginObject()
        while let key = try scanner.nextKey() {
            if try readHeader(key) { continue }
            if let kind = TracePlace.Kind(section: key) {
                hasRows = true
                try scanner.beginArray()
                while try scanner.nextElement() { try readRow(kind) }
            } else {
                try scanner.skipValue()
            }
        }
        return hasRows
    }

    /// Reads one of the JSON Lines after the header.
    private mutating func readLine() throws {
        try scanner.beginObject()
        while let key = try scanner.nextKey() {
            if let kind = TracePlace.Kind(rawValue: key) {
                try readRow(kind)
            } else if key == "format" {
                throw scanner.failure("a second trace begins here")
            } else {
                try scanner.skipValue()
            }
        }
    }

    /// Reads the value of `key` if it is one of the header's.
    private mutating func readHeader(_ key: String) throws -> Bool {
        switch key {
        case "format":
            guard try scanner.requireToken() == UInt8(ascii: "\""), try scanner.readString() == "rxtrace" else {
                throw Foreign.format
            }
            isRecognized = true
        case "version": version = try scanner.readInteger(Int.self)
        case "scenario": trace.scenario = try scanner.readString()
        case "dropped": try readDropped()
        case "droppedBy": try readDrops()
        case "notes":
            try scanner.beginArray()
            while try scanner.nextElement() { trace.notes.append(try scanner.readString()) }
        case "run": trace.run = try scanner.readRun()
        case "canonical": trace.isCanonical = try scanner.readBool()
        default: return false
        }
        if isRecognized, let version, version != Trace.formatVersion { throw Foreign.version(version) }
        return true
    }

    private mutating func readDropped() throws {
        let count = try scanner.readCount()
        if !trace.drops.hasReason { trace.drops.memory = count }
    }

    private mutating func readDrops() throws {
        trace.drops = Trace.Drops()
        try scanner.beginObject()
        while let key = try scanner.nextKey() {
            // Reasons of later versions count as well.
            let count = try scanner.readCount()
            if !trace.drops.set(key, to: count) {
                trace.drops.memory = max(trace.drops.memory, trace.drops.memory &+ count)
            }
        }
    }

    private mutating func readRow(_ kind: TracePlace.Kind) throws {
        place.enter(kind)
        switch kind {
        case .thread: trace.threads.append(try scanner.readThread(&place))
        case .node: trace.nodes.append(try scanner.readNode(&place))
        case .subscription: trace.subscriptions.append(try scanner.readSubscription(&place))
        case .closure: try scanner.readClosure(into: &trace.closures)
        case .call: trace.calls.append(try scanner.readCall(&place))
        }
        place.leave()
    }
}
