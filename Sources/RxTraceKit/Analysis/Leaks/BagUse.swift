/// The dispose bags that the subscriptions of each place entered: how many of a kind there were, and are; and what else holds
/// them.
struct BagUse {
    private var bags: [Trace.Site?: Set<Int>] = [:]
    private let walk: TraceWalk

    private let text: SourceText
    private let owners = Owners()

    /// What the source says of each place's bag.
    private final class Owners {
        var known: [Trace.Site: BagOwner] = [:]
        var bags: [Trace.Site?: Trace.LeakGroup.Bags] = [:]
    }

    /// To be made when the walk is over.
    init(_ walk: TraceWalk, _ text: SourceText) {
        self.walk = walk
        self.text = text
        for row in walk.users {
            guard let bag = walk.facts(of: row.id)?.bag else { continue }
            bags[row.site, default: []].insert(bag)
        }
    }

    /// Those of the place of a subscription.
    func bags(at site: Trace.Site?) -> Trace.LeakGroup.Bags {
        // A line may have filled many, and each of them asks.
        if let known = owners.bags[site] { return known }
        let all = bags[site] ?? []
        var closure: KeepingClosure?
        if case .handler(let keeping) = owner(at: site) { closure = keeping }
        let found = Trace.LeakGroup.Bags(
            made: all.count, alive: all.count { !walk.releasedBags.contains($0) }, closure: closure)
        owners.bags[site] = found
        return found
    }

    /// Whether the bag of a place's subscriptions lives as long as the program: they are not left over.
    func isKeptByProgram(at site: Trace.Site?) -> Bool {
        switch owner(at: site) {
        case .program: true
        // Of an object that has replaced its bag, the bag from before is left over.
        case .lastingObjects(let count): bags(at: site).alive <= count
        case .handler, .unknown: false
        }
    }

    /// Whether the subscriptions of a group belong to what lives as long as the program.
    func isKeptByProgram(_ group: Trace.LeakGroup) -> Bool {
        switch group.keeper {
        case .bag: isKeptByProgram(at: group.site)
        case .replaced, .source: isHeldByProgram(group.subscriptions, at: group.site)
        case .connection: false
        }
    }

    /// Whether a SerialDisposable or the like that lives as long as the program holds a place's living subscriptions.
    ///
    /// - Parameter rows: these.
    func isHeldByProgram(_ rows: [Int], at site: Trace.Site?) -> Bool {
        guard let site, BagStatement.readHolding(at: site, in: text) != nil else { return false }
        switch owner(at: site) {
        case .program: return true
        case .lastingObjects(let count):
            let holders = rows.map { walk.facts(of: $0)?.holder }
            return Set(holders.compactMap { $0 }).count + holders.count { $0 == nil } <= count
        case .handler, .unknown: return false
        }
    }

    private func owner(at site: Trace.Site?) -> BagOwner {
        guard let site else { return .unknown }
        let owner = owners.known[site] ?? BagOwner(at: site, in: text)
        owners.known[site] = owner
        return owner
    }
}
