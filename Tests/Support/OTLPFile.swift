import Foundation

/// A request in OTLP/JSON, read as strictly as the specification has it.
public struct OTLPFile {
    public struct Event {
        public var name: String
        public var time: UInt64
        public var attributes: [String: String]
    }

    public struct Link {
        public var span: String
        public var attributes: [String: String]
    }

    public struct Span {
        public var id: String
        public var trace: String
        public var parent: String?
        public var name: String
        public var start: UInt64
        public var end: UInt64
        public var attributes: [String: String]
        public var events: [Event]
        public var links: [Link]
        /// 2 for an error.
        public var status: Int
        public var message: String?
    }

    public struct Fault: Error {
        public let description: String
    }

    public let resource: [String: String]
    public let scope: [String: String]
    public private(set) var spans: [Span] = []

    public init(_ text: String) throws {
        let whole = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        guard let groups = whole?["resourceSpans"] as? [[String: Any]], groups.count == 1, whole?.count == 1,
            let attributes = (groups[0]["resource"] as? [String: Any])?["attributes"],
            let scopes = groups[0]["scopeSpans"] as? [[String: Any]], scopes.count == 1,
            let rows = scopes[0]["spans"] as? [[String: Any]]
        else { throw Fault(description: "no spans of one resource and scope") }
        resource = try Self.attributes(attributes)
        scope = scopes[0]["scope"] as? [String: String] ?? [:]
        spans = try rows.map(Self.span)
    }

    /// The requests that a trace was posted in, as one.
    public init(joining texts: [String]) throws {
        let files = try texts.map { try OTLPFile($0) }
        guard let first = files.first else { throw Fault(description: "no request") }
        guard files.allSatisfy({ $0.resource == first.resource && $0.scope == first.scope }) else {
            throw Fault(description: "requests of several programs")
        }
        self = first
        spans = files.flatMap(\.spans)
    }

    private static func span(_ row: [String: Any]) throws -> Span {
        guard let id = row["spanId"] as? String, let trace = row["traceId"] as? String,
            let name = row["name"] as? String, row["kind"] as? Int == 1, isID(id, 16), isID(trace, 32),
            (row["parentSpanId"] as? String).map({ isID($0, 16) }) ?? true
        else { throw Fault(description: "a span lacks a member: \(row)") }
        let status = row["status"] as? [String: Any]
        return Span(
            id: id, trace: trace, parent: row["parentSpanId"] as? String, name: name,
            start: try time(row["startTimeUnixNano"]), end: try time(row["endTimeUnixNano"]),
            attributes: try attributes(row["attributes"] ?? []),
            events: try (row["events"] as? [[String: Any]] ?? []).map { event in
                guard let name = event["name"] as? String else { throw Fault(description: "an event has no name") }
                return Event(
                    name: name, time: try time(event["timeUnixNano"]), attributes: try attributes(event["attributes"]))
            },
            links: try (row["links"] as? [[String: Any]] ?? []).map { link in
                guard let span = link["spanId"] as? String, isID(span, 16), link["traceId"] as? String == trace else {
                    throw Fault(description: "a link leads nowhere: \(link)")
                }
                return Link(span: span, attributes: try attributes(link["attributes"]))
            },
            status: status?["code"] as? Int ?? 0, message: status?["message"] as? String)
    }

    private static func isID(_ text: String, _ digits: Int) -> Bool {
        text.utf8.count == digits && text.contains { $0 != "0" }
            && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
    }

    /// Numbers of 64 bits are texts.
    private static func time(_ value: Any?) throws -> UInt64 {
        guard let time = (value as? String).flatMap({ UInt64($0) }) else {
            throw Fault(description: "\(value ?? "nothing") is no time")
        }
        return time
    }

    /// The attributes by their keys, of which none may come twice.
    private static func attributes(_ value: Any?) throws -> [String: String] {
        guard let rows = value as? [[String: Any]] else { throw Fault(description: "no attributes") }
        var found: [String: String] = [:]
        for row in rows {
            guard let key = row["key"] as? String, let value = row["value"] as? [String: Any], value.count == 1,
                found[key] == nil
            else { throw Fault(description: "no attribute, or twice: \(row)") }
            found[key] = try text(value)
        }
        return found
    }

    private static func text(_ value: [String: Any]) throws -> String {
        if let text = value["stringValue"] as? String { return text }
        if let number = value["intValue"] as? String, Int(number) != nil { return number }
        if let value = value["boolValue"] as? Bool { return "\(value)" }
        if let values = (value["arrayValue"] as? [String: Any])?["values"] as? [[String: Any]] {
            return try values.map(text).joined(separator: ",")
        }
        throw Fault(description: "no value: \(value)")
    }

    /// Everything that a collector, or a reader of what it keeps, would stumble over.
    public var faults: [String] {
        var faults: [String] = []
        let byID = Dictionary(grouping: spans, by: \.id)
        for (id, spans) in byID where spans.count > 1 { faults.append("\(spans.count) spans have the id \(id)") }
        if Set(spans.map(\.trace)).count > 1 { faults.append("there are several traces") }
        for span in spans {
            if span.end < span.start { faults.append("\(span.name) ends before it starts") }
            if let parent = span.parent, byID[parent] == nil, span.attributes["rxtrace.calls"] == nil {
                faults.append("\(span.name) has a parent that is not there")
            }
            for link in span.links {
                if byID[link.span] == nil { faults.append("\(span.name) has a link that leads nowhere") }
                if link.span == span.id { faults.append("\(span.name) has a link to itself") }
            }
            var seen: Set<String> = []
            var above = span.parent
            while let id = above, faults.isEmpty {
                if !seen.insert(id).inserted { faults.append("\(span.name) is in a circle") }
                above = byID[id]?.first?.parent
            }
        }
        return faults
    }

    /// The events of all spans.
    public var events: [Event] { spans.flatMap(\.events) }

    /// The span of the whole program.
    public var program: Span? { spans.first { $0.attributes["rxtrace.calls"] != nil } }
}
