import TagRuntime
package import TagSimulation

extension EventRow {
  /// Whether something went wrong that the list marks.
  package var isTrouble: Bool {
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
  package var firedWell: Int? {
    firedCount.map { $0 - troubledTags }
  }

  /// How many errors Firebase told of.
  package var toldErrors: Int { update?.firebase?.faults.count ?? 0 }

  /// Whether somebody should look at it: something went wrong, was dropped, or a tag fired and
  /// nothing came of it.
  package var needsALook: Bool {
    isTrouble || troubledTags > 0 || update?.firebase?.isDropped == true
  }
}
