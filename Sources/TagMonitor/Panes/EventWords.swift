import ScenarioEngine
import TagRuntime
import TagSimulation

extension EventRow {
  /// Whether something went wrong that the list marks.
  var isTrouble: Bool {
    if loop != nil || late > 0 { return true }
    switch kind {
    case .refreshed(_, .failure, _), .refreshRefused, .openRefused, .link(.refused, _),
      .link(_, isOwn: false), .backgroundTaskExpired, .publishedUnreadable:
      return true
    case .dispatched(_, let result, _, let lost): return result == .error || lost > 0
    case .dispatchCompleted(let result): return result == .error
    case .reinstalled(let lost): return lost > 0
    case .read(let reading): return reading.origin != .container
    case .firebaseTold(_, let value): return value?.isEmpty == true
    case .update(let update, _): return update.rejection != nil
    default: return false
    }
  }

  /// How many tags fired and did what they should; nil where no event met tags.
  var firedWell: Int? {
    firedCount.map { $0 - troubledTags }
  }

  /// How many errors Firebase told of.
  var toldErrors: Int { update?.firebase?.faults.count ?? 0 }
}
