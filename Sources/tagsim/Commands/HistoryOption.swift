import ArgumentParser
import CommandKit
import TagSimulation

/// How much memory the history of what is played may take.
struct HistoryOption: ParsableArguments {
  @Option(
    name: .customLong("history"),
    help: ArgumentHelp(
      "How much memory a history may take, such as 64MB or 2GB; 256MB unless told.",
      valueName: "size"))
  var text: String?

  /// The size, where it is one.
  func size() throws(CommandFailure) -> HistorySize {
    guard let text else { return HistorySize() }
    guard let size = HistorySize(text: text) else {
      throw CommandFailure(
        "--history \(text): takes a size from 1MB to 1024GB, such as 64MB or 2GB", code: .usage)
    }
    return size
  }
}
