import Foundation

/// What `explore --format json` prints of a program.
struct ExploredOrders: Decodable {
    struct Outcome: Decodable, Hashable {
        struct Subscription: Decodable, Hashable {
            var subscription: String
            var events: [String]
        }

        var order: String
        var end: String
        var output: String
        var events: [Subscription]
    }

    var orders: Int
    var complete: Bool
    var lost: Int
    var outcomes: [Outcome]

    /// What comes of `rxtrace explore` with words, run on a folder's programs.
    init(of folder: ProgramFolder, _ words: [String], environment: [String: String] = [:]) throws {
        let result = try folder.run(["explore", "--format", "json"] + words, environment: environment)
        try self.init(json: result.output)
    }

    init(json: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(json.utf8)) }

    /// The outcomes without numbers of threads, which are made in any order.
    var seen: Set<[String]> {
        Set(
            outcomes.map { outcome in
                let end = outcome.end.replacing(#/thread [0-9]+/#, with: "thread")
                let ends = end.split(separator: "; ").sorted().joined(separator: "; ")
                return [ends, outcome.output]
                    + outcome.events.map { "\($0.subscription): \($0.events)" }.sorted()
            })
    }
}
