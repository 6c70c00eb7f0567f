import ContainerFormats
import TagInspection

/// Bytes of any format: a container that compiles and can be described, or a sentence.
enum FuzzContainer {
  static func check(_ bytes: [UInt8]) -> CInt {
    do throws(ContainerError) {
      let version = try ContainerReader.read(bytes, name: "fuzz")
      let description = ContainerDescription(of: version, file: "fuzz", bytes: bytes.count)
      precondition(!description.page.isEmpty)
    } catch {
      precondition(error.description.hasPrefix("fuzz: "))
      precondition(error.description.contains("; "), error.description)
    }
    return 0
  }
}
