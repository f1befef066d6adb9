/// The spans of a recording that is still written, each as its subscription ends.
///
/// In memory are the subscriptions that live, with what they were told since their span's last part was written, and where
/// the last calls belong.
package final class OTLPStream {
    /// Of so many calls it is known to which span they belong: of earlier ones no link can be made.
    private static let knownCalls = 1 << 20

    private let recording: GrowingRecording
    private let requests: OTLPRequests
    private var spans: OTLPOpenSpans
    /// The spans of the last calls, by their ids.
    private var homes: [Int32]
    private var known = 0
    /// The last subscription that has begun: they begin in the order of their numbers.
    private var begun = 0
    /// When each subscription's last call was, of those that are open.
    private var ends: [Int: UInt64] = [:]
    /// Those that had ended as their last calls were read: later ones may be on their way.
    private var ending: [Int] = []
    private var latest: UInt64 = 0

    /// - Parameter body: takes each request that is full, and how many spans it has.
    package init?(_ recording: GrowingRecording, size: Int, _ body: @escaping ([UInt8], Int) -> Void) {
        guard let scenario = recording.scenario, let run = recording.run else { return nil }
        self.recording = recording
        homes = Array(repeating: Int32(OTLPOpenSpans.program), count: Self.knownCalls)
        requests = OTLPRequests(scenario: scenario, run: run, size: size, body)
        let facts = OTLPFacts(scenario: scenario, run: run, mixture: CallMixture(), objects: recording)
        spans = OTLPOpenSpans(facts, names: OTLPStreamNames(recording), request: requests.request, word: { _ in nil })
    }

    /// Takes calls that were read, and gives the spans of subscriptions that had ended before.
    package func add(_ part: GrowingRecording.Part) throws {
        for call in part.calls { try add(call) }
        for one in ending { try finish(one) }
        ending = part.ended
    }

    /// Says that no calls have come for a while: gives the spans of all subscriptions that have ended, and the request that
    /// they are in.
    package func rest() throws {
        for one in ending { try finish(one) }
        ending = []
        try requests.close()
    }

    /// Gives the spans of the subscriptions that live, and that of the program.
    ///
    /// - Parameters:
    ///   - isWhole: whether all calls were read: otherwise it is not known which of them live.
    ///   - lost: how many spans were not posted.
    package func finish(isWhole: Bool, lost: Int) throws {
        if isWhole { recording.settleEnds() }
        spans.isWhole = isWhole
        for one in spans.subscriptions { try finish(one) }
        ending = []
        var program = OTLPProgram(
            calls: recording.callCount, drops: recording.drops, end: max(latest, recording.end))
        program.lost = lost
        try spans.finish(program)
        try requests.close()
    }

    private func add(_ call: Trace.Call) throws {
        let home = home(of: call)
        homes[call.id % Self.knownCalls] = Int32(truncatingIfNeeded: home)
        known = call.id
        // The clock's rate becomes known better as time goes by.
        let start = max(call.start ?? latest, latest)
        latest = start
        if call.subscription != nil, home != OTLPOpenSpans.program {
            if !spans.isOpen(home) { try begin(home, by: call, at: start) }
            ends[home] = start + (call.duration ?? 0)
        }
        if OTLPEvents.isTold(call) { try spans.add(call, to: home, at: start) { self.home(of: $0) } }
    }

    private func begin(_ subscription: Int, by call: Trace.Call, at time: UInt64) throws {
        begun = max(begun, subscription)
        let maker = recording.subscription(subscription)?.parent.flatMap { spans.isOpen($0) ? $0 : nil }
        let work = (call.cause ?? call.parent).flatMap { home(of: $0) }.flatMap { spans.isOpen($0) ? $0 : nil }
        let parent = maker ?? work ?? OTLPOpenSpans.program
        try spans.begin(subscription, by: call, at: time, below: parent, work: work.flatMap { $0 == parent ? nil : $0 })
    }

    private func finish(_ subscription: Int) throws {
        guard spans.isOpen(subscription) else { return }
        let lives = recording.subscription(subscription)?.ended == nil
        let end = ends.removeValue(forKey: subscription) ?? latest
        try spans.finish(subscription, at: lives ? latest : end)
    }

    /// The span that a call belongs to: one that is written already is not gone back to.
    private func home(of call: Trace.Call) -> Int {
        if let one = call.subscription { return spans.isOpen(one) || one > begun ? one : OTLPOpenSpans.program }
        let above = (call.cause ?? call.parent).flatMap { home(of: $0) } ?? OTLPOpenSpans.program
        return spans.isOpen(above) ? above : OTLPOpenSpans.program
    }

    /// The span of an earlier call; nil where it is not known any more.
    private func home(of call: Int) -> Int? {
        call > 0 && call <= known && call > known - Self.knownCalls ? Int(homes[call % Self.knownCalls]) : nil
    }
}

/// The names of calls of a recording that is still written.
private struct OTLPStreamNames: OTLPNames {
    private struct Called: Hashable {
        var operation: Trace.Operation
        var type: String?
        var label: String?
    }

    private let recording: GrowingRecording
    private var numbers: [Called: Int] = [:]
    private var names: [String] = []

    init(_ recording: GrowingRecording) {
        self.recording = recording
    }

    mutating func number(of call: Trace.Call) -> Int {
        let called = Called(
            operation: call.operation, type: call.type ?? call.node.flatMap { recording.node($0)?.type },
            label: call.operation.row.label == .text ? nil : call.label)
        if let known = numbers[called] { return known }
        numbers[called] = names.count
        names.append(CallNames.name(of: called.operation, label: called.label, type: called.type))
        return names.count - 1
    }

    func name(_ number: Int) -> String { names[number] }
}
