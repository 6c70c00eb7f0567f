/// The files of the built-in demo, compiled in, so that the program works wherever it is moved.
///
/// They are the files of `Scenarios/` word for word; a test compares them, and writes them anew
/// with `TAGSIM_RECORD=1`.
struct DemoFiles: FileStore {
  /// The scenario that the monitor opens without a file.
  static let scenario = "demo.scenario"

  /// The files by their path below `Scenarios/`.
  static let all: [(path: String, text: String)] = [
    (scenario, demoScenario), ("apps/shop.app", shopApp),
    ("containers/GTM-AB12.plist", defaultContainer),
    ("containers/GTM-AB12-v7.json", savedContainer),
    ("containers/GTM-AB12-v8.json", publishedContainer),
  ]

  func bytes(of path: String, limit: Int = .max) throws(CommandFailure) -> [UInt8] {
    guard let file = Self.all.first(where: { $0.path == path }) else {
      throw CommandFailure(
        "\(path): is not among the files of the demo, which are "
          + Self.all.map(\.path).joined(separator: ", ")
          + "; open a scenario of your own to use others",
        code: .badInput)
    }
    return Array(file.text.utf8)
  }
}
