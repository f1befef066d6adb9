import CRxTraceBuffer
import CRxTraceDeallocation
import Synchronization

/// The objects whose end is observed.
///
/// An object of a watched class that is not watched itself costs one look-up when it is released.
package enum WatchedObjects {
    /// A part of the objects. With several locks, threads that release objects seldom wait for each other.
    private final class Shard {
        let watches = Lock<[UInt: DeallocationWatch]>([:])
    }

    private static let shards: [Shard] = (0..<16).map { _ in Shard() }

    private static func shard(of address: UInt) -> Shard {
        // The low bits of an address are always 0.
        shards[Int(truncatingIfNeeded: (address >> 4) ^ (address >> 12)) & 15]
    }

    /// The watch of an object, the same one as long as the object is alive.
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
        // Another thread may have added a watch meanwhile.
        let kept = shard(of: address).watches.withLock { watches in
            if let known = watches[address] { return known }
            watches[address] = watch
            return watch
        }
        return .success(kept)
    }

    /// The watch of the object at an address. nil if the object is not watched.
    static func watch(at address: UInt) -> DeallocationWatch? {
        shard(of: address).watches.withLock { $0[address] }
    }

    /// Forgets an object that is gone. Its memory is not reused before, because the watch holds an unowned reference.
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

/// An object whose end shows whether the deallocating deinit is where it is assumed to be in a class's metadata.
private final class DeinitProbe {
    /// The address of the probe whose end is awaited. 0 for none.
    private static let awaited = Atomic<UInt>(0)

    /// Whether the probe's end was observed. Checked before any other class is changed. True if classes are not changed
    /// at all on this platform.
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

    /// Called at the end of an object that is not watched.
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
