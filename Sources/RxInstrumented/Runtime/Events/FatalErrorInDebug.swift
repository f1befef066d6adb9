import Foundation

/// Stops a debug build of the library with a message about a mistake of the program's; a release build only reports it
/// on standard error.
package func fatalErrorInDebug(_ message: @autoclosure () -> String) {
    #if DEBUG
        fatalError(message())
    #else
        FileHandle.standardError.write(Data("\(message())\n".utf8))
    #endif
}

/// Reports an error that reached a binder or a relay, neither of which can take it.
@usableFromInline
package func reportBindingError(_ error: any Error) {
    fatalErrorInDebug("Binding error: \(error)")
}
