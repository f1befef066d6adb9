#if os(Linux)
    import CRxTraceTestProcess
    import Dispatch
    import Foundation
    import RxTraceTestSupport
    import Testing

    /// A process whose threads wait for each other for ever ends, and says where they are.
    @Suite(.timeLimit(.minutes(10))) struct StuckProcessTests {
        @Test(.exits) func aStuckProcessTellsItsThreadsStacks() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                rxtrace_test_watch(1)
                let never = DispatchSemaphore(value: 0)
                let thread = Thread { waitForEver(never) }
                thread.name = "the-stuck-one"
                thread.start()
                waitForEver(never)
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("The process is stuck"))
            #expect(text.components(separatedBy: "\nthread ").count > 2, "\(text)")
            // Both of them wait in the library.
            #expect(text.components(separatedBy: "libdispatch").count > 2, "\(text)")
        }
    }

    private func waitForEver(_ never: DispatchSemaphore) {
        never.wait()
    }
#endif
