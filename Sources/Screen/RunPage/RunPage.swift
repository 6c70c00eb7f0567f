import OrderedCollections
package import ScenarioEngine
import TagRuntime
import TagSimulation
import TextKit

/// The files of the page: its script, its style and its signs.
enum PageFiles {
  static func text(_ name: String) -> String {
    all.first { $0.path == name }?.text ?? ""
  }
}

/// Runs as one page for a browser, which plays them without a network.
///
/// Without its script it already has the checks, the explanation of what failed, and the tags over
/// the whole run. Texts of containers, logs and scenarios are text in it, never markup.
package struct RunPage: Sendable {
  /// The maximum number of runs on a page; the others are counted.
  package static let runLimit = 100

  private var parts: [PagePart] = []
  private var left = 0
  private let program: String
  private let isRedacted: Bool

  /// Creates a page without runs.
  ///
  /// - Parameters:
  ///   - program: the name and version of the program.
  ///   - isRedacted: whether ids of phones and users are replaced by stand-ins.
  package init(by program: String, isRedacted: Bool = false) {
    (self.program, self.isRedacted) = (program, isRedacted)
  }

  /// Creates a page of one run.
  package init(of run: FinishedRun, by program: String, isRedacted: Bool = false) {
    self.init(by: program, isRedacted: isRedacted)
    add(run)
  }

  /// Adds a run, the first of which is shown when the page opens.
  ///
  /// - Complexity: O(n) in the events, and a world for each of them.
  package mutating func add(_ run: FinishedRun, beside phone: PagePhone? = nil) {
    add([PagePart(of: run, beside: phone, isRedacted: isRedacted)])
  }

  /// Adds the runs of another page.
  package mutating func add(_ other: RunPage) { add(other.parts) }

  private mutating func add(_ more: [PagePart]) {
    let room = Self.runLimit - parts.count
    parts += more.prefix(room)
    left += max(0, more.count - room)
  }

  /// The event at which the page opens; nil for the first thing that needs a look.
  package var opening: Int?

  package var isEmpty: Bool { parts.isEmpty }

  /// The addresses of the first thing in each run that needs a look.
  package var fragments: [String] {
    parts.map { part in
      let run = parts.count > 1 ? "run=" + MarkupText.address(part.name) + "&" : ""
      return "#" + run + part.fragment.dropFirst()
    }
  }

  /// The facts of the runs, for programs.
  package var facts: [PageFacts] { parts.map(\.facts) }

  /// The page in lines.
  package var lines: [String] {
    let first = parts.first
    let title = [first?.verdict.text, first?.title].compactMap { $0 }.filter { !$0.isEmpty }
    var lines = parts.count > 1 ? runList : []
    for (place, part) in parts.enumerated() {
      lines += ["<div data-of=\"\(place)\">"] + part.answer + ["</div>"]
    }
    let tables = parts.enumerated().flatMap { place, part in
      [
        "<section class=\"card whole\" tabindex=\"0\" data-of=\"\(place)\" "
          + "aria-label=\"The whole run\">"
      ] + part.table + ["</section>"]
    }
    lines.append(
      PageFiles.text("stage.html")
        .replacing("<!-- tables -->", with: tables.joined(separator: "\n")))
    for (place, part) in parts.enumerated() {
      lines.append("<footer class=\"foot\" data-of=\"\(place)\">\(part.foot(program))</footer>")
    }
    let at = opening.map { " data-at=\"\($0)\"" } ?? ""
    lines += parts.map { part in
      "<script type=\"application/json\" data-run=\"\(MarkupText.visible(part.name))\" "
        + "data-data=\"\(part.dataName)\"\(at)>\(part.json)</script>"
    }
    return PageMarkup.document(
      title.joined(separator: ": "), lines, script: PageFiles.text("page.js"))
  }

  private var runList: [String] {
    var lines = ["<nav aria-label=\"Runs\"><ul class=\"runs\">"]
    for part in parts {
      let name = MarkupText.visible(part.name)
      lines.append(
        "<li><a href=\"#run=\(MarkupText.address(part.name))\" data-run=\"\(name)\">\(name) "
          + "<span class=\"\(part.verdict.look)\">\(MarkupText.visible(part.verdict.text))</span>"
          + "</a></li>")
    }
    if left > 0 { lines.append("<li class=\"soft\">and \(Counted.text(left, "more run"))</li>") }
    return lines + ["</ul></nav>"]
  }
}

/// Pieces of markup.
enum PageMarkup {
  /// Returns a page that may run one script and load nothing.
  static func document(_ title: String, _ body: [String], script: String?) -> [String] {
    let style = PageFiles.text("page.css")
    let policy =
      "default-src 'none'; script-src \(script.map(hash) ?? "'none'"); "
      + "style-src \(hash(style)); img-src data:; base-uri 'none'; form-action 'none'"
    let lines =
      [
        "<!doctype html>", "<html lang=\"en\">", "<head>", "<meta charset=\"utf-8\">",
        "<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">",
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
        "<meta name=\"color-scheme\" content=\"light dark\">",
        "<meta name=\"referrer\" content=\"no-referrer\">",
        "<title>\(MarkupText.visible(title))</title>", "<style>\(style)</style>", "</head>",
        "<body>", PageFiles.text("signs.svg"),
      ] + body + (script.map { ["<script>\($0)</script>"] } ?? []) + ["</body>", "</html>"]
    return lines.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
      .map(String.init)
  }

  /// The hash of a script or a style, as a policy has it.
  private static func hash(_ text: String) -> String {
    let digest = DigestAlgorithm.sha256.digest(of: Array(text.utf8))
    return "'sha256-\(BaseEncoding.base64.text(of: digest) ?? "")'"
  }

  /// A sign, with words for those who cannot see it.
  static func sign(_ name: String, _ words: String = "") -> String {
    "<svg class=\"sign \(name)\" aria-hidden=\"true\"><use href=\"#sign-\(name)\"/></svg>"
      + (words.isEmpty ? "" : "<span class=\"said\">\(words)</span>")
  }

  /// Returns a link to an event, and to a tag at it.
  static func fragment(_ event: Int, _ tag: String? = nil) -> String {
    "#event=\(event)" + (tag.map { "&tag=" + MarkupText.address($0) } ?? "")
  }
}
