import OrderedCollections
import TagRuntime

extension AppTag {
  /// What one call of an app's code did.
  struct Run: Sendable, Hashable {
    /// What it pushed, in order; a class logs these as events.
    var pushes: [Value] = []
    /// The Braze providers that it went through, in order.
    var providers: [BrazeProvider] = []
    /// Why it threw; nil where it came to its end.
    var failure: String?
  }

  /// Does the actions of a call, up to the first that throws.
  static func run(
    _ actions: [Action], with parameters: OrderedDictionary<String, Value>
  ) -> Run {
    var run = Run()
    for action in actions where run.failure == nil {
      switch action {
      case .fails(let reason): run.failure = reason
      case .pushes(let template):
        do throws(PushTemplate.MissingArgument) {
          run.pushes.append(try template.update(with: parameters))
        } catch {
          run.failure = "the tag has no parameter \(error.name)"
        }
      case .braze(let provider):
        run.providers.append(provider)
        if case .raises(let reason) = provider.outcome(of: parameters) { run.failure = reason }
      }
    }
    return run
  }
}
