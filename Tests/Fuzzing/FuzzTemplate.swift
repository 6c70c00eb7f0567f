import OrderedCollections
import TagRuntime

@testable import ContainerFormats

/// Texts of the web interface: templates and value collections.
enum FuzzTemplate {
  static func check(_ bytes: [UInt8]) -> CInt {
    let text = String(decoding: bytes, as: UTF8.self)
    _ = TemplateText.parse(text)
    guard let members = try? ValueCollectionText.parse(text) else { return 0 }
    for (_, value) in members.elements { _ = ValueCollectionText.expression(of: value) }
    return 0
  }
}
