/// The relays' common ground: something that takes elements.
@usableFromInline
protocol Relay {
    associatedtype Element

    func accept(_ event: Element)
}

extension PublishRelay: Relay {}
extension BehaviorRelay: Relay {}
extension ReplayRelay: Relay {}
