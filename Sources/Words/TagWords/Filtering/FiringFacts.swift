import TagRuntime
package import TagSimulation

extension RowFacts {
  /// Creates the facts of a firing for filters.
  ///
  /// - Parameters:
  ///   - firing: the firing.
  ///   - timeline: the history that has it.
  package init(of firing: FiringIndex.Firing, in timeline: Timeline) {
    let name = timeline.firings.name(of: firing)
    let fate = firing.words
    self.init(
      text: { "#\(firing.row) \(name) \(fate)" },
      values: { field in
        switch field {
        case .tag: return [.text(name)]
        case .row: return [.number(firing.row)]
        case .hit: return firing.hit.map { [.number(Double($0))] } ?? []
        case .outcome: return [.text(fate)]
        case .time:
          let wall = timeline.row(at: firing.row).event.wall
          return [.text(timeline.live.world.zone.civil(at: wall).timeText)]
        case .event: return timeline.row(at: firing.row).event.eventName.map { [.text($0)] } ?? []
        default: return []
        }
      },
      has: { flag in
        switch flag {
        case .fired: true
        case .failed: firing.mark > .well
        case .sent: firing.hits > 0 && !firing.fate.isOnPhone && !firing.fate.isLost
        case .late: firing.fate == .late
        case .lost: firing.hits > 0 && firing.fate.isLost
        case .waits: firing.hits > 0 && firing.fate == .waits
        case .unreported: firing.fate == .unreported
        default: false
        }
      })
  }
}
