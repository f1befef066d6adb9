import RxTraceKit

/// The formats a trace can be rendered in.
enum OutputFormat: String, CaseIterable {
    case tree, json, jsonl, dot

    /// The user's wishes for the rendering, as far as a format has use for them.
    struct Style {
        var zoom: Zoom?
        var width: Int?
        var branches = BranchStyle.unicode
        var usesColor = false
        var hasTimes = true
        var folds = true
        var indentsChains = false
    }

    func renderer(_ style: Style) -> any TraceRenderer {
        switch self {
        case .tree:
            TreeRenderer(
                zoom: style.zoom ?? .internals, width: style.width, branches: style.branches,
                usesColor: style.usesColor, folds: style.folds, indentsChains: style.indentsChains)
        case .json: JSONRenderer(times: style.hasTimes)
        case .jsonl: JSONLinesRenderer(times: style.hasTimes)
        case .dot: DOTRenderer(zoom: style.zoom ?? .operators)
        }
    }
}
