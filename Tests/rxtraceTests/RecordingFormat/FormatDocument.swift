/// The output of `rxtrace json`.
struct FormatDocument: Decodable, Equatable {
    struct Site: Decodable, Equatable {
        var file: String
        var line: Int
    }

    struct Thread: Decodable, Equatable {
        var id: Int
        var name: String
        var pool: Bool?
    }

    struct Node: Decodable, Equatable {
        var id: Int
        var type: String
        var generic: String?
        var role: String
        var site: Site?
        var name: String?
        var early: Bool?
        var owner: Int?
        var roles: [String]?
    }

    struct Subscription: Decodable, Equatable {
        var id: Int
        var parent: Int?
        var node: Int?
        var name: String?
        var site: Site?
        var ended: String?
    }

    struct Event: Decodable, Equatable {
        var kind: String
        var value: String?
    }

    struct Call: Decodable, Equatable {
        var id: Int
        var parent: Int?
        var cause: Int?
        var origin: Int?
        var parts: [Int]?
        var operation: String
        var node: Int?
        var disposable: Int?
        var thread: Int
        var type: String?
        var label: String?
        var subscription: Int?
        var event: Event?
        var site: Site?
        var start: UInt64?
        var duration: UInt64?
    }

    struct Closure: Decodable, Equatable {
        var label: String
        var kinds: [String]
    }

    struct Run: Decodable, Equatable {
        var identity: String
        var process: Int
        var host: String
        var start: UInt64
        var parent: String?
    }

    var scenario: String
    var run: Run?
    var dropped: UInt64
    var droppedBy: [String: UInt64]?
    var notes: [String]?
    var threads: [Thread] = []
    var nodes: [Node] = []
    var subscriptions: [Subscription] = []
    var closures: [Closure]?
    var calls: [Call] = []
}
