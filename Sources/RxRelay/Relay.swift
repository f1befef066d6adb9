/// The relays' common ground: something that takes elements.
@usableFromInline
package protocol Relay {
    associatedtype Accepted

    func accept(_ event: Accepted)
}

extension PublishRelay: Relay {}
extension BehaviorRelay: Relay {}
extension ReplayRelay: Relay {}
