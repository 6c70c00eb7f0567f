import OrderedCollections
import TagInspection
import TagRuntime
import TestSupport

extension LinterTests {
  static let files: [LintCase] = [
    .found(.noRules, "keys and values") { $0.version.format = .plist },
    .found(.noRules, "keys and values") { $0.version.format = .simpleJSON },
    .absent(.noRules, "a binary") { _ in },
    .found(.exportInApp, "an export as default", facts: .app { $0.isDefault = true }) {
      $0.version.format = .export
    },
    .absent(.exportInApp, "a published export", facts: .app { $0.isLoaded = true }) {
      $0.version.format = .export
    },
    .absent(.exportInApp, "a binary as default", facts: .app { $0.isDefault = true }) { _ in },
    .found(.exportInApp, "an export beside an app", facts: .app { $0.isBeside = true }) {
      $0.version.format = .export
    },
    .found(
      .misnamedDefault, "a download", facts: .app { $0.bundled = ["GTM-OW77_v12": "GTM-OW77"] }
    ) { _ in },
    .found(
      .misnamedDefault, "a second download", facts: .app { $0.bundled = ["container (1)": "GTM-A"] }
    ) { _ in },
    .found(
      .misnamedDefault, "keys and values", facts: .app { $0.bundled = ["defaults.json": "GTM-A"] }
    ) { $0.version.format = .simpleJSON },
    .absent(.misnamedDefault, "the id", facts: .app { $0.bundled = ["GTM-A": "GTM-A"] }) { _ in },
    .absent(
      .misnamedDefault, "an export has its own code", facts: .app { $0.bundled = ["a": "GTM-A"] }
    ) { $0.version.format = .export },
    .found(.overSize, "more than is published", bytes: 200_001) { _ in },
    .absent(.overSize, "as much as is published", bytes: 200_000) { _ in },
    .found(.nearSize, "nearly too much", bytes: 140_001) { _ in },
    .absent(.nearSize, "too much has its own code", bytes: 200_001) { _ in },
    .absent(.nearSize, "not yet warned of", bytes: 140_000) { _ in },
    .found(.otherContainer, "the app opens another", facts: .app { $0.ids = ["GTM-A"] }) {
      $0.version.containerID = "GTM-B"
    },
    .absent(.otherContainer, "the app opens it", facts: .app { $0.ids = ["GTM-A", "GTM-B"] }) {
      $0.version.containerID = "GTM-B"
    },
    .absent(.otherContainer, "a binary names none", facts: .app { $0.ids = ["GTM-A"] }) { _ in },
    .absent(.otherContainer, "it is meant", facts: .app { _ in }) {
      $0.version.containerID = "GTM-B"
    },
    .found(.nothingInside, "no macro and no tag") { $0.version.macros = [] },
    .absent(.nothingInside, "a macro") { _ in },
  ]
}
