import CRxTraceBuffer
import Foundation
import RxTraceKit

extension RecordingAbout {
    /// - Parameter startTicks: when the recording starts.
    static func ofThisProcess(scenario: String, startTicks: UInt64 = rxtrace_ticks(), hasValues: Bool) -> RecordingAbout
    {
        RecordingAbout(
            scenario: scenario, process: Int(ProcessInfo.processInfo.processIdentifier),
            processTicks: rxtrace_process_clock.ticks, processNanoseconds: rxtrace_process_clock.nanoseconds,
            startTicks: startTicks, operations: Trace.Operation.allCases.map(\.name),
            labels: HandlerLabel.allCases.map(\.name) + HopLabel.allCases.map(\.rawValue),
            roles: Trace.Role.allCases.map(\.name),
            behaviors: Trace.Behavior.allCases.map(\.name),
            closures: HandlerLabel.allCases.map { $0.kinds.map(\.name).sorted() },
            libraryFolders: LibrarySources.libraryFolders, sourceFolders: LibrarySources.sourceFolders,
            hasValues: hasValues)
    }
}
