/// The event of the data layer at which a value is looked at (v3), as rules and tags see it then.
package struct PushedEvent: Sendable {
  /// The name of the event; nil for a push without one.
  package var name: String?
  /// The data layer right after the push; nil is the one of the runtime.
  package var dataLayer: DataLayer?

  package init(name: String?, dataLayer: DataLayer? = nil) {
    self.name = name
    self.dataLayer = dataLayer
  }
}
