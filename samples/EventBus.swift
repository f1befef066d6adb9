let eventBus = Scenario(
    name: "event-bus",
    summary: "a library of somebody else's records itself: an event bus in fifty lines"
) {
    let orders = EventChannel<Int>("orders")
    let kitchen = orders.observe { print("kitchen cooks order \($0)") }
    let till = orders.observe { print("till rings up order \($0)") }
    orders.post(1)
    kitchen.dispose()
    orders.post(2)
    till.dispose()
}
