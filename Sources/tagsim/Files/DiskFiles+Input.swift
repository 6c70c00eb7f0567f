import Foundation

extension DiskFiles {
  /// What stands for standard input on a command line.
  static let standardInput = "-"

  /// A file of the command line: what people call it, and its bytes.
  func input(_ argument: String) throws(CommandFailure) -> (name: String, bytes: [UInt8]) {
    guard argument == Self.standardInput else { return (argument, try bytes(of: argument)) }
    let name = "standard input"
    return (name, try Self.bytes(from: .standardInput, name))
  }

  /// What is left in a file, up to the limit.
  static func bytes(from handle: FileHandle, _ name: String) throws(CommandFailure) -> [UInt8] {
    let data: Data
    do {
      data = try handle.read(upToCount: byteLimit + 1) ?? Data()
    } catch {
      throw CommandFailure(
        "\(name): cannot be read (\(error.localizedDescription)): check its permissions",
        code: .badInput)
    }
    guard data.count <= byteLimit else {
      throw CommandFailure(
        "\(name): is larger than \(byteLimit / 1_000_000) MB, the limit for one file",
        code: .badInput)
    }
    return [UInt8](data)
  }
}
