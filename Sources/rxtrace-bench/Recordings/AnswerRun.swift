import Foundation
import RxTraceKit

/// The cost of an answer about a recording, opening it included; measured in a process of its own.
struct AnswerRun: Codable {
    var calls: Int
    var writtenBytes: Int
    var figures: ProcessFigures
    var peakBytes: Int

    init(_ answer: Answer, to file: String) throws {
        let start = ProcessFigures.now
        let recording = try TraceRecording(contentsOf: file)
        writtenBytes = try answer.give(recording)
        figures = ProcessFigures.now - start
        calls = recording.callCount
        peakBytes = ProcessFigures.peakBytes()
    }
}
