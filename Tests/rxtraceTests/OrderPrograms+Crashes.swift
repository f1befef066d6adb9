/// What others do before a thread crashes, or end the process instead: it has begun to crash, and nobody has seen that yet.
extension OrderPrograms {
    static let crashes = [
        Program(
            name: "FatalBehindSignal",
            source: """
                import Foundation

                let ready = DispatchSemaphore(value: 0)
                DispatchQueue.global().async {
                    ready.signal()
                    fatalError("never")
                }
                ready.wait()
                print("main")
                """, outputs: ["main\n"], traps: ["", "main\n"]),
        Program(
            name: "FatalBesidePrint",
            source: """
                import Foundation

                let group = DispatchGroup()
                DispatchQueue.global().async(group: group) {
                    print("a")
                    fatalError("never")
                }
                DispatchQueue.global().async(group: group) { print("b") }
                group.wait()
                print("never")
                """, outputs: [], traps: ["a\n", "a\nb\n", "b\na\n"]),
        Program(
            name: "ResumedTwice",
            source: """
                let number = await withCheckedContinuation { (continuation: CheckedContinuation<Int, Never>) in
                    Task.detached {
                        continuation.resume(returning: 1)
                        continuation.resume(returning: 2)
                    }
                }
                print(number)
                """, outputs: ["1\n"], traps: ["", "1\n"]),
        Program(
            name: "OutOfRange",
            source: """
                import Foundation
                import RxSwift

                let subject = PublishSubject<Int>()
                let ready = DispatchSemaphore(value: 0)
                _ = subject.subscribe(onNext: { _ in ready.signal() })
                Thread.detachNewThread {
                    let numbers = [1]
                    for index in 0...1 { subject.onNext(numbers[index]) }
                }
                ready.wait()
                print("one")
                """, outputs: ["one\n"], traps: ["", "one\n"]),
        Program(
            name: "Overflow",
            source: """
                import Foundation

                let group = DispatchGroup()
                for name in ["a", "b"] {
                    DispatchQueue.global().async(group: group) {
                        print(name)
                        if name == "b" { print(Int8.max + Int8(CommandLine.arguments.count)) }
                    }
                }
                group.wait()
                """, outputs: [], traps: ["b\n", "a\nb\n", "b\na\n"]),
        // The other thread's end of the process comes in between, too.
        Program(
            name: "KilledBesideExit",
            source: """
                import Foundation

                let group = DispatchGroup()
                DispatchQueue.global().async(group: group) {
                    print("a")
                    exit(0)
                }
                DispatchQueue.global().async(group: group) {
                    print("b")
                    raise(SIGKILL)
                }
                group.wait()
                """, outputs: ["a\n", "a\nb\n", "b\na\n"], traps: ["b\n", "a\nb\n", "b\na\n"]),
        Program(
            name: "TwoCrash",
            source: """
                import Foundation

                let group = DispatchGroup()
                for name in ["a", "b"] {
                    DispatchQueue.global().async(group: group) {
                        print(name)
                        let missing: Int? = name == "" ? 1 : nil
                        print(missing!)
                    }
                }
                group.wait()
                """, outputs: [], traps: ["a\n", "b\n", "a\nb\n", "b\na\n"]),
    ]
}
