import RxInstrumented

extension ControlEvent {
    /// As that of any observable; the result is still the event of a control.
    @discardableResult
    public func traced(_ name: String) -> Self {
        events.traced(name)
        return self
    }
}

extension ControlProperty {
    /// As that of any observable; the result is still the property of a control.
    @discardableResult
    public func traced(_ name: String) -> Self {
        values.traced(name)
        return self
    }
}
