/// The calls that run on each thread, outermost first, as the calls of a trace go by.
///
/// A trace says where a call starts and below which call it hangs, not where it ends: a call has ended when one comes
/// on its thread that does not hang below it.
///
/// ```swift
/// while let ended = running.end(before: call) { print("\(ended) has ended") }
/// running.start(call.id, with: value)
/// ```
struct RunningCalls<Value> {
    typealias Running = (call: Int, value: Value)

    private var stacks: [[Running]] = [[]]
    private var threads = ThreadSlots()
    /// The number of the thread that was spoken of last, from 0, in the order in which threads show up.
    private(set) var thread = 0

    /// Takes away the innermost call that has ended when `call` starts, and answers its value; nil where none has. To be
    /// asked until then, before `call` is started itself.
    mutating func end(before call: Trace.Call) -> Value? {
        end(onThread: call.thread) { $0 != call.parent }
    }

    /// The same with another rule.
    ///
    /// - Parameters:
    ///   - thread: the number that the trace gives the thread.
    ///   - hasEnded: whether a call has, by its id.
    mutating func end(onThread thread: Int, where hasEnded: (Int) -> Bool) -> Value? {
        self.thread = threads[thread]
        while stacks.count <= self.thread { stacks.append([]) }
        guard let last = stacks[self.thread].last, hasEnded(last.call) else { return nil }
        return stacks[self.thread].removeLast().value
    }

    /// Takes away the innermost call of the first thread that has one, and answers its value; nil where none is left.
    mutating func endNext() -> Value? {
        guard let slot = stacks.firstIndex(where: { !$0.isEmpty }) else { return nil }
        thread = slot
        return stacks[slot].removeLast().value
    }

    /// Lets a call run on the thread, within those that run there.
    mutating func start(_ call: Int, with value: Value) { stacks[thread].append((call, value)) }

    /// The calls that run on the thread.
    var calls: [Running] { stacks[thread] }

    /// The innermost call of the thread.
    var last: Value? {
        get { stacks[thread].last?.value }
        set {
            guard let newValue, !stacks[thread].isEmpty else { return }
            stacks[thread][stacks[thread].count - 1].value = newValue
        }
    }
}
