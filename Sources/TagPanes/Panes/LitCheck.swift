package import TagWords

/// The target of an expectation of the scenario, which the screen highlights.
package struct LitCheck: Sendable, Hashable {
  /// The pane that shows the target.
  package let pane: Pane
  /// The name of the target there; empty for the whole pane.
  package let name: String
  /// Whether the expectation holds.
  package let isHeld: Bool

  /// Creates a target.
  package init(pane: Pane, name: String = "", isHeld: Bool = true) {
    self.pane = pane
    self.name = name
    self.isHeld = isHeld
  }
}
