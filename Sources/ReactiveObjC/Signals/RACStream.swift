import RxInstrumented
import RxTraceKit

/// The base of signals: a stream that has a name.
public class RACStream: RecordedObject, BlockOwner {
    /// Where a name comes from. It is put together only when somebody asks for it.
    enum Name {
        case plain(StaticString)
        /// Named after the stream an operator works on.
        case derived(from: RACStream, StaticString, Trace.Behaviors)
        case own(String)
    }

    /// A name that keeps no stream alive.
    enum ShortName {
        case plain(StaticString)
        case own(String)

        /// Nil where there is none.
        var text: String? {
            switch self {
            case .plain(let name): "\(name)"
            case .own(let name): name.isEmpty ? nil : name
            }
        }
    }

    private let currentName: Lock<Name>
    /// Whether the library made it for its own use.
    final let isInside = Inside.isEntered

    /// Records that the stream came to be, and where.
    /// What the operator that made it says of itself.
    private let behaviors: Trace.Behaviors

    init(named name: Name) {
        if case .derived(_, _, let doing) = name { behaviors = doing } else { behaviors = [] }
        currentName = Lock(name)
        super.init()
        recordCreate()
    }

    public override var recordedBehaviors: Trace.Behaviors { behaviors }

    public override var recordedName: String? {
        let name = name
        return name.isEmpty ? nil : name
    }

    /// Says how the stream was made, as in `[+createSignal:] -map:`, unless it was given another name.
    public final var name: String {
        switch currentName.withLock({ $0 }) {
        case .plain(let name): "\(name)"
        case .derived(let source, let name, _):
            if case let sourceName = source.name, !sourceName.isEmpty { "[\(sourceName)] \(name)" } else { "\(name)" }
        case .own(let name): name
        }
    }

    /// The name without that of the stream it was made of, as in `-map:`.
    final var shortName: ShortName {
        switch currentName.withLock({ $0 }) {
        case .plain(let name), .derived(_, let name, _): .plain(name)
        case .own(let name): .own(name)
        }
    }

    /// The name of the stream that an operator makes of this one.
    final func derived(_ name: StaticString, _ behaviors: Trace.Behaviors = []) -> Name {
        .derived(from: self, name, behaviors)
    }

    /// Gives the stream a name, which traces show.
    ///
    /// ```swift
    /// let login = RACSignal<String>.empty().setName("login")
    /// print(login.name)  // login
    /// ```
    @discardableResult
    public final func setName(_ name: String) -> Self {
        currentName.withLock { $0 = .own(name) }
        nameInTrace(name)
        return self
    }

    /// As ``setName(_:)``, the word that observables and disposables have for it.
    @discardableResult
    public final func traced(_ name: String) -> Self {
        setName(name)
    }

    public override var description: String { "<\(TypeName.generic(of: type(of: self)))> name: \(name)" }
}
