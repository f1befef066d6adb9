import RxInstrumented
import RxTraceKit
import Testing

/// The end of a bag says whose it was, and where the program let go of it.
@Suite struct BagReleaseTests {
    private final class Screen {
        let bag = DisposeBag()
    }

    private final class NotedScreen {
        let bag = DisposeBag()
        let note: () -> Void

        init(note: @escaping () -> Void) { self.note = note }

        deinit { note() }
    }

    private final class Window {
        let screen = Screen()
    }

    private final class Holder<Value> {
        let bag = DisposeBag()
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    private final class Cell {
        var bag = DisposeBag()
    }

    private struct Release: Equatable {
        var owner: String?
        var line: Int?
    }

    /// The ends of bags, in order.
    private static func releases(hasSites: Bool = true, _ body: () -> Void) -> [Release] {
        let trace = Trace.record("bags", options: RecordingOptions(scope: .caused, hasSites: hasSites), body)
        return trace.calls.filter { $0.operation == .deinit }.map { call in
            #expect(call.site.map { $0.file.hasSuffix("BagReleaseTests.swift") } ?? true)
            return Release(owner: call.label, line: call.site?.line)
        }
    }

    /// Lets go of an object, on the line that it gives.
    @inline(never)
    private static func letGo(of object: inout AnyObject?) -> Int {
        object = nil
        return #line - 1
    }

    @Test func aBagInAnObjectIsTheObjects() {
        var line = 0
        let releases = Self.releases {
            var screen: AnyObject? = Screen()
            line = Self.letGo(of: &screen)
        }
        #expect(releases == [Release(owner: "Screen", line: line)])
    }

    @Test func aDeinitThatIsWrittenIsPassedOver() {
        var line = 0
        var isNoted = false
        let releases = Self.releases {
            var screen: AnyObject? = NotedScreen { isNoted = true }
            line = Self.letGo(of: &screen)
        }
        #expect(isNoted && releases == [Release(owner: "NotedScreen", line: line)])
    }

    @Test func ofObjectsThatHoldEachOtherItIsTheInnermosts() {
        var line = 0
        let releases = Self.releases {
            var window: AnyObject? = Window()
            line = Self.letGo(of: &window)
        }
        #expect(releases == [Release(owner: "Screen", line: line)])
    }

    @Test func aGenericTypeIsNamedWithoutItsArguments() {
        var line = 0
        let releases = Self.releases {
            var holder: AnyObject? = Holder([1: "one"])
            line = Self.letGo(of: &holder)
        }
        #expect(releases == [Release(owner: "Holder", line: line)])
    }

    @Test func aBagThatIsReplacedIsNobodysEnd() {
        var line = 0
        let releases = Self.releases {
            let cell = Cell()
            line = #line + 1
            cell.bag = DisposeBag()
            withExtendedLifetime(cell) {}
        }
        #expect(releases.first == Release(owner: nil, line: line))
        #expect(releases.count == 2 && releases[1].owner == "Cell")
    }

    @Test func whereTheLibraryLetsGoThereIsNoPlace() {
        let releases = Self.releases {
            var screen: Screen? = Screen()
            let disposable = Disposables.create { [screen] in withExtendedLifetime(screen) {} }
            screen = nil
            disposable.dispose()
        }
        #expect(releases == [Release(owner: "Screen", line: nil)])
    }

    @Test func withoutPlacesThereIsNeither() {
        let releases = Self.releases(hasSites: false) {
            var screen: AnyObject? = Screen()
            _ = Self.letGo(of: &screen)
        }
        #expect(releases == [Release(owner: nil, line: nil)])
    }
}
