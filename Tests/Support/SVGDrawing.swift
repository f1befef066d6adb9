import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// A drawing as a browser would take it: read as XML, with its shapes and words.
public final class SVGDrawing: NSObject, XMLParserDelegate {
    public struct Box: Sendable {
        public var left: Double
        public var top: Double
        public var right: Double
        public var bottom: Double

        /// Whether the two have more than a border in common.
        public func overlaps(_ other: Box) -> Bool {
            left + 0.5 < other.right && other.left + 0.5 < right && top + 0.5 < other.bottom && other.top + 0.5 < bottom
        }
    }

    public struct Text {
        public var words: String
        /// The place it takes, by letters that are narrower than most.
        public var box: Box
        public var size: Double
        /// The group of shapes it is in, if any.
        public var group: Int?
    }

    public struct Fault: Error, CustomStringConvertible {
        public let description: String
    }

    /// The boxes of the graph.
    public private(set) var boxes: [Box] = []
    public private(set) var texts: [Text] = []
    /// The points that each line passes.
    public private(set) var lines: [[(x: Double, y: Double)]] = []
    public private(set) var size = Box(left: 0, top: 0, right: 0, bottom: 0)
    /// By the name of the element, how many there are in each group.
    public private(set) var shapes: [Int: [String: Int]] = [:]
    /// All names of elements and attributes.
    public private(set) var names: Set<String> = []

    private var groups = 0
    private var group: Int?
    private var open: (attributes: [String: String], words: String)?
    private var isTitle = false

    /// - Throws: ``Fault`` where it is not well-formed.
    public init(_ text: String) throws {
        super.init()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = self
        guard parser.parse() else {
            throw Fault(description: "line \(parser.lineNumber): \(parser.parserError.map { "\($0)" } ?? "no XML")")
        }
    }

    public func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        names.formUnion(attributes.keys)
        names.insert(name)
        func number(_ key: String) -> Double { Double(attributes[key] ?? "") ?? 0 }
        if let group { shapes[group, default: [:]][attributes["class"] ?? name, default: 0] += 1 }
        switch name {
        case "svg": size = Box(left: 0, top: 0, right: number("width"), bottom: number("height"))
        case "g":
            groups += 1
            group = groups
        case "rect" where attributes["x"] != nil && group == nil:
            let (left, top) = (number("x"), number("y"))
            boxes.append(Box(left: left, top: top, right: left + number("width"), bottom: top + number("height")))
        case "text": open = (attributes, "")
        case "title": isTitle = true
        case "path" where attributes["fill"] == "none": lines.append(Self.points(attributes["d"] ?? ""))
        default: break
        }
    }

    public func parser(_ parser: XMLParser, foundCharacters words: String) { if !isTitle { open?.words += words } }

    public func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
        if name == "g" { group = nil }
        if name == "title" { isTitle = false }
        guard name == "text", let (attributes, words) = open else { return }
        func number(_ key: String) -> Double { Double(attributes[key] ?? "") ?? 0 }
        let (x, y, size) = (number("x"), number("y"), number("font-size"))
        let width = Double(words.count) * size * 0.5
        let left = attributes["text-anchor"] == "middle" ? x - width / 2 : x
        let box = Box(left: left, top: y - size * 0.8, right: left + width, bottom: y + size * 0.2)
        texts.append(Text(words: words, box: box, size: size, group: group))
        open = nil
    }

    /// The points on a path, without those that only bend it.
    private static func points(_ path: String) -> [(x: Double, y: Double)] {
        var points: [(x: Double, y: Double)] = []
        for part in path.split(whereSeparator: { "MLCQ".contains($0) }) {
            let numbers = part.split(separator: " ").compactMap { Double($0) }
            guard numbers.count >= 2 else { continue }
            points.append((numbers[numbers.count - 2], numbers[numbers.count - 1]))
        }
        return points
    }

    /// Two boxes, a label and something else, or a line and a box that cover each other; nil where none do.
    public var firstOverlap: String? {
        for (index, one) in boxes.enumerated() {
            if let other = boxes[..<index].first(where: one.overlaps) { return "boxes \(one) and \(other)" }
        }
        let labels = texts.filter { $0.size == 10 }
        for (index, label) in labels.enumerated() {
            if let box = boxes.first(where: label.box.overlaps) { return "'\(label.words)' and box \(box)" }
            if let other = labels[..<index].first(where: { label.box.overlaps($0.box) }) {
                return "'\(label.words)' and '\(other.words)'"
            }
        }
        for line in lines {
            for point in line {
                let spot = Box(left: point.x - 1, top: point.y - 1, right: point.x + 1, bottom: point.y + 1)
                // Lines end at borders.
                let inner = boxes.first {
                    Box(left: $0.left + 1, top: $0.top + 1, right: $0.right - 1, bottom: $0.bottom - 1).overlaps(spot)
                }
                if let inner { return "a line at \(point) and box \(inner)" }
            }
        }
        return boxes.first { $0.left < 0 || $0.top < 0 || $0.right > size.right || $0.bottom > size.bottom }
            .map { "box \($0) and the border" }
    }
}
