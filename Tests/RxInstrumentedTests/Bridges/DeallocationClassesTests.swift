import CRxTraceDeallocation
import Foundation
import RxInstrumented
import Testing

/// Kinds of classes and places of objects whose end is told, or about which the sequence says why it is not.
@Suite struct DeallocationClassesTests {
    /// The events that the two sequences of an object send when it is released.
    private func end<Object: AnyObject>(of make: () -> Object) -> [String] {
        var log: [String] = []
        func watch(_ object: Object) {
            _ = Reactive(object).deallocating.subscribe(
                onNext: { log.append("deallocating") }, onError: { log.append("\($0)") })
            _ = Reactive(object).deallocated.subscribe(
                onNext: { log.append("deallocated") }, onError: { log.append("\($0)") })
        }
        do { watch(make()) }
        return log
    }

    private let both = ["deallocating", "deallocated"]

    private class Generic<Value> {
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    private final class GenericSubclass<Value>: Generic<[Value]> {}

    private final class Tail: ManagedBuffer<Int, String> {
        deinit { _ = withUnsafeMutablePointerToElements { $0.deinitialize(count: header) } }
    }

    private actor Account {
        var balance = 0
    }

    @Test func eachSpecialisationOfAGenericClass() {
        #expect(end { Generic(1) } == both)
        #expect(end { Generic("one") } == both)
        #expect(end { GenericSubclass([1]) } == both)
    }

    @Test func aClassWhoseSuperclassIsAnotherLibrarys() {
        #expect(end { NSObject() } == both)
        #expect(end { JSONDecoder() } == both)
        #expect(end { Thread {} } == both)
        #expect(
            end {
                let tail = Tail.create(minimumCapacity: 2) { _ in 2 }
                tail.withUnsafeMutablePointerToElements { elements in
                    elements.initialize(to: String(repeating: "a", count: 40))
                    (elements + 1).initialize(to: "b")
                }
                return tail
            } == both)
    }

    @Test func anActor() {
        #expect(end { Account() } == both)
    }

    @Test func aBoxedValue() {
        struct Point { var x = 1 }
        #expect(end { Point() as AnyObject } == both)
    }

    @Test func aClassOfTheLibrarysOwn() {
        #expect(end { PublishSubject<Int>() } == both)
        #expect(end { DisposeBag() } == both)
    }

    @Test func anObjectWithWeakAndUnownedReferences() {
        final class Owner {
            weak var weakly: NSObject?
            unowned(safe) var unowned: NSObject
            init(_ object: NSObject) {
                weakly = object
                unowned = object
            }
        }
        var owner: Owner?
        #expect(
            end {
                let object = NSObject()
                owner = Owner(object)
                return object
            } == both)
        #expect(owner?.weakly == nil)
    }

    @Test func anObjectOnTheStackSaysSo() throws {
        let initialise = try #require(initialiseStackObject)
        final class Plain {}
        var errors: [any Error] = []
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) { memory in
            let metadata = unsafeBitCast(Plain.self as Any.Type, to: UnsafeRawPointer.self)
            guard let address = memory.baseAddress, let object = initialise(metadata, address) else {
                return
            }
            let plain = Unmanaged<Plain>.fromOpaque(object)
            plain._withUnsafeGuaranteedRef { plain in
                _ = Reactive(plain).deallocating.subscribe(onError: { errors.append($0) })
                _ = Reactive(plain).deallocated.subscribe(onError: { errors.append($0) })
            }
        }
        #expect(errors as? [DeallocationError] == [.onStack(type: "Plain"), .onStack(type: "Plain")])
        #expect(
            DeallocationError.onStack(type: "Plain").description
                == "this Plain lives on the stack, where its end cannot be told: store it in a property, or mark what "
                + "makes it @_optimize(none)")
    }

    @Test func protectedMemoryIsWrittenAndStaysProtected() throws {
        let size = Int(sysconf(Int32(_SC_PAGESIZE)))
        let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        let page = try #require(memory != MAP_FAILED ? memory : nil)
        defer { munmap(page, size) }
        let place = (page + 64).assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
        try #require(mprotect(page, size, PROT_READ) == 0)
        #expect(rxtrace_deallocation_write_pointer(place, page))
        #expect(place.pointee == page)
        // The kernel refuses to fill a page that cannot be written.
        let zero = open("/dev/zero", O_RDONLY)
        defer { close(zero) }
        #expect(read(zero, page, 8) == -1)
        #expect(place.pointee == page)
    }

    @Test func memoryThatIsNotThereIsNotWritten() throws {
        // The first page is never mapped. Any other place may be, by another test.
        let page = try #require(UnsafeMutableRawPointer(bitPattern: 64))
        #expect(!rxtrace_deallocation_write_pointer(page.assumingMemoryBound(to: UnsafeMutableRawPointer?.self), page))
    }
}

/// The runtime's function that makes an object of memory on the stack.
private let initialiseStackObject: InitialiseStackObject? = {
    guard let symbol = dlsym(nil, "swift_initStackObject") else { return nil }
    return unsafeBitCast(symbol, to: InitialiseStackObject.self)
}()

private typealias InitialiseStackObject =
    @convention(c) (_ metadata: UnsafeRawPointer, _ memory: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
