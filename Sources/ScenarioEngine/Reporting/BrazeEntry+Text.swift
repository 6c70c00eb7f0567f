import TagRuntime
public import TagSimulation

extension BrazeEntry {
  /// What the provider in the other language would have made of the call; nil for the same.
  public var otherWords: String? {
    otherOutcome.map { "\(provider.other.name) would have made it: \($0.words)" }
  }

  /// Why the call came to nothing; nil where Braze took it.
  public var missedReason: String? {
    switch (outcome, verdict) {
    case (.calls(let asked), .refused(let refusal)?):
      "Braze refused \(asked.title): \(refusal.sentence)"
    case (.nothing(let idleness), _): "the provider did nothing: \(idleness.sentence)"
    case (.raises(let reason), _): "the provider raised: \(reason)"
    case (.calls, .taken?), (.calls, nil): nil
    }
  }

  /// The same, with the number of the call and the tag that made it.
  public var missedWords: String? {
    missedReason.map { "call \(number) (\(call.caller)): \($0)" }
  }
}
