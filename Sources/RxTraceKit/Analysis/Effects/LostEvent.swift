/// An event that went nowhere: nobody was there to take it, or who was handed it had ended before.
///
/// ```swift
/// for lost in try LostEvents.all(in: source) { print("@\(lost.call): \(lost.sentence)") }
/// // @21: nobody was subscribed: the only subscriber left at @18 (line 14), by switch
/// ```
public struct LostEvent: Sendable, Equatable {
    /// The call that ended something, and the word for how.
    public struct Ending: Sendable, Equatable {
        /// The call's id.
        public var call: Int
        /// `completed`, `error`, `dispose`, `bag`, `take`, `switch`, `connection`.
        public var word: String
        /// The line of the user's code in which it was made; nil where none is known.
        public var site: Trace.Site?
        /// The subscription that it ended, by its id; nil where it ended none, or that is not known.
        var subscription: Int?

        /// How somebody left by it.
        ///
        /// - Parameter withNumber: whether the subscription that ended is told by its number.
        func manner(withNumber: Bool) -> String {
            let ended = (withNumber ? subscription : nil).map { "subscription \($0)" } ?? "its subscription"
            return switch word {
            case Self.connection: "as the sharing ended"
            case Trace.Event.Kind.completed.name: "as \(ended) completed"
            case Trace.Event.Kind.error.name: "as \(ended) failed"
            default: "by \(word)"
            }
        }
        /// What others came after.
        var event: String { word == Self.connection ? "the end of its connection" : word }

        private static let connection = "connection"
    }

    /// Why nobody took it.
    public enum Reason: Sendable, Equatable {
        /// A subject had no subscriber. There had been `count`; `last` tells when the last of them left, where that is known.
        case nobody(count: Int, last: Ending?)
        /// Who was handed the event had ended; nil where the trace does not tell by what.
        case cameAfter(Ending?)
    }

    /// The id of the call that handed the event to nobody.
    public var call: Int
    /// Why nobody took it.
    public var reason: Reason
    /// The line of the user's code in which it was handed on; nil where none is known.
    public var site: Trace.Site?
    /// Whether it is told at a call that handed it on, in the place of the one that handed it to nobody.
    var isToldBefore = false

    /// The call to look at: the one that ended the subscription, or who was handed the event.
    public var link: Int? {
        switch reason {
        case .nobody(_, let last): last?.call
        case .cameAfter(let ending): ending?.call
        }
    }

    /// What happened, in the words that every view has for it.
    public var sentence: String { sentence(withNumbers: true) }

    /// - Parameter withNumbers: whether calls are told by their numbers, which another run of the program need not have.
    package func sentence(withNumbers: Bool) -> String {
        sentence { ending in withNumbers ? "@\(ending.call)\(line(of: ending))" : nil }
    }

    /// In which line a call was made: most rows of a tree have no number, and its row may be hidden.
    private func line(of ending: Ending) -> String {
        guard let other = ending.site else { return "" }
        if other.file == site?.file { return " (line \(other.line))" }
        let name = other.file.split(separator: "/").last.map(String.init) ?? other.file
        return TerminalText.escaped(" (\(name):\(other.line))")
    }

    /// - Parameter place: tells the call that ended something; nil for not at all.
    package func sentence(place: (Ending) -> String?) -> String {
        func at(_ ending: Ending) -> String { place(ending).map { " at \($0)" } ?? "" }
        let whom = isToldBefore ? " to a subject behind it" : ""
        switch reason {
        case .nobody(0, _): return "nobody had subscribed\(whom)"
        case .nobody(_, nil): return "nobody was subscribed\(whom)"
        case .nobody(let count, let last?):
            let who = count == 1 ? "the only subscriber" : "the last subscriber"
            let manner = last.manner(withNumber: place(last) != nil)
            return "nobody was subscribed\(whom): \(who) left\(at(last)), \(manner)"
        case .cameAfter(nil): return "came after the end"
        case .cameAfter(let ending?): return "came after \(ending.event)\(at(ending))"
        }
    }
}
