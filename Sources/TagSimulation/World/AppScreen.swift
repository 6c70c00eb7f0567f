/// A screen of an app.
public struct AppScreen: Sendable, Hashable {
  /// The name, unique in the app.
  public var name: String
  /// Lines of texts; `{key}` in a text stands for the value read under that key.
  public var texts: [[String]]
  /// The key whose value is the height of the banner, or nil without a banner.
  public var banner: String?
  /// What the app does when the screen is seen.
  public var onView: [AppAction]
  /// The buttons, from top to bottom.
  public var buttons: [AppButton]

  /// Creates a screen.
  public init(
    name: String, texts: [[String]] = [], banner: String? = nil, onView: [AppAction] = [],
    buttons: [AppButton] = []
  ) {
    self.name = name
    self.texts = texts
    self.banner = banner
    self.onView = onView
    self.buttons = buttons
  }

  /// The button of a title, or nil.
  public func button(titled title: String) -> AppButton? {
    buttons.first { $0.title == title }
  }
}
