import ContainerFormats
import Foundation

extension DiskFiles {
  /// What stands for standard input on a command line.
  static let standardInput = "-"

  /// A container file of the command line: what people call it, and its bytes.
  func input(_ argument: String) throws(CommandFailure) -> (name: String, bytes: [UInt8]) {
    guard argument == Self.standardInput else {
      return (argument, try bytes(of: argument, limit: ContainerLimits.bytes))
    }
    let name = "standard input"
    return (name, try bytes(in: STDIN_FILENO, name, limit: ContainerLimits.bytes))
  }
}
