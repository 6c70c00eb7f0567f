import TagRuntime
import TagSimulation

/// Requests as commands of curl, each with a line that says what it is.
///
/// Every text in them is quoted for a shell.
package enum CurlText {
  /// What stands before commands, so that nobody pastes them unawares.
  package static let warning = [
    "# tagsim only simulates: nothing was sent. curl would send these hits to the real servers,",
    "# where they count as traffic of the property that they name.",
  ]

  /// What stands before a pixel: curl has headers of its own.
  static let pixelRemark =
    "# A pixel: the headers and cookies that a phone sends with it are not known; this has none."

  /// A command for a request.
  package static func lines(of sent: SentRequest, time: String) -> [String] {
    let said = "\(sent.title), sent \(time): \(sent.answer)"
    let remark = sent.entry.request.queue == .pixels ? [pixelRemark] : []
    return ["# " + ShellText.comment(said)] + remark + [command(for: sent)]
  }

  private static func command(for sent: SentRequest) -> String {
    let request = sent.entry.request
    // Addresses may have brackets, which curl would take for a list of them.
    var words = ["curl", "--globoff", "--url", ShellText.quoted(sent.url)]
    for header in sent.headers where header.name != "Host" && header.name != "Content-Length" {
      words += ["-H", ShellText.quoted("\(header.name): \(header.value)")]
    }
    // Not --data, for which an @ names a file.
    if request.method == .post { words += ["--data-raw", ShellText.quoted(request.body)] }
    return words.joined(separator: " ")
  }
}
