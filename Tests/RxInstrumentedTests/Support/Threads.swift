import Foundation

/// Runs `body` on so many threads at once, which start together; returns once they have ended and let go of it.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let start = DispatchSemaphore(value: 0)
    let threads = (0..<count).map { number in
        joinableThread {
            start.wait()
            body(number)
        }
    }
    for _ in 0..<count { start.signal() }
    for thread in threads { pthread_join(thread, nil) }
}

/// Runs `main` while so many threads run `body` again and again; returns once they have ended.
func whileThreads(_ count: Int, run body: @escaping @Sendable (Int) -> Void, main: () throws -> Void) rethrows {
    let isOver = Flag()
    let threads = (0..<count).map { number in
        joinableThread {
            while !isOver.isSet { body(number) }
        }
    }
    defer {
        _ = isOver.exchange(true)
        for thread in threads { pthread_join(thread, nil) }
    }
    try main()
}

/// Runs `body` on a thread that nobody waits for.
func startThread(_ body: @escaping () -> Void) {
    pthread_detach(joinableThread(body))
}

/// The work of a thread.
private final class ThreadWork {
    let run: () -> Void

    init(_ run: @escaping () -> Void) { self.run = run }
}

private func joinableThread(_ body: @escaping () -> Void) -> pthread_t {
    #if canImport(Darwin)
        var thread: pthread_t?
    #else
        var thread = pthread_t()
    #endif
    let work = Unmanaged.passRetained(ThreadWork(body)).toOpaque()
    let status = pthread_create(
        &thread, nil,
        { work in
            #if canImport(Darwin)
                Unmanaged<ThreadWork>.fromOpaque(work).takeRetainedValue().run()
            #else
                if let work { Unmanaged<ThreadWork>.fromOpaque(work).takeRetainedValue().run() }
            #endif
            return nil
        }, work)
    precondition(status == 0, "there are too many threads")
    #if canImport(Darwin)
        return thread!
    #else
        return thread
    #endif
}
