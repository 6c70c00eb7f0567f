package import TagRuntime
import TagSimulation

extension Command {
  /// The only SDK generation for which a statement has a meaning, with a sentence about what to do
  /// under the other; nil if it has a meaning under both.
  package var generation: (only: SDKGeneration, elsewhere: String)? {
    switch self {
    case .act(.app(.push)):
      (.legacy, "v5 has no data layer: log an event instead, as in log-event \"buy\" sku=\"S-1\"")
    case .act(.open), .act(.app(.close)), .act(.app(.refresh)):
      (
        .legacy,
        "the v5 SDK opens and refreshes its one container by itself: remove the statement"
      )
    case .act(.app(.read)):
      (.legacy, "the v5 SDK gives apps no container values: remove the statement")
    case .act(.register):
      (
        .legacy,
        "v5 finds the app's functions by the path of their class: describe a class in the app"
      )
    case .act(.app(.setRefreshMode)):
      (.legacy, "v5 has no refresh mode: remove the statement")
    case .act(.app(.firebase(.logEvent(let name, _)))):
      (
        .firebase,
        "the legacy SDK does not use Firebase: push the event instead, as in "
          + "push event=\(name.quoted), or play the scenario with sdk: v5"
      )
    case .act(.happening(.purchase)), .act(.happening(.notification)):
      (
        .firebase,
        "the legacy SDK does not notice this: push an event instead, or play the scenario with "
          + "sdk: v5"
      )
    case .act(.app(.firebase)), .act(.setFirebaseValidation):
      (
        .firebase, "the legacy SDK does not use Firebase: play the scenario with sdk: v5"
      )
    case .view(let command) where command.question?.sought.isOfData == true:
      Expectation.data([:], exactly: false).generation
    case .view, .expect, .eventually, .never: expectation?.generation
    case .act, .containerDefault, .containerSaved, .containerUsed, .publish, .draft, .preview,
      .press, .device, .logger, .wait, .at, .clock, .background, .settle, .wording, .chapter,
      .caption, .note, .ask, .mark, .pause, .hidden, .snapshot:
      nil
    }
  }
}

extension MomentQuestion.Sought {
  fileprivate var isOfData: Bool {
    if case .dataChanges = self { true } else { false }
  }
}

extension Expectation {
  fileprivate var generation: (only: SDKGeneration, elsewhere: String)? {
    switch self {
    case .data:
      (
        .legacy,
        "v5 has no data layer: expect an event with its parameters, as in "
          + "expect event \"buy\" logged with {\"sku\": \"S-1\"}"
      )
    case .tokens: (.legacy, "the v5 SDK has no refresh for apps, so it has no tokens")
    case .event, .userProperty, .firebase:
      (
        .firebase, "the legacy SDK does not use Firebase: play the scenario with sdk: v5"
      )
    default: nil
    }
  }
}
