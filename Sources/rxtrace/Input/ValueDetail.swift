import RxInstrumented
import TraceKit

/// How much of each value a trace keeps.
enum ValueDetail: String, CaseIterable {
    case none, short, full

    /// The same for a recording.
    var recordingOptions: RecordingOptions {
        var options = RecordingOptions()
        switch self {
        case .none: options.values = .none
        case .short: options.values = .short
        case .full: options.values = .full
        }
        return options
    }

    /// Leaves out of a recorded trace what is not wanted; what was never recorded cannot come back.
    func applied(to source: any TraceSource) -> any TraceSource {
        self == .none ? AdjustedTrace(source, hasValues: false) : source
    }
}
