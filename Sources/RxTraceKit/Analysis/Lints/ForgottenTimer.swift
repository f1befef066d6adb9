import Foundation

/// A timer runs on, for nobody keeps what would stop it.
struct ForgottenTimer: LintRule {
    static let definition = LintDefinition(
        name: "forgotten-timer", severity: .warning,
        summary: "a timer runs on, and nobody can stop it",
        explanation: """
            Fires where an object's function subscribes (or binds, drives, emits) to a timer that never ends by itself
            (interval, timer with a period), the Disposable is thrown away (`_ = …`, read in the source), and the timer
            still runs at the end of the recording, after two elements or more. The line is that of the statement. A
            note: the subscribe of such a timer has an onCompleted that does something (read in the source), and no
            operator ends the timer: it never runs. The line is then that of the timer. No fault: a subscription in a
            bag, a property or a variable; a timer that an operator such as take(until:) has ended; one at the top of a
            file, which is to run as long as the program.
            """,
        example: """
            func start() {
                _ = Observable<Int>.interval(.seconds(1), scheduler: main)
                    .subscribe(onNext: { [weak self] _ in self?.tick() })  // for ever
            }
            """,
        remedy: "put it into the object's DisposeBag: .disposed(by: bag)",
        signalRemedy: "keep the RACDisposable, or end it: take(until:) the object's rac_willDeallocSignal")
    static let opening: Set<Trace.Operation> = [.on]

    /// How many elements each of the user's subscriptions was handed, and the last.
    private var handed: [Int: (count: Int, last: Int)] = [:]
    private let text: SourceText

    static func wants(_ sort: CallSort) -> Bool { sort.event == .next && sort.isAtObserver }

    init(_ options: LintOptions) { text = options.text }

    mutating func opened(_ call: Trace.Call, in walk: TraceWalk) {
        guard call.eventKind == .next, let row = walk.userSubscription(told: call) else { return }
        handed[row] = ((handed[row]?.count ?? 0) + 1, call.id)
    }

    mutating func findings(in walk: TraceWalk) -> [Trace.Finding] {
        unended(in: walk)
            + handed.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.compactMap { row, handed in
                guard let subscription = walk.subscription(row), subscription.ended == nil,
                    let site = subscription.site,
                    let facts = walk.facts(of: row), facts.bag == nil, let end = facts.chain.last,
                    let timer = walk.node(end), timer.behaviors.contains(.endless), let start = discard(at: site)
                else { return nil }
                return finding(
                    "\(walk.name(of: timer)) runs on for ever: what stops it is thrown away", at: start,
                    [
                        .init("subscribed", call: facts.call, site: site),
                        .init("the last of \(Count.of(handed.count, "element"))", call: handed.last),
                    ])
            }
    }

    /// The timers whose end a closure waits for.
    private func unended(in walk: TraceWalk) -> [Trace.Finding] {
        handed.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.compactMap { row, handed in
            guard let subscription = walk.subscription(row), !subscription.endedByEvent, let site = subscription.site,
                let chain = walk.facts(of: row)?.chain.compactMap({ walk.node($0) }), let timer = chain.last,
                timer.behaviors == [.endless], timer.role == .observable, timer.site?.file == site.file,
                !chain.contains(where: { $0.behaviors.contains(.ends) }),
                (text.answer(at: site) {
                    text.code(from: site, lines: 1).contains("subscribe")
                        && SourceCode.body("onCompleted:", in: text.code(from: site))?.isEmpty == false
                })
            else { return nil }
            return finding(
                "onCompleted waits for the end of \(walk.name(of: timer)), which never comes", at: timer.site,
                [.init("the last element so far", call: handed.last, site: site)], severity: .note,
                remedy: "end it: take(until:) or take(while:) for when it is done")
        }
    }

    /// The first line of a statement in an object's function that throws its result away.
    private func discard(at site: Trace.Site) -> Trace.Site? {
        text.answer(at: site) {
            let lines = text.lines(of: site.file)
            guard lines.indices.contains(site.line - 1) else { return nil }
            let start = SourceStatement.start(of: site.line - 1, in: lines)
            let chain = SourceCode.plain(lines[start..<site.line].joined(separator: "\n"))
            guard SourceDeclaration.type(around: start, in: lines) != nil, chain.contains(#/^\s*_\s*=/#),
                let subscribe = chain.matches(of: #/\.(?:subscribe|bind|drive|emit)\b/#).last?.range,
                // What is an argument of something else is kept there.
                chain[..<subscribe.lowerBound].count(where: { $0 == "(" })
                    == chain[..<subscribe.lowerBound].count(where: { $0 == ")" })
            else { return nil }
            return Trace.Site(file: site.file, line: start + 1)
        }
    }
}
