/// Where the names of nodes come from: the source, or their types alone.
enum NodeNaming: String, CaseIterable {
    case source, types
}
