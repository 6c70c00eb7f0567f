public import TagRuntime

/// One call of a provider on a phone, with what came of it.
public struct BrazeEntry: Sendable, Hashable {
  /// Its number on this installation, from 1.
  public var number: Int
  /// When, by the wall clock.
  public var wall: WallTime
  /// The number of the row in the event list that it belongs to.
  public var row: Int
  /// The call of the app's code: the tag, the event and the parameters.
  public var call: HostCall
  /// The provider of the app.
  public var provider: BrazeProvider
  /// What the provider made of the parameters.
  public var outcome: BrazeOutcome
  /// What the SDK made of that; nil where the provider did not call it.
  public var verdict: BrazeVerdict?

  /// What the SDK took; nil for nothing.
  public var taken: BrazeCall? {
    if case .taken(let call, _)? = verdict { call } else { nil }
  }

  /// What the provider in the other language would have made of the parameters; nil for the same.
  ///
  /// - Complexity: O(n) in the parameters.
  public var otherOutcome: BrazeOutcome? {
    let other = provider.other.outcome(of: call.request.parameters)
    return other == outcome ? nil : other
  }
}
