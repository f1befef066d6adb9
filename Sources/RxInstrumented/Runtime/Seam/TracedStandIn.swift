/// Stands in a trace for an object that is not the library's.
package class TracedStandIn: TracedObject {
    private final let type: Any.Type

    init(for object: AnyObject) {
        type = Swift.type(of: object)
        super.init()
    }

    init(type: Any.Type) {
        self.type = type
        super.init()
    }

    final override var traceType: Any.Type { type }
}
