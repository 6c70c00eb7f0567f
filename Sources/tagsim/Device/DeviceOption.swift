import ArgumentParser

/// `--device`: the file that the simulated phone has as its disk.
struct DeviceOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The phone's disk as a SQLite file; it is made where it is missing.", valueName: "file"))
  var device: String?

  /// The file, open; nil where none is named.
  func open() throws(CommandFailure) -> DeviceFile? {
    guard let device else { return nil }
    return try DeviceFile(device)
  }
}
