/// The rows of a trace, read from JSON objects. A key whose value is null counts as left out.
extension JSONScanner {
    /// nil for one that lacks a member.
    mutating func readRun() throws -> Trace.Run? {
        guard try !readNull() else { return nil }
        var identity: String?
        var start: UInt64?
        var run = Trace.Run(identity: "", process: 0, host: "", start: 0)
        try readMembers { scanner, key in
            switch key {
            case "identity": identity = try scanner.readString()
            case "process": run.process = try scanner.readCount()
            case "host": run.host = try scanner.readString()
            case "start": start = try scanner.readInteger(UInt64.self)
            case "parent": run.parent = Traceparent(try scanner.readString())
            default: try scanner.skipValue()
            }
        }
        guard let identity, let start else { return nil }
        (run.identity, run.start) = (identity, start)
        return run
    }

    mutating func readThread(_ place: inout TracePlace) throws -> Trace.Thread {
        var id: Int?
        var name: String?
        var isPooled = false
        try readMembers { scanner, key in
            switch key {
            case "id": id = try scanner.readIdentifier(&place)
            case "name": name = try scanner.readString()
            case "pool": isPooled = try scanner.readBool()
            default: try scanner.skipValue()
            }
        }
        return Trace.Thread(id: try require(id, "id"), name: try require(name, "name"), isPooled: isPooled)
    }

    mutating func readNode(_ place: inout TracePlace) throws -> Trace.Node {
        var id: Int?
        var type: String?
        var role: Trace.Role?
        var node = Trace.Node(id: 0, type: "", role: .object)
        try readMembers { scanner, key in
            switch key {
            case "id": id = try scanner.readIdentifier(&place)
            case "type": type = try scanner.readString()
            case "generic": node.generic = try scanner.readString()
            case "role": role = try scanner.readWord("a role") { JSONNames.roleByName[$0] }
            case "name": node.name = try scanner.readString()
            case "variable": node.variable = try scanner.readString()
            case "early": node.isEarly = try scanner.readBool()
            case "owner": node.owner = try scanner.readCount()
            case "roles": node.behaviors = try scanner.readBehaviors()
            case "site": node.site = try scanner.readSite()
            default: try scanner.skipValue()
            }
        }
        node.id = try require(id, "id")
        node.type = try require(type, "type")
        node.role = try require(role, "role")
        return node
    }

    mutating func readSubscription(_ place: inout TracePlace) throws -> Trace.Subscription {
        var id: Int?
        var node: Int?
        var subscription = Trace.Subscription(id: 0, node: 0)
        try readMembers { scanner, key in
            switch key {
            case "id": id = try scanner.readIdentifier(&place)
            case "parent": subscription.parent = try scanner.readCount()
            case "node": node = try scanner.readCount()
            case "name": subscription.name = try scanner.readString()
            case "site": subscription.site = try scanner.readSite()
            case "ended": subscription.ended = try scanner.readString()
            default: try scanner.skipValue()
            }
        }
        subscription.id = try require(id, "id")
        subscription.node = try require(node, "node")
        return subscription
    }

    /// Kinds of later versions say nothing here.
    mutating func readClosure(into closures: inout Trace.Closures) throws {
        var label: String?
        var kinds: Set<Trace.ClosureKind> = []
        try readMembers { scanner, key in
            switch key {
            case "label": label = try scanner.readString()
            case "kinds":
                try scanner.beginArray()
                while try scanner.nextElement() {
                    if let kind = JSONNames.closureKindByName[try scanner.readString()] { kinds.insert(kind) }
                }
            default: try scanner.skipValue()
            }
        }
        closures[try require(label, "label")] = kinds
    }

    mutating func readCall(_ place: inout TracePlace) throws -> Trace.Call {
        var id: Int?
        var operation: Trace.Operation?
        var thread: Int?
        var call = Trace.Call(id: 0, operation: .create)
        try readMembers { scanner, key in
            switch key {
            case "id": id = try scanner.readIdentifier(&place)
            case "parent": call.parent = try scanner.readCount()
            case "origin": call.origin = try scanner.readCount()
            case "parts": call.parts = try scanner.readCounts()
            case "cause": call.cause = try scanner.readCount()
            case "operation": operation = try scanner.readWord("an operation") { Trace.Operation(name: $0) }
            case "node": call.node = try scanner.readCount()
            case "disposable": call.disposable = try scanner.readCount()
            case "thread": thread = try scanner.readCount()
            case "type": call.type = try scanner.readString()
            case "label": call.label = try scanner.readString()
            case "subscription": call.subscription = try scanner.readCount()
            case "event": call.event = try scanner.readEvent()
            case "site": call.site = try scanner.readSite()
            case "start": call.start = try scanner.readInteger(UInt64.self)
            case "duration": call.duration = try scanner.readInteger(UInt64.self)
            default: try scanner.skipValue()
            }
        }
        call.id = try require(id, "id")
        call.operation = try require(operation, "operation")
        call.thread = try require(thread, "thread")
        return call
    }

    private mutating func readCounts() throws -> [Int] {
        var counts: [Int] = []
        try beginArray()
        while try nextElement() { counts.append(try readCount()) }
        return counts
    }

    /// Words of later versions say nothing here.
    private mutating func readBehaviors() throws -> Trace.Behaviors {
        var behaviors: Trace.Behaviors = []
        try beginArray()
        while try nextElement() {
            if let behavior = JSONNames.behaviorByName[try readString()] { behaviors.insert(behavior) }
        }
        return behaviors
    }

    private mutating func readEvent() throws -> Trace.Event {
        var kind: Trace.Event.Kind?
        var value: String?
        try readMembers { scanner, key in
            switch key {
            case "kind": kind = try scanner.readWord("a kind of event") { JSONNames.kindByName[$0] }
            case "value": value = try scanner.readString()
            default: try scanner.skipValue()
            }
        }
        return Trace.Event(try require(kind, "kind"), value: value)
    }

    private mutating func readSite() throws -> Trace.Site {
        var file: String?
        var line: Int?
        try readMembers { scanner, key in
            switch key {
            case "file": file = try scanner.readString()
            case "line": line = try scanner.readCount()
            default: try scanner.skipValue()
            }
        }
        return Trace.Site(file: try require(file, "file"), line: try require(line, "line"))
    }

    // MARK: Values

    /// Reads a whole number that is not negative: an id, a count, a line.
    mutating func readCount() throws -> Int {
        let number = try readInteger(Int.self)
        guard number >= 0 else { throw failure("a number that is not negative is expected here") }
        return number
    }

    private mutating func readIdentifier(_ place: inout TracePlace) throws -> Int {
        let id = try readCount()
        place.found(id: id)
        return id
    }

    /// Reads one of the words the document knows.
    private mutating func readWord<Word>(_ what: String, _ find: (String) -> Word?) throws -> Word {
        let word = try readString()
        guard let found = find(word) else { throw failure("\(JSONText.quoted(word)) is not \(what)") }
        return found
    }

    private mutating func readMembers(_ member: (inout JSONScanner, String) throws -> Void) throws {
        try beginObject()
        while let key = try nextKey() {
            if try !readNull() { try member(&self, key) }
        }
    }

    private func require<Value>(_ value: Value?, _ key: String) throws -> Value {
        guard let value else { throw failure("the key \"\(key)\" is missing") }
        return value
    }
}
