extension InfallibleType {
    /// Shares one subscription to the sequence among all observers.
    ///
    /// - Parameters:
    ///   - replay: how many elements a new observer is sent of those that came before.
    ///   - scope: whether these are kept when the last observer is gone.
    @inlinable
    public func share(
        replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected
    ) -> Infallible<Element> {
        Infallible(asObservable().share(replay: replay, scope: scope))
    }
}
