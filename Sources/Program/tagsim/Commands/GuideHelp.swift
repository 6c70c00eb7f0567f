import TagGlossary
import TextKit

/// Help pages on the names in the SDKs' guides: `tagsim help previewWithUrl:`.
enum GuideHelp {
  /// Returns the page of a name, or of the names of a class; nil if there is no such name.
  static func page(for words: String) -> [String]? {
    let names = GuideName.named(words)
    return names.isEmpty ? nil : Array(names.map(page).joined(separator: [""]))
  }

  private static func page(of name: GuideName) -> [String] {
    let lines = name.line.split(separator: "\n").map { "  " + $0 }
    return name.names + HelpText.wrapped(name.meaning, indentation: "  ")
      + ["", name.file.place] + lines
      + ["", "Where to look:"] + HelpText.wrapped(name.whereToLook, indentation: "  ")
      + ["", "In Swift:"] + name.swift.map { "  " + $0 }
  }

  /// Returns the lines about a verb's names in the guides.
  static func note(on verb: String) -> [String] {
    let titles = GuideName.named(verb).map(\.title)
    guard !titles.isEmpty else { return [] }
    return ["", "In the guides of the SDKs:"] + titles.map { "  tagsim help '\($0)'" }
  }
}
