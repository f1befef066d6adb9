/// Reads the text of a golden trace.
struct GoldenReader {
    private var context: GoldenContext
    private var levels: GoldenLevels
    private let version: Int
    private let places: [String: Trace.Site]
    private var objects: GoldenObjects
    private var trace: Trace
    /// What the rows say, in the order of the file; a call's id is its row's number until all are there.
    private var calls: [Trace.Call] = []
    private var nodes: [Trace.Node] = []
    private var subscriptions: [Trace.Subscription] = []
    /// What is found only when all rows are there.
    private var later: [(line: Int, row: Int, finding: Later)] = []
    private var firstID: Int { trace.threads.first?.name == GoldenTree.mainThread.name ? 0 : 1 }
    private var work = GoldenWork()

    private enum Later {
        case caller(GoldenRow.Call)
        case origin(GoldenRow.Call)
        case part(Int, GoldenRow.Call)
        case parent(GoldenRow.Reference)
        case node(GoldenRow.Reference)
    }

    /// The trace that a text tells.
    ///
    /// - Throws: ``GoldenText/Damage`` and ``GoldenText/ForeignVersion``.
    static func trace(_ text: String) throws -> Trace {
        // Whoever edits it on Windows may end lines another way.
        let lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated().map { (number: $0.offset + 1, text: $0.element) }
        if let mark = lines.first(where: { GoldenText.isMergeMark($0.text) }) {
            try GoldenText.Damage.at(mark.number) {
                throw GoldenText.Damage("a merge that is not resolved: '\(mark.text.prefix(20))'")
            }
        }
        let told = lines.prefix { $0.text != GoldenPlaces.head }
        let body = told.prefix { $0.text != GoldenObjects.head }
        var reader = GoldenReader(
            version: try GoldenText.version(ofFirst: lines[0].text),
            places: try GoldenPlaces.read(lines[told.count...].dropFirst()),
            objects: try GoldenObjects.read(told[body.count...].dropFirst()))
        for line in body.dropFirst() {
            try GoldenText.Damage.at(line.number) { try reader.read(line.text, line.number) }
        }
        return try reader.finish(lines.count)
    }

    private init(version: Int, places: [String: Trace.Site], objects: GoldenObjects) {
        self.version = version
        self.places = places
        self.objects = objects
        context = GoldenContext(thread: 0, objects: objects, version: version)
        levels = GoldenLevels(version: version)
        trace = Trace(scenario: "", isCanonical: true)
    }

    // MARK: Lines

    private mutating func read(_ line: Substring, _ number: Int) throws {
        var cursor = GoldenCursor(line)
        if line.isEmpty { return }
        if cursor.take("trace ") {
            trace.scenario = try cursor.word()
        } else if cursor.take("dropped ") {
            let reason = try cursor.word()
            try cursor.require(" ")
            guard trace.drops.set(reason, to: try cursor.number()) else {
                throw GoldenText.Damage("'\(reason)' is no reason to drop calls")
            }
        } else if cursor.take("thread ") {
            let name = try cursor.word()
            trace.threads.append(
                Trace.Thread(id: 0, name: name, isPooled: cursor.take(" pooled")))
            let first = firstID
            for index in trace.threads.indices { trace.threads[index].id = index + first }
        } else if cursor.take("also") {
            return try readOther(&cursor, number)
        } else {
            return try read(try GoldenRow(line), number)
        }
        guard cursor.isAtEnd else { throw GoldenText.Damage("'\(cursor.rest.prefix(20))' is too much") }
    }

    /// A node, or a subscription, that no call names.
    private mutating func readOther(_ cursor: inout GoldenCursor, _ line: Int) throws {
        if cursor.take("; begins") {
            try begin(try GoldenRow.Subscription(&cursor), row: nil, above: nil, line)
        } else {
            try cursor.require(" ")
            let receiver = try GoldenTitle.Receiver(&cursor)
            try cursor.require("; new ")
            try tell(try GoldenRow.Object(&cursor), receiver)
        }
        guard cursor.isAtEnd else { throw GoldenText.Damage("'\(cursor.rest.prefix(20))' is too much") }
    }

    private mutating func read(_ row: GoldenRow, _ line: Int) throws {
        if trace.threads.isEmpty { trace.threads = [GoldenTree.mainThread] }
        let position = calls.count
        guard let surroundings = levels.enter(column: row.column) else {
            throw GoldenText.Damage("the row stands too far right, or between two columns")
        }
        let (above, open) = try self.above(row, surroundings, position)
        var call = Trace.Call(
            id: position, operation: row.title.operation, type: row.title.type, label: row.title.label,
            event: row.title.event, site: try row.place.map { try places.site($0) })
        if row.isWork { call.cause = above } else { call.parent = above }

        var node: Int?
        if let receiver = row.title.receiver {
            node = try object(row, receiver, above: above, open: open)
            call.node = node
        }
        var caller = row.isWork ? nil : above
        if row.isInside, row.isWork { caller = try self.caller(row, above, position, line) }
        if row.isWork { call.parent = caller }
        if let subscription = row.subscription {
            call.subscription = try begin(subscription, row: (row, node), above: above, line)
        } else if let belongs = row.belongs {
            call.subscription = belongs.number == 0 ? nil : try self.subscription(belongs)
        } else {
            call.subscription = context.subscription(of: node, row.title.operation, above: above)
        }
        let thread =
            try row.thread.map { try self.thread($0) }
            ?? context.thread(above: above, caller: caller, isWork: row.isWork)
        call.thread = thread
        if let origin = row.origin { later.append((line, position, .origin(origin))) }
        call.parts = row.parts.map { _ in 0 }
        for (index, part) in row.parts.enumerated() { later.append((line, position, .part(index, part))) }

        context.add(
            GoldenContext.Row(
                title: row.title, node: node, subscription: call.subscription, thread: thread, above: above,
                caller: caller), isWork: row.isWork)
        levels.add(position, row.title.operation, column: row.column, surroundings)
        calls.append(call)
        work.add(
            row.title.operation, works: row.works, calledBy: row.isWork ? nil : above,
            workOf: row.isWork && version > 1 ? above : nil)
    }

    // MARK: What is around a row

    /// The row that one hangs below, and the calls of its sequence that are still open then.
    private mutating func above(
        _ row: GoldenRow, _ surroundings: GoldenLevels.Surroundings, _ position: Int
    ) throws -> (above: Int?, open: [Int]) {
        if row.isWork, version == 1 {
            guard surroundings == .none else { throw GoldenText.Damage("work begins at the first column") }
            work.endSection()
            guard let asker = work.asker else { throw GoldenText.Damage("no call asked for this work") }
            work.take()
            return (asker, [])
        }
        switch surroundings {
        case .none:
            if row.isWork { throw GoldenText.Damage("no call asked for this work") }
            if version == 1 { try requireNoWork() }
            return (nil, [])
        case .frame(let frame):
            guard row.caller == nil else { throw GoldenText.Damage("the row is called by what stands left of it") }
            return (frame, [])
        case .sequence:
            var above = levels.open.last
            if let caller = row.caller {
                above =
                    levels.open.reversed().lazy.filter { [context] in context.rows[$0].title.short == caller.short }
                    .dropFirst(max(0, caller.number - 1)).first
            }
            guard let above, levels.end(after: above) else {
                throw GoldenText.Damage("there is no open call of the name '\(row.caller?.short ?? "")'")
            }
            return (above, levels.open)
        }
    }

    private mutating func requireNoWork() throws {
        guard let (row, isMore) = work.unfinished(version: version) else { return }
        let what = isMore ? "there is more work than" : "work is missing that"
        throw GoldenText.Damage("\(what) '\(context.rows[row].title.text())' asked for")
    }

    private mutating func caller(_ row: GoldenRow, _ above: Int?, _ position: Int, _ line: Int) throws -> Int? {
        guard let inside = row.inside else {
            guard let found = above.flatMap({ context.queueCall(around: $0) }) else {
                throw GoldenText.Damage("there is no queue that the work is inside")
            }
            return found
        }
        guard inside.distance > 0 else {
            later.append((line, position, .caller(inside)))
            return nil
        }
        guard let found = context.row(inside.title, at: inside.distance, from: position) else {
            throw GoldenText.Damage("there is no call '\(inside.title.text())' before it")
        }
        return found
    }

    // MARK: Objects, subscriptions, threads

    private mutating func object(
        _ row: GoldenRow, _ receiver: GoldenTitle.Receiver, above: Int?, open: [Int]
    ) throws -> Int {
        if let object = row.object { return try tell(object, receiver) }
        let known =
            row.mark.map { context.node(receiver, $0) }
            ?? (row.isNew ? nil : context.node(receiver, of: row.title.operation, above: above, open: open))
        if let known { return known }
        guard row.mark == nil, version > 1, let object = objects.take(receiver, row.title.operation) else {
            throw GoldenText.Damage("nothing tells of '\(receiver.text)' before")
        }
        return try tell(object, receiver)
    }

    @discardableResult
    private mutating func tell(_ object: GoldenRow.Object, _ receiver: GoldenTitle.Receiver) throws -> Int {
        nodes.append(try object.node(receiver, places))
        return context.addNode(receiver, hasHome: GoldenTree.hasHome(object.role))
    }

    @discardableResult
    private mutating func begin(
        _ told: GoldenRow.Subscription, row: (row: GoldenRow, node: Int?)?, above: Int?, _ line: Int
    ) throws -> Int {
        let receiver = told.node == nil ? row?.row.title.receiver : told.node?.receiver
        let number = context.addSubscription(to: receiver)
        var subscription = Trace.Subscription(
            id: number, node: row?.node ?? -1, name: told.name, site: try told.place.map { try places.site($0) },
            ended: told.ended)
        if let parent = told.parent {
            if parent.number > 0 { later.append((line, number, .parent(parent))) }
        } else {
            subscription.parent = above.flatMap { context.rows[$0].subscription }
        }
        if let node = told.node { later.append((line, number, .node(node))) }
        subscriptions.append(subscription)
        return number
    }

    private func subscription(_ told: GoldenRow.Reference) throws -> Int {
        guard let found = context.subscription(to: told.receiver, number: told.number) else {
            throw GoldenText.Damage("there is no subscription to '\(told.receiver?.text ?? "-")' of that number")
        }
        return found
    }

    private func thread(_ name: String) throws -> Int {
        guard let thread = trace.threads.firstIndex(where: { $0.name == name }) else {
            throw GoldenText.Damage("there is no thread '\(name)'")
        }
        return thread
    }

    // MARK: The end

    private mutating func finish(_ lineCount: Int) throws -> Trace {
        try GoldenText.Damage.at(lineCount) { try requireNoWork() }
        for (line, row, finding) in later {
            try GoldenText.Damage.at(line) { try settle(row, finding) }
        }
        trace.calls = calls
        trace.nodes = nodes
        trace.subscriptions = subscriptions
        return GoldenNumbering.numbered(trace, threadID: firstID)
    }

    private mutating func settle(_ row: Int, _ finding: Later) throws {
        func found(_ call: GoldenRow.Call) throws -> Int {
            guard let found = context.row(call.title, at: call.distance, from: row) else {
                throw GoldenText.Damage("there is no call '\(call.title.text())' there")
            }
            return found
        }
        switch finding {
        case .caller(let call): calls[row].parent = try found(call)
        case .origin(let call): calls[row].origin = try found(call)
        case .part(let index, let call): calls[row].parts[index] = try found(call)
        case .parent(let reference): subscriptions[row].parent = try subscription(reference)
        case .node(let reference):
            guard let receiver = reference.receiver, let node = context.node(receiver, number: reference.number) else {
                throw GoldenText.Damage("nothing tells of '\(reference.receiver?.text ?? "-")'")
            }
            subscriptions[row].node = node
        }
    }
}
