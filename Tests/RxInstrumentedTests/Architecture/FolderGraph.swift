/// Which folder uses which, by the declarations that their files name.
///
/// Names that several files declare, or that the standard library has as well, are left out: which of them is meant, only
/// a compiler knows.
struct FolderGraph {
    /// Members of the standard library's collections and optionals that operators are named after.
    private static let standardMembers: Set = [
        "compactMap", "enumerated", "filter", "first", "flatMap", "map", "reduce", "reversed", "zip",
    ]

    struct Edge: Hashable {
        var from: String
        var to: String
    }

    /// For each edge, the uses it comes of: `Rendering/Tree.swift:12 names Count of Text/Count.swift`.
    private(set) var uses: [Edge: [String]] = [:]
    private let folders: Set<String>

    init(_ files: [SwiftFile]) {
        folders = Set(files.map(\.folder))
        var declaring: [String: [SwiftFile]] = [:]
        var adding: [String: [SwiftFile]] = [:]
        var others: Set<String> = []
        for file in files {
            for name in file.declared { declaring[name, default: []].append(file) }
            for name in file.members { adding[name, default: []].append(file) }
            others.formUnion(file.others)
        }
        for file in files {
            for use in file.uses {
                var found = declaring[use.name]
                if use.isMember, use.name.first?.isLowercase == true {
                    let isKnown = !others.contains(use.name) && !Self.standardMembers.contains(use.name)
                    found = isKnown && found == nil ? adding[use.name] : nil
                }
                guard let found, found.count == 1, found[0].folder != file.folder else { continue }
                uses[Edge(from: file.folder, to: found[0].folder), default: []].append(
                    "\(file.path):\(use.line) names \(use.name) of \(found[0].path)")
            }
        }
    }

    /// The edges that are part of a circle, each with one use.
    var circles: [String] {
        uses.keys.filter { reaches($0.from, from: $0.to) }.compactMap { uses[$0]?.first }.sorted()
    }

    /// Uses against the order in which each folder uses only those before it, and names it does not know.
    ///
    /// - Parameter order: folders, each with those below it that are not named by themselves; `.` for files in none.
    func faults(against order: [String]) -> [String] {
        let layer = { (folder: String) in
            var folder = folder.isEmpty ? "." : folder
            while !order.contains(folder), let slash = folder.lastIndex(of: "/") { folder = String(folder[..<slash]) }
            return order.firstIndex(of: folder)
        }
        let strangers = folders.filter { layer($0) == nil }.map { "\($0) has no place in \(order)" }
        let forbidden = uses.filter { (layer($0.key.to) ?? 0) > (layer($0.key.from) ?? 0) }
        return strangers.sorted() + forbidden.values.flatMap(\.self).sorted()
    }

    private func reaches(_ goal: String, from start: String) -> Bool {
        var seen: Set = [start]
        var waiting = [start]
        while let folder = waiting.popLast() {
            if folder == goal { return true }
            for edge in uses.keys where edge.from == folder && seen.insert(edge.to).inserted { waiting.append(edge.to) }
        }
        return false
    }

    /// The edges, one line a folder.
    var description: String {
        Dictionary(grouping: uses.keys, by: \.from).sorted { $0.key < $1.key }.map { from, edges in
            let targets = edges.sorted { $0.to < $1.to }.map { "\($0.to)(\(uses[$0]?.count ?? 0))" }
            return "\(from) -> \(targets.joined(separator: ", "))"
        }.joined(separator: "\n")
    }
}
