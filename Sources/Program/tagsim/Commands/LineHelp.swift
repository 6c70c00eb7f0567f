import PhoneLog
import TagRuntime
import TextKit

/// The pages of the lines that SDKs and apps print: `tagsim help 'status -1'`.
enum LineHelp {
  /// The most lines that are explained, and that are named.
  private static let explainedLimit = 3
  private static let namedLimit = 30

  /// The page of a line, of any part of one, or of a code; nil if no line is meant.
  static func page(for words: String) -> [String]? {
    var found = ConsoleLine.all.filter { $0.code == words || $0.number == words }
    if found.isEmpty, let line = LineScanner.shared.line(in: words) { found = [line] }
    if found.isEmpty, words.utf8.count > 3 {
      let part = words.lowercased()
      found = ConsoleLine.all.filter { $0.words.lowercased().contains(part) }
    }
    if found.isEmpty, let status = words.split(separator: " ").last.flatMap({ Int($0) }),
      (-1..<600).contains(status)
    {
      found = ["Hit(s) dispatched: HTTP status \(status)", "GET status: \(status)"]
        .compactMap(LineScanner.shared.line)
    }
    guard !found.isEmpty else { return nil }
    if found.count <= explainedLimit { return Array(found.map(page).joined(separator: [""])) }
    var page = ["Lines with '\(words)':"]
    for line in found.prefix(namedLimit) {
      page += HelpText.wrapped(shown(line), indentation: "  ")
    }
    if found.count > namedLimit { page.append("  and \(found.count - namedLimit) more") }
    return page + ["", "'tagsim help' with more of a line explains it."]
  }

  private static func shown(_ line: ConsoleLine) -> String {
    line.words.replacing("◊", with: "…").replacing("◌", with: "")
  }

  private static func page(of line: ConsoleLine) -> [String] {
    let generation = line.generation.map { $0 == .legacy ? "v3" : "v5" }
    let level = line.level.map { "level \($0.name)" }
    let place = [line.tag, generation, line.platform?.name, level].compactMap { $0 }
    let kind =
      line.isFault
      ? "A fault or a loss."
      : line.isListed ? "Healthy apps have it, too." : "Nothing is wrong with it."
    var page = HelpText.wrapped(shown(line), indentation: "")
    page.append("  " + place.joined(separator: ", "))
    return page + HelpText.wrapped(kind + " " + line.meaning, indentation: "  ")
  }
}
