import TagRuntime
package import TagSimulation

extension EventRow {
  package var toldErrors: Int { update?.firebase?.faults.count ?? 0 }

  /// Whether the row deserves attention: something went wrong, was dropped, or a tag fired without
  /// an effect.
  package var needsALook: Bool {
    !RowMarks(self).isDisjoint(with: .trouble)
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
