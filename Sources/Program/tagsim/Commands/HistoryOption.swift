import ArgumentParser
import CommandKit
import TagSimulation

/// The option for the memory limit of a history.
struct HistoryOption: ParsableArguments {
  @Option(
    name: .customLong("history"),
    help: ArgumentHelp(
      "How much memory the history may use, such as 64MB or 2GB; default: 256MB.",
      valueName: "size"))
  var text: String?

  /// Returns the size, or throws if the text is not a valid size.
  func size() throws(CommandFailure) -> HistorySize {
    guard let text else { return HistorySize() }
    guard let size = HistorySize(text: text) else {
      throw CommandFailure(
        "--history \(text): takes a size from 1MB to 1024GB, such as 64MB or 2GB", code: .usage)
    }
    return size
  }
}
