extension Trace.LeakGroup.Keeper {
    /// A sentence about subscriptions it keeps.
    public var explanation: String {
        switch self {
        case .bag: "kept by a DisposeBag that was never released"
        case .connection: "kept by a connection that nobody disposed: connect() without refCount()"
        case .replaced: "the same line subscribed again, and nobody disposed the subscription before"
        case .source: "never disposed, and the source never ended"
        }
    }

    /// The way out, in one line.
    public var remedy: String {
        switch self {
        case .bag: "capture self weakly, and let go of the bag's owner"
        case .connection: "use refCount() or share(), or put what connect() returns into a bag"
        case .replaced: "dispose the subscription before: a SerialDisposable, or a new DisposeBag"
        case .source: "put it into a DisposeBag, or end it: take(until:), onCompleted()"
        }
    }
}

extension Trace.LeakGroup.SourceKind {
    /// What is to be said of subscriptions to such a source in place of the keeper's sentence; nil for that.
    func explanation(of keeper: Trace.LeakGroup.Keeper) -> String? {
        switch keeper {
        case .source where isUnconnected: "never disposed, and the source is not connected"
        case .connection where isReactiveObjC:
            "kept by a connection that nobody disposed: connect() without autoconnect()"
        default: nil
        }
    }

    /// The way out in place of the keeper's; nil for that.
    func remedy(of keeper: Trace.LeakGroup.Keeper) -> String? {
        switch keeper {
        case .source where isUnconnected: "call connect() below the last subscribe, or put it into a DisposeBag"
        case .source where isReactiveObjC:
            "dispose() the RACDisposable, or end it: take(until:)" + (hasNoEnd ? "" : ", sendCompleted()")
        case .source where hasNoEnd: "put it into a DisposeBag, or end it: take(until:)"
        case .replaced where isReactiveObjC: "dispose the subscription before: a RACSerialDisposable"
        case .connection where isReactiveObjC: "use autoconnect(), or dispose what connect() returns"
        default: nil
        }
    }
}
