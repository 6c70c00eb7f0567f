import ScenarioEngine

/// The pages of the names of the SDKs' guides: `tagsim help previewWithUrl:`.
enum GuideHelp {
  /// The page of a name, or of the names of a class; nil where nothing has that name.
  static func page(for words: String) -> [String]? {
    let names = GuideName.named(words)
    return names.isEmpty ? nil : Array(names.map(page).joined(separator: [""]))
  }

  private static func page(of name: GuideName) -> [String] {
    let place =
      switch name.line {
      case .scenario: "In a scenario:"
      case .app: "In an app:"
      }
    let lines = name.line.text.split(separator: "\n").map { "  " + $0 }
    return name.names + HelpText.wrapped(name.meaning, indentation: "  ")
      + ["", place] + lines
      + ["", "What to look at:"] + HelpText.wrapped(name.whereToLook, indentation: "  ")
      + ["", "In Swift:"] + name.swift.map { "  " + $0 }
  }

  /// What is said of a verb that a guide has a name for.
  static func note(on verb: String) -> [String] {
    let titles = GuideName.named(verb).map(\.title)
    guard !titles.isEmpty else { return [] }
    return ["", "In the guides of the SDKs:"] + titles.map { "  tagsim help '\($0)'" }
  }
}
