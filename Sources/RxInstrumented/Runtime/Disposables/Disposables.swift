/// Makes disposables.
///
/// ```swift
/// let subscription = Disposables.create { print("gone") }
/// subscription.dispose()  // gone
/// ```
public struct Disposables {
    private init() {}
}
