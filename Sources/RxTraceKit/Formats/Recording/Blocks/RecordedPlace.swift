/// Where a stack of a recording leads to.
package struct RecordedPlace: Equatable, Sendable {
    /// A call of the library by the user's code: its site, and the library's function.
    package struct UserCall: Sendable, Equatable {
        package var site: Trace.Site
        package var function: String?
    }

    /// Who let go of an object.
    package struct Release: Sendable, Equatable {
        /// The type of the object that held it, where that object's end let go of it.
        package var owner: String?
        /// The place in the user's code that let go of it or, where it was held, of what held it.
        package var site: Trace.Site?
    }

    var call: UserCall?
    var release = Release()

    var isEmpty: Bool { self == RecordedPlace() }
    var sites: [Trace.Site] { [call?.site, release.site].compactMap { $0 } }
}
