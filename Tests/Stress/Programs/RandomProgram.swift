/// A random program of one thread: subjects, pipelines of operators over them, and a script of sends, subscribes and
/// disposals, some of them from within closures.
///
/// It follows from a seed, and so does what it logs: RxSwift's own logs of the same seeds are kept as hashes.
package struct RandomProgram {
    /// From this seed on, closures that pick a source dispose and end things too.
    package static let firstWithSelectorDisposals: UInt32 = 60_000

    enum ChannelKind {
        case publish
        case behavior(Int)
        case replay(Int)
        case replayAll
        case async
    }

    /// How a shared source is shared.
    enum Sharing: Int, CaseIterable {
        case publish, share, shareWhileConnected, shareForever, multicastChannel, publishRefCount, replay,
            replayAllRefCount,
            multicastRefCount
    }

    package let seed: UInt32
    let channels: [ChannelKind]
    let shared: [(sharing: Sharing, source: ProgramExpression)]
    let pipes: [ProgramExpression]
    let script: [ProgramStep]
    /// Whether all subscriptions are disposed at the end.
    let disposesAll: Bool

    package init(seed: UInt32) {
        self.seed = seed
        var reader = ProgramReader(
            tape: ProgramTape(seed: seed), selectorsDispose: seed >= Self.firstWithSelectorDisposals)
        let sharedCount = 1 + reader.number(below: 2)
        let pipeCount = 1 + reader.number(below: 3)
        channels = (0..<4).map { number in
            switch reader.number(below: 6) {
            case 0, 1: .publish
            case 2: .behavior(number)
            case 3: .replay(1)
            case 4: reader.number(below: 2) == 0 ? .replay(2) : .replayAll
            default: .async
            }
        }
        shared = (0..<sharedCount).map { _ in
            let sharing = Sharing.allCases[reader.number(below: Sharing.allCases.count)]
            return (sharing, reader.expression(depth: 1, usesShared: false))
        }
        pipes = (0..<pipeCount).map { _ in
            let depth = 1 + reader.number(below: 3)
            return reader.expression(depth: depth, usesShared: true)
        }
        let holder = ProgramHolder(rawValue: reader.number(below: 5)) ?? .single
        let first = ProgramStep.subscribe(pipe: 0, holder: holder, reader.observer())
        let length = reader.number(below: 14)
        script = [first] + (0..<length).map { _ in reader.step() }
        disposesAll = reader.number(below: 2) == 0
    }

    /// The program in words, for those who look for a fault.
    package var summary: String {
        let sources = shared.enumerated().map { "shared \($0) by \($1.sharing):\n\($1.source.summary())" }
        let pipelines = pipes.enumerated().map { "pipe \($0):\n\($1.summary())" }
        let steps = script.enumerated().map { "\($0): \($1)" }
        return (["channels: \(channels)"] + sources + pipelines + steps + (disposesAll ? ["dispose all"] : []))
            .joined(separator: "\n")
    }
}
