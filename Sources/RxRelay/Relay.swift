/// The relays' common ground: something that takes elements.
@usableFromInline
package protocol Relay {
    associatedtype Element

    func accept(_ event: Element)
}

extension PublishRelay: Relay {}
extension BehaviorRelay: Relay {}
extension ReplayRelay: Relay {}
