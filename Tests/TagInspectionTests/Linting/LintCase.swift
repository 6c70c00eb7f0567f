import OrderedCollections
import TagInspection
import TagRuntime
import TestSupport
import Testing

/// A container with a code that is found in it, or is not.
struct LintCase: Sendable, CustomTestStringConvertible {
  let code: LintCode
  let isFound: Bool
  let situation: String
  private let facts: AppFacts?
  private let bytes: Int?
  private let build: @Sendable (inout ContainerBuilder) -> Void

  var testDescription: String { "\(code.id) \(isFound ? "found" : "not found"): \(situation)" }

  private init(
    _ code: LintCode, _ isFound: Bool, _ situation: String, _ facts: AppFacts?, _ bytes: Int?,
    _ build: @escaping @Sendable (inout ContainerBuilder) -> Void
  ) {
    self.code = code
    self.isFound = isFound
    self.situation = situation
    self.facts = facts
    self.bytes = bytes
    self.build = build
  }

  static func found(
    _ code: LintCode, _ situation: String, facts: AppFacts? = nil, bytes: Int? = nil,
    _ build: @escaping @Sendable (inout ContainerBuilder) -> Void
  ) -> LintCase {
    LintCase(code, true, situation, facts, bytes, build)
  }

  static func absent(
    _ code: LintCode, _ situation: String, facts: AppFacts? = nil, bytes: Int? = nil,
    _ build: @escaping @Sendable (inout ContainerBuilder) -> Void
  ) -> LintCase {
    LintCase(code, false, situation, facts, bytes, build)
  }

  var findings: [LintFinding] {
    Linter(ContainerBuilder(build).version, bytes: bytes, facts: facts).findings
  }
}

extension AppFacts {
  /// An app that is described in a few words.
  static func app(_ tell: (inout AppFacts) -> Void) -> AppFacts {
    var facts = AppFacts(source: "shop.app")
    tell(&facts)
    return facts
  }

  /// An app that logs with Firebase.
  static let songs = app { app in
    app.loggedEvents = ["played_song"]
    app.parameters = ["genre": Pushed(texts: ["pop"]), "items": Pushed(isOpen: true)]
    app.userProperties = ["tier": Pushed(texts: ["gold"])]
  }

  /// An app that shows a screen.
  static let shop = app { app in
    app.laterEvents = ["openScreen", "tapBuy"]
    app.push("Confirmation", at: "screenName")
    app.push("gold", at: "user.tier")
    app.pushAnything(at: "sku")
  }
}

extension ContainerBuilder {
  /// Makes the container one of the second generation, whose runtime defines what it calls.
  mutating func isFirebase() {
    version.generation = .firebase
    version.format = .firebase
    version.macros[0].function = "__e"
    version.runtime = .list([])
    version.runtimeFunctions = ["__e", "__fm", "__ua", "__md", "__funct", "__gas", "__c"]
  }
}
