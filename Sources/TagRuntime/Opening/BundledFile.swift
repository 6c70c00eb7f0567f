/// A file in the app's bundle that may be a default container.
public struct BundledFile: Sendable {
  /// What is in it.
  public enum Content: Sendable {
    /// A container.
    case container(CompiledContainer)
    /// Something else, for this reason.
    case unreadable(String)
  }

  /// Its name, such as `GTM-AB12.json`.
  public var name: String
  /// What is in it.
  public var content: Content

  /// Creates a file.
  public init(name: String, content: Content) {
    self.name = name
    self.content = content
  }

  /// The folder of the bundle in which the SDK on Firebase looks.
  ///
  /// Source: the guide of Tag Manager for iOS (v5): a folder named `container` in the project.
  static let folder = "container/"

  /// The name under which the SDK looks for a container of a format: the id alone for a binary.
  public static func name(of id: String, _ format: ContainerVersion.Format) -> String {
    switch format {
    case .simpleJSON: id + ".json"
    case .plist: id + ".plist"
    case .firebase: folder + id + ".json"
    default: id
    }
  }
}
