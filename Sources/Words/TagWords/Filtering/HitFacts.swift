import OrderedCollections
import TagRuntime
package import TagSimulation

extension RowFacts {
  /// Creates the facts of a hit for filters.
  ///
  /// - Parameters:
  ///   - story: the hit.
  ///   - world: the world that has it.
  package init(of story: HitStory, in world: Simulation) {
    let zone = world.world.zone
    let now = world.now.wall
    let age = max(.zero, (story.ended ?? now) - story.hit.created)
    self.init(
      text: {
        let number = story.id.map(String.init) ?? "-"
        let fate = story.fate(in: world)
        let why = story.loss?.words ?? story.receipt?.fault?.words ?? ""
        return [
          number, story.hit.typeName, story.hit.title, String(story.tries), age.shortText,
          fate.short, why,
        ].joined(separator: " ")
      },
      values: { field in
        switch field {
        case .hit: story.id.map { [.number(Double($0))] } ?? []
        case .type: [.text(story.hit.typeName)]
        case .name: [.text(story.hit.title)]
        case .tag: story.hit.tag.map { [.text($0)] } ?? []
        case .tracker: story.hit.tracker.map { [.text($0)] } ?? []
        case .queue: [.text(story.hit.queue.rawValue)]
        case .state: [.text(story.state.rawValue)]
        case .age: [.duration(age)]
        case .tries: [.number(story.tries)]
        case .time: [.text(zone.civil(at: story.hit.created).timeText)]
        default: []
        }
      },
      named: { _, name in story.hit.values(of: name).map { .text($0) } },
      has: { story.filterFlags.contains($0) })
  }
}

extension HitStory {
  /// The flags that are true of the hit.
  package var filterFlags: Set<FilterFlag> {
    let late: Set<FilterFlag> = isLate ? [.late] : []
    switch fate.kind {
    case .waits, .inFlight: return late.union([.waits])
    case .lost, .swallowed: return [.lost]
    case .unreported: return late.union([.sent, .unreported])
    case .reported, .late, .delivered, .doubled: return late.union([.sent])
    }
  }
}

extension Hit {
  /// Returns the values of a field, by its code without the `&`; for a pixel, the address or one of
  /// its parameters; for an event, a parameter or a user property.
  fileprivate func values(of name: String) -> [String] {
    let own: [String?]
    switch kind {
    case .analytics(let fields): own = [fields["&" + name], fields[name]]
    case .pixel(let url):
      own =
        name == "url"
        ? [url] : QueryParameter.all(inURL: url).filter { $0.name == name }.map(\.value)
    case .firebase(let event, let properties):
      own = [event.parameters[name].map(ValueConversion.text), properties[name]?.text]
    }
    return (own + [added["&" + name], added[name]]).compactMap { $0 }
  }
}
