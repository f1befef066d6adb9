import CRxTraceBuffer
import CRxTraceDeallocation
import Synchronization

/// The objects whose end somebody wants to be told of.
///
/// Objects of a watched class that nobody watches cost one look-up here when they are released.
package enum WatchedObjects {
    /// A part of the objects, so that threads that release objects seldom wait for each other.
    private final class Shard {
        let watches = Lock<[UInt: DeallocationWatch]>([:])
    }

    private static let shards: [Shard] = (0..<16).map { _ in Shard() }

    private static func shard(of address: UInt) -> Shard {
        // The low bits of an address are those of its alignment.
        shards[Int(truncatingIfNeeded: (address >> 4) ^ (address >> 12)) & 15]
    }

    /// Tells of the object's end: the same watch for as long as the object lives.
    @inline(never)
    package static func watch(_ object: AnyObject) -> Result<DeallocationWatch, DeallocationError> {
        let pointer = Unmanaged.passUnretained(object).toOpaque()
        let address = UInt(bitPattern: pointer)
        let type = TypeName.generic(of: Swift.type(of: object))
        if let watch = shard(of: address).watches.withLock({ $0[address] }) { return .success(watch) }
        if rxtrace_deallocation_is_on_stack(pointer) { return .failure(.onStack(type: type)) }
        if rxtrace_deallocation_has_begun(pointer) { return .failure(.alreadyDeallocating(type: type)) }
        guard DeinitProbe.isFound else { return .failure(.unsupportedPlatform) }
        switch rxtrace_deallocation_observe_class(pointer, beginDeallocation, endDeallocation) {
        case DEALLOCATION_OBSERVED: break
        case DEALLOCATION_UNSUPPORTED_PLATFORM: return .failure(.unsupportedPlatform)
        default: return .failure(.unsupportedType(type: type))
        }
        let watch = DeallocationWatch(for: object)
        // Another thread may have been faster.
        let kept = shard(of: address).watches.withLock { watches in
            if let known = watches[address] { return known }
            watches[address] = watch
            return watch
        }
        return .success(kept)
    }

    /// The watch that tells of the end of the object at an address; nil if nobody watches it.
    static func watch(at address: UInt) -> DeallocationWatch? {
        shard(of: address).watches.withLock { $0[address] }
    }

    /// Forgets an object that is gone. Its memory is not used again before.
    static func remove(_ watch: DeallocationWatch, at address: UInt) {
        let emptied: [UInt: DeallocationWatch]? = shard(of: address).watches.withLock { watches in
            watches[address] = nil
            guard watches.isEmpty, watches.capacity > 64 else { return nil }
            defer { watches = [:] }
            return watches
        }
        withExtendedLifetime(emptied) {}
    }

    /// How many objects are watched.
    static var count: Int {
        shards.reduce(0) { count, shard in count + shard.watches.withLock(\.count) }
    }
}

/// An object of a class of our own, whose end shows whether a class's deinit is where it is taken to be.
private final class DeinitProbe {
    /// The one whose end is awaited; 0 where none is.
    private static let awaited = Atomic<UInt>(0)

    /// Looked at before another class is changed; true where classes are not changed at all.
    static let isFound: Bool = {
        let probe = Unmanaged.passRetained(DeinitProbe())
        let address = UInt(bitPattern: probe.toOpaque())
        awaited.store(address, ordering: .relaxed)
        let status = rxtrace_deallocation_observe_class(probe.toOpaque(), beginDeallocation, endDeallocation)
        probe.release()
        let isTold = awaited.exchange(0, ordering: .relaxed) == 0
        let isChanged = status == DEALLOCATION_OBSERVED
        return rxtrace_expect(UInt32(TRACE_ASSUMES_DEINITS), isTold || !isChanged)
    }()

    /// The end of an object that nobody watches begins.
    static func note(_ address: UInt) {
        if awaited.load(ordering: .relaxed) == address { awaited.store(0, ordering: .relaxed) }
    }
}

private func beginDeallocation(_ object: UnsafeRawPointer?) -> UnsafeMutableRawPointer? {
    guard let watch = WatchedObjects.watch(at: UInt(bitPattern: object)) else {
        DeinitProbe.note(UInt(bitPattern: object))
        return nil
    }
    watch.begin()
    return Unmanaged.passRetained(watch).toOpaque()
}

private func endDeallocation(_ watch: UnsafeMutableRawPointer?) {
    guard let watch else { return }
    Unmanaged<DeallocationWatch>.fromOpaque(watch).takeRetainedValue().end()
}
