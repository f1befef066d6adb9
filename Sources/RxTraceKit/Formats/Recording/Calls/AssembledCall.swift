/// A call of a recording with its place in the trace.
struct AssembledCall {
    var id: Int
    var parent: Int?
    var cause: Int?
    var origin: Int?
    var parts: [Int] = []
    /// The thread's number in the trace.
    var thread: Int
    var operation: Trace.Operation
    /// The node's slot, ``RecordedNodes/none`` for no node.
    var node: Int32
    /// The slot of the disposable that it names, ``RecordedNodes/none`` for none.
    var disposable: Int32
    /// -1 for none.
    var subscription: Int32
    /// The stack that led to the call from the user's code; -1 for none.
    var stack: Int32
    /// The receiver's type, where it is not the node's; -1 for none.
    var type: Int32
    /// Whether it was made right below the work of a hop.
    var isInHop: Bool
}
