/// Gives subscriptions their tracks: those of one operator share a few, one after the other, whatever their number.
///
/// Slices of one track cannot overlap, so that those that live at one time need a track each, a lane; Perfetto draws
/// lanes of one name as one. If more live than an operator may have lanes, the others are counted.
struct SubscriptionLanes {
    /// How many lanes an operator has at most.
    static let most = 32

    /// Where a subscription is drawn.
    enum Place: Equatable {
        /// In a lane, which is new if it has not been named before.
        case lane(Int, isNew: Bool)
        /// Among the others, of which there are now so many.
        case others(count: Int)
    }

    private struct Operator {
        var free: [Int] = []
        var count = 0
        var others = 0
    }

    private var operators: [Operator] = []
    private var lanes: [Int: Int] = [:]

    /// Takes a subscription of an operator that begins.
    mutating func begin(_ subscription: Int, of number: Int) -> Place {
        while operators.count <= number { operators.append(Operator()) }
        if let lane = operators[number].free.popLast() {
            lanes[subscription] = lane
            return .lane(lane, isNew: false)
        }
        guard operators[number].count < Self.most else {
            operators[number].others += 1
            return .others(count: operators[number].others)
        }
        let lane = operators[number].count
        operators[number].count += 1
        lanes[subscription] = lane
        return .lane(lane, isNew: true)
    }

    /// Takes the same subscription as it ends.
    mutating func end(_ subscription: Int, of number: Int) -> Place {
        guard let lane = lanes.removeValue(forKey: subscription) else {
            operators[number].others -= 1
            return .others(count: operators[number].others)
        }
        operators[number].free.append(lane)
        return .lane(lane, isNew: false)
    }
}
