/// What is known of the disposables of subscriptions when a recording is read as it grows: a subscribe may be read before
/// it has returned one, or before that one is defined, and its end behind both.
extension SubscriptionTracker {
    /// What a subscribe's disposable is to its subscription.
    struct ReturnedDisposable {
        var subscription: Int32
        /// Whether disposing it ends the subscription.
        var ends: Bool
        /// How often more was read since, without its definition.
        var missed = 0

        var missedAgain: Self { Self(subscription: subscription, ends: ends, missed: missed + 1) }
    }

    /// A definition that is that late was in a damaged part of the file.
    private static let mostMissed = 16

    /// Takes the disposable that a subscribe returned, by its recorded number; 0 for none.
    mutating func setDisposable(_ number: UInt32, _ returned: ReturnedDisposable) {
        let disposable = nodes.slot(of: number)
        guard disposable >= 0 else {
            if unclaimed != nil, number != 0 { undefined[number] = returned }
            return
        }
        let subscription = returned.subscription
        if ofNode[Int(disposable)] < 0 { ofNode[Int(disposable)] = subscription }
        guard returned.ends else { return }
        ofDisposable[Int(disposable)] = subscription
        states[Int(subscription)].hasDisposable = true
        if let reason = unclaimed?.removeValue(forKey: disposable), states[Int(subscription)].ended == nil {
            states[Int(subscription)].ended = end(of: subscription, for: reason)
        }
    }

    /// Takes the disposables that were defined since.
    mutating func takeDefined() {
        for (number, returned) in undefined {
            if nodes.slot(of: number) >= 0 {
                undefined[number] = nil
                setDisposable(number, returned)
            } else {
                undefined[number] = returned.missed < Self.mostMissed ? returned.missedAgain : nil
            }
        }
    }
}
