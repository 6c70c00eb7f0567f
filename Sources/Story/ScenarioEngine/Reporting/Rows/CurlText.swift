import TagRuntime
import TagSimulation

/// Formats requests as commands of curl, each with a comment about the request.
///
/// Every text in a command is quoted for a shell.
enum CurlText {
  /// A warning before the commands, so that nobody runs them by mistake.
  static let warning = [
    "# tagsim only simulates: nothing was sent. curl would send these hits to the real servers,",
    "# where they count as traffic of their property.",
  ]

  /// A remark before a pixel, because curl sends different headers.
  static let pixelRemark =
    "# A pixel. A phone would send headers and cookies, which are unknown and left out."

  static func lines(of sent: SentRequest) -> [String] {
    let time = sent.zone.civil(at: sent.entry.sent).dateTimeText
    let said = "\(sent.title), sent \(time): \(sent.answer)"
    let remark = sent.entry.request.queue == .pixels ? [pixelRemark] : []
    return ["# " + ShellText.comment(said)] + remark + [command(for: sent)]
  }

  private static func command(for sent: SentRequest) -> String {
    let request = sent.entry.request
    // Addresses may have brackets, which curl would read as a range.
    var words = ["curl", "--globoff", "--url", ShellText.quoted(sent.url)]
    let left = ["Host", "Content-Length", "Content-Encoding"]
    for header in sent.headers where !left.contains(header.name) {
      words += ["-H", ShellText.quoted("\(header.name): \(header.value)")]
    }
    // Not --data, because it reads @ as the name of a file.
    if request.method == .post { words += ["--data-raw", ShellText.quoted(request.body)] }
    return words.joined(separator: " ")
  }
}
