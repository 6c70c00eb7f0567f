import TagRuntime
package import TagSimulation

extension EventRow {
  /// Whether the row has a problem that the list marks.
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

  package var toldErrors: Int { update?.firebase?.faults.count ?? 0 }

  /// Whether the row deserves attention: something went wrong, was dropped, or a tag fired without
  /// an effect.
  package var needsALook: Bool {
    isTrouble || troubledTags > 0 || update?.firebase?.isDropped == true
  }
}

extension UpdateRecord {
  /// The reason why no container judged an event; nil if none was open.
  package var unjudgedReason: String? {
    if rejection != nil { return "it was refused" }
    if firebase?.isError == true { return "no container judges an error of Firebase" }
    if firebaseState?.heldEvents ?? 0 >= Limits.heldEvents {
      return "\(Limits.heldEvents) events waited for the container, and no more may"
    }
    return nil
  }
}
