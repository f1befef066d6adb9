import Foundation
import Synchronization

/// The golden traces that the tests of this process compare with: two tests that share one would write it in turns.
enum GoldenNames {
    /// A line of a test that compares with a golden trace.
    struct Place {
        var file: String
        var line: Int
        /// The function around it: a test may compare with one golden trace several times.
        var function: String
    }

    private static let firstPlaces = Mutex<[String: Place]>([:])

    /// The place in another test at which a golden trace was used first; nil where there is none.
    ///
    /// - Parameters:
    ///   - path: the golden trace's file.
    ///   - place: the place that uses it now.
    static func otherPlace(using path: String, than place: Place) -> Place? {
        let first = firstPlaces.withLock { places in
            let first = places[path] ?? place
            places[path] = first
            return first
        }
        return (first.file, first.function) == (place.file, place.function) ? nil : first
    }
}

extension GoldenNames.Place: CustomStringConvertible {
    var description: String { "\((file as NSString).lastPathComponent):\(line)" }
}
