/// The words in which the users of a generation speak of its containers.
public struct Vocabulary: Sendable, Hashable {
  /// What a named value is called: "macro" or "variable".
  public let macro: String
  /// What decides on tags: "rule" or "trigger".
  public let rule: String
  let unused: String
  let handlers: String
  let mustHave: String
  /// What tags do with a handler: it is "called" by them.
  let called: String
  let functions: String

  /// The words of a generation.
  public init(_ generation: SDKGeneration) {
    switch generation {
    case .legacy:
      macro = "macro"
      rule = "rule"
      unused = "Unused variables (an app may still read them by name)"
      handlers = "Functions the app must register"
      mustHave = "The app must register"
      called = "called"
      functions = "Functions of the SDK it calls"
    case .firebase:
      macro = "variable"
      rule = "trigger"
      unused = "Unused variables"
      handlers = "Classes the app must have"
      mustHave = "The app must have the classes"
      called = "run"
      functions = "Functions it calls"
    }
  }

  func keys(_ kind: ContainerDescription.KeyRead.Kind) -> String {
    switch kind {
    case .dataLayer: "Data layer keys it reads"
    case .eventParameter: "Event parameters it reads"
    case .userProperty: "User properties it reads"
    }
  }

  func word(_ kind: MissingFunction.Kind) -> String { kind == .macro ? macro : kind.rawValue }
}
