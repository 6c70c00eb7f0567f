package import TagInspection
import TagRuntime
import TextKit

/// What a real phone did beside a run of its events: a row for each action that a tag must do, or
/// that the phone did.
package struct PagePhone: Sendable {
  /// The maximum number of rows; the others are counted.
  private static let rowLimit = 1000

  private let matches: [PhoneMatch]
  /// The fields of the phone's hits, in which its ids are.
  let fields: [(name: String, value: String)]

  /// Creates the part of a page about a phone.
  package init(_ matches: [PhoneMatch], fields: [(name: String, value: String)]) {
    (self.matches, self.fields) = (matches, fields)
  }

  /// The result in a few words, with its role.
  var verdict: (text: String, look: String) {
    let failed = matches.count { $0.state.isFailed }
    let all = Counted.text(matches.count, "action")
    return failed > 0
      ? ("\(failed) of \(all) not as expected", "lost")
      : ("\(all), none of them unexpected", "fired")
  }

  /// The counts of the answers, and the two lanes below each other: what the container must send,
  /// and what the phone sent.
  var lines: [String] {
    var lines = [
      "<section class=\"card phone-lanes\" aria-label=\"The phone\">",
      "<h2>The phone beside the container</h2>", "<p class=\"tally\">",
    ]
    for state in PhoneMatch.State.allCases {
      let count = matches.count { $0.state == state }
      guard count > 0 else { continue }
      lines.append(
        "<span class=\"chip \(state.look.role)\">\(PageMarkup.sign(state.look.sign)) "
          + "\(count) \(state.words)</span>")
    }
    lines += [
      "</p>", "<table><thead><tr><th scope=\"col\">The app logged</th>",
      "<th scope=\"col\">Must send</th><th scope=\"col\">The phone</th></tr></thead><tbody>",
    ]
    lines += matches.prefix(Self.rowLimit).map(row) + ["</tbody></table>"]
    if matches.count > Self.rowLimit {
      lines.append("<p class=\"soft\">and \(matches.count - Self.rowLimit) more</p>")
    }
    return lines + ["</section>"]
  }

  private func row(_ match: PhoneMatch) -> String {
    func cell(_ text: String) -> String { MarkupText.visible(text) }
    let source = match.source.map { [$0.time, $0.words].compactMap { $0 }.joined(separator: ", ") }
    let act = match.act.map { "\($0) " } ?? ""
    let must =
      match.state == .surplus
      ? "nothing"
      : [match.tag, match.what].compactMap { $0 }
        .joined(separator: ": ")
    let seen = match.state == .surplus ? match.what + ", " : ""
    let look = match.state.look
    return
      "<tr><th scope=\"row\">\(act)<span class=\"soft small\">\(cell(source ?? ""))</span></th>"
      + "<td>\(cell(must))</td><td class=\"\(look.role)\">\(PageMarkup.sign(look.sign)) "
      + "\(cell(seen + match.state.words))"
      + match.remarks.map { "<br><small>\(cell($0))</small>" }.joined() + "</td></tr>"
  }
}

extension PhoneMatch.State {
  /// The sign, and the role of its colour.
  fileprivate var look: (sign: String, role: String) {
    switch self {
    case .seen: ("fired", "fired")
    case .differs: ("nothing", "nothing")
    case .missing: ("lost", "lost")
    case .surplus: ("new", "nothing")
    case .awaited: ("waits", "waits")
    case .hidden: ("other", "not")
    }
  }
}
