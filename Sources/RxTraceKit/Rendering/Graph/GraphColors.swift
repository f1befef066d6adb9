/// The colours of graphs.
enum GraphColors {
    static let lost = "#c0392b"
    static let kept = "#b9770e"
    static let mark = "#b7950b"

    /// The colour of a thread, by its place among those of the graph; they are told apart by most eyes, and come again
    /// after seven.
    static func thread(_ place: Int) -> String {
        ["#1f6fbf", "#b8651b", "#2e7d32", "#8e44ad", "#00798c", "#7a5c00", "#ad1457"][place % 7]
    }

    static func fill(_ look: GraphPicture.Look) -> String {
        switch look {
        case .role(let role):
            switch role {
            case .observable, .connectable: "#d6e9ff"
            case .subject: "#ffe3c4"
            case .sink: "#fff7cf"
            case .observer: "#d9f2d9"
            case .scheduler: "#ecdcf7"
            case .disposable, .bag, .item, .object: "#eeeeee"
            }
        case .subscription(let isLive): isLive ? "#fde0dc" : "#d9f2d9"
        case .code: "#ffffff"
        case .note: "#fffde7"
        }
    }

    static func border(_ look: GraphPicture.Look) -> String {
        switch look {
        case .subscription(isLive: true): lost
        case .note: mark
        default: "#556677"
        }
    }
}
