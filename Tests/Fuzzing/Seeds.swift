import ContainerFormats
import Foundation

/// Inputs to begin with: the containers of a folder, also as the binaries they compile to.
enum Seeds {
  static func write(of folder: String, to output: String) {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for file in files.sorted() {
      guard let data = FileManager.default.contents(atPath: folder + "/" + file) else { continue }
      write([UInt8](data), output + "/" + file)
      if let version = try? ContainerReader.read([UInt8](data), name: file),
        let written = try? BinaryWriter.write(version)
      {
        write(written.bytes, output + "/" + file + ".binary")
      }
      if let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
        let binary = try? PropertyListSerialization.data(
          fromPropertyList: list, format: .binary, options: 0)
      {
        write([UInt8](binary), output + "/" + file + ".bplist")
      }
    }
  }

  private static func write(_ bytes: [UInt8], _ path: String) {
    _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
  }
}
