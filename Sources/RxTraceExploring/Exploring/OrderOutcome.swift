/// What a user can see of a run: each subscription's events, what was printed, and how it ended.
package struct OrderOutcome: Hashable, Sendable {
    /// What two runs have to agree in, beside how they ended, to have one outcome.
    package enum Aspect: String, CaseIterable, Sendable {
        /// The events and the output.
        case all
        case output
        case events
        /// What lint and the search for leaks find.
        case findings
        /// The events, the output, and the trace's canonical form.
        case trace
    }

    package struct Subscription: Hashable, Encodable, Sendable {
        /// Where the user's code subscribed, or what to.
        package var place: String
        /// Each as the closure's label and the value that it was handed.
        package var events: [String]

        package init(place: String, events: [String]) {
            self.place = place
            self.events = events
        }

        private enum CodingKeys: String, CodingKey {
            case place = "subscription"
            case events
        }
    }

    package var subscriptions: [Subscription] = []
    package var output = ""
    package var end: OrderEnd
    /// The rules that found something, each with its place; empty unless they are asked for.
    package var findings: [String] = []
    /// The canonical form; nil unless it is asked for.
    package var trace: String?

    /// What a test's library said of expectations that did not hold.
    package var issues: [String]

    package init(end: OrderEnd, issues: [String] = []) {
        self.end = end
        self.issues = issues
    }

    /// Whether it is a fault of the program, however often it comes.
    package var isFault: Bool { end.isFault || !issues.isEmpty }
}
