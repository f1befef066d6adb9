import Foundation
import RxTraceKit

/// Standard error, whose own failure leaves nobody to be told.
enum StandardError {
    static func write(_ text: String) {
        Progress.shared.end()
        try? DescriptorWriter(descriptor: STDERR_FILENO, place: "standard error").write(text)
    }
}
