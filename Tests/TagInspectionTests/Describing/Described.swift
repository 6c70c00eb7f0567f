import TestSupport
import TextKit

@testable import TagInspection
@testable import TagRuntime

extension ContainerVersion {
  var described: ContainerDescription { ContainerDescription(of: self, file: "f", bytes: 1) }
}

extension ContainerBuilder {
  var described: ContainerDescription { version.described }
}

extension ContainerDescription {
  /// What its first tag does, and when it fires.
  var firstAction: String { words(of: tags[0].action) }
  var firstFiring: String { firing(of: tags[0]).joined(separator: ", ") }
  /// What its first variable but `event` reads.
  var firstRead: String { variables[1].definitions[0].reads }
  var pageLines: [String] { page.map(\.text) }
}
