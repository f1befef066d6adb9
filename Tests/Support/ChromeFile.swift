import Foundation

/// A file in Chrome's trace event format, read as strictly as its readers read it.
public struct ChromeFile {
    public struct Event {
        public var phase: String
        public var name: String
        public var category: String
        public var id: Int?
        public var thread: Int
        /// In nanoseconds.
        public var start: Int
        public var end: Int
        public var arguments: [String: Any]
    }

    public let facts: [String: Any]
    public let events: [Event]

    public struct Fault: Error, CustomStringConvertible {
        public let description: String
    }

    public init(_ text: String) throws {
        let whole = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        guard let rows = whole?["traceEvents"] as? [[String: Any]] else { throw Fault(description: "no traceEvents") }
        facts = whole?["otherData"] as? [String: Any] ?? [:]
        events = try rows.map { row in
            guard let phase = row["ph"] as? String, let name = row["name"] as? String, row["pid"] as? Int == 1,
                let thread = row["tid"] as? Int
            else { throw Fault(description: "an event lacks a member: \(row)") }
            func time(_ key: String) -> Int { Int(((row[key] as? Double ?? 0) * 1000).rounded()) }
            return Event(
                phase: phase, name: name, category: row["cat"] as? String ?? "", id: row["id"] as? Int, thread: thread,
                start: time("ts"), end: time("ts") + time("dur"), arguments: row["args"] as? [String: Any] ?? [:])
        }
    }

    public func events(_ phase: String, _ category: String? = nil) -> [Event] {
        events.filter { $0.phase == phase && (category == nil || $0.category == category) }
    }

    /// Everything that a reader would drop or refuse.
    public var faults: [String] { orderFaults + sliceFaults + arrowFaults + subscriptionFaults + counterFaults }

    private var orderFaults: [String] {
        let timed = events.filter { $0.phase != "M" }
        // A slice that is cut because of the clock's grain starts so much earlier.
        let late = zip(timed, timed.dropFirst()).filter { $0.start > $1.start + 100 }
        return late.map { "\($1) comes too late" }
    }

    /// Slices of a thread lie within each other or side by side.
    public var sliceFaults: [String] {
        var faults: [String] = []
        var open: [Int: [Event]] = [:]
        for slice in events("X") {
            var stack = open[slice.thread] ?? []
            while let last = stack.last, last.end <= slice.start, last.end < slice.end || last.start < last.end {
                stack.removeLast()
            }
            if let last = stack.last, last.end < slice.end { faults.append("\(slice) overlaps \(last)") }
            stack.append(slice)
            open[slice.thread] = stack
        }
        return faults
    }

    /// Each arrow has one start and one end, both on a slice.
    private var arrowFaults: [String] {
        var faults: [String] = []
        let slices = Dictionary(grouping: events("X"), by: \.thread)
        func key(_ event: Event) -> String { "\(event.category) \(event.id ?? -1)" }
        let starts = Dictionary(grouping: events("s"), by: key)
        let ends = Dictionary(grouping: events("f"), by: key)
        for arrow in events("s") + events("f") {
            let isPaired = starts[key(arrow)]?.count == 1 && ends[key(arrow)]?.count == 1
            if !isPaired { faults.append("\(arrow) is not paired") }
            let binds = slices[arrow.thread]?.contains { $0.start <= arrow.start && arrow.start <= $0.end } ?? false
            if !binds { faults.append("\(arrow) has no slice") }
        }
        for (key, start) in starts where ends[key]?.first.map({ $0.start < start[0].start }) ?? false {
            faults.append("the arrow \(key) ends before it starts")
        }
        return faults
    }

    private var subscriptionFaults: [String] {
        var open: Set<Int> = []
        var faults: [String] = []
        for event in events where event.phase == "b" || event.phase == "e" {
            let id = event.id ?? -1
            let isSound = event.phase == "b" ? open.insert(id).inserted : open.remove(id) != nil
            if !isSound { faults.append("\(event) is not paired") }
        }
        return faults + open.map { "subscription \($0) has no end" }
    }

    private var counterFaults: [String] {
        events("C").flatMap { event in
            event.arguments.values.filter { ($0 as? Int ?? -1) < 0 }.map { _ in "\(event) counts below 0" }
        }
    }
}
