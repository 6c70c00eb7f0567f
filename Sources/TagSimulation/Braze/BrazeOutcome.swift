import TagRuntime

/// What a provider makes of the parameters of one call.
public enum BrazeOutcome: Sendable, Hashable {
  /// It calls the SDK.
  case calls(BrazeCall)
  /// It does nothing.
  case nothing(Idleness)
  /// It raises an exception, for this reason.
  case raises(String)

  /// Why a provider does nothing.
  public enum Idleness: Sendable, Hashable {
    /// There is no text under `actionType`.
    case noAction
    /// The action is none of the three.
    case unknownAction(String)
    /// A key is missing, or what is there is no text.
    case noText(key: String)
    /// The type of an attribute's value is none that the provider passes on.
    case noSuchType(String)
  }

  /// Such as `event "vip" {…}`, `nothing` or `an exception`.
  public var words: String {
    switch self {
    case .calls(let call): call.words
    case .nothing: "nothing"
    case .raises: "an exception"
    }
  }
}

extension BrazeOutcome.Idleness {
  /// What is wrong and what to do.
  public var sentence: String {
    switch self {
    case .noAction:
      return "it has no text under actionType; add the parameter actionType = logEvent, "
        + "customAttribute or changeUser to the tag"
    case .unknownAction(let action):
      let near = Suggestion.nearest(to: action, among: BrazeProvider.actions)
      return "it knows no actionType \(JSONWriter.write(.string(action))): "
        + (near.map { "did you mean \($0)?" } ?? "use logEvent, customAttribute or changeUser")
    case .noText(let key): return "it needs a text under \(key): add that parameter to the tag"
    case .noSuchType(let kind):
      return "customAttributeValue is of type \(kind), which it passes on to nobody; use a text, a "
        + "number, true, false or a list of texts"
    }
  }
}
