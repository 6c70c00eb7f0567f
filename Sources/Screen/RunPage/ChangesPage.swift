package import TagInspection
import TextKit

/// What changes when a container is published, as one page without a script: rows by cause.
package enum ChangesPage {
  /// Returns the page in lines.
  ///
  /// - Parameters:
  ///   - title: the containers.
  ///   - about: what was played.
  ///   - causes: the rows, in their order.
  ///   - program: the name and version of the program.
  package static func lines(
    _ title: String, about: String, _ causes: [PublishedCause], by program: String
  ) -> [String] {
    let title = "What changes: " + title
    var lines = [
      "<header class=\"head\"><div><h1>\(MarkupText.visible(title))</h1>",
      "<p class=\"soft\">\(MarkupText.visible(about))</p></div></header>",
      "<main class=\"causes\">",
    ]
    for group in PublishedCause.Group.allCases {
      let rows = causes.filter { $0.group == group }
      if rows.isEmpty { continue }
      lines += ["<section class=\"card\"><h2>\(group.title)</h2><ul>"] + rows.map(row)
      lines.append("</ul></section>")
    }
    lines += [
      "</main>", "<footer class=\"foot\"><span>Simulated: nothing was sent.</span>",
      "<span>\(MarkupText.visible(program))</span></footer>",
    ]
    return PageMarkup.document(title, lines, script: nil)
  }

  private static func row(_ cause: PublishedCause) -> String {
    let (sign, words) = cause.sign.look
    let subject = cause.subject.isEmpty ? "" : "<b>\(MarkupText.visible(cause.subject))</b>"
    let event = cause.place.map { $0.event.isEmpty ? "" : "at \($0.event)" } ?? ""
    let often = [cause.counted, event].filter { !$0.isEmpty }.joined(separator: ", ")
    return "<li class=\"tag flat\">\(PageMarkup.sign(sign, words))\(subject)"
      + "<span class=\"text\">\(MarkupText.visible(cause.text))</span>"
      + "<small class=\"soft\">\(MarkupText.visible(often))</small></li>"
  }
}

extension PublishedCause.Sign {
  /// The sign, and the words for those who cannot see it.
  fileprivate var look: (sign: String, words: String) {
    switch self {
    case .new: ("new", "New: ")
    case .lost: ("less-of", "Gone: ")
    case .differs: ("differs", "Differs: ")
    case .open: ("nothing", "Not known: ")
    case .remark: ("other", "")
    }
  }
}
