import ScenarioEngine
import TagRuntime
import TagSimulation

/// What the user has chosen and scrolled to, pane by pane; no part of the world.
struct Selection: Sendable {
  /// The place of the selected tag among those of the event.
  var tag = 0
  /// The selected hit of the queue.
  var hit = SelectedHit()
  /// The place of the selected firing among those that are listed; nil for the last one up to the
  /// event that is looked at.
  var firing: Int?
  /// What is chosen and typed on the phone.
  var phone = Phone()
  /// The least serious level that the log shows.
  var logLevel = LogLevel.verbose
  /// The first line that is seen of a pane; of the events, the first row of the list.
  var tops: [Pane: Int] = [:]
  /// The place of the selected row among those of a pane that can be selected, where the pane has
  /// none of its own.
  private var places: [Pane: Int] = [:]
  /// The folds of the event list that were opened, in order.
  var opened: [ClosedRange<Int>] = []
  /// Whether no row of the event list is folded.
  var showsAllRows = false

  /// The place of the selected row of a pane among those that can be selected.
  func place(in pane: Pane) -> Int {
    switch pane {
    case .tags: tagPlace
    case .firings: firing ?? 0
    case .queue: hit.index
    case .phone: phone.selected
    default: places[pane] ?? 0
    }
  }

  /// Where the selected tag stands in the order in which tags are shown.
  var tagPlace: Int { tagOrder.firstIndex(of: tag) ?? 0 }
  /// The places of the tags of the event in the order in which they are shown.
  private(set) var tagOrder: [Int] = []
  /// The name of the tag that the user selected; it stays selected while events go by.
  private var pickedTag: String?
  /// The event that the tags are of.
  private var tagEvent: Int?

  /// Selects a row of a pane by its place among those that can be selected.
  mutating func select(_ place: Int, in pane: Pane, of count: Int, _ view: WorldView) {
    let place = min(max(0, place), max(0, count - 1))
    switch pane {
    // Who stands at the end goes on with the run.
    case .firings: firing = view.isLive && place == count - 1 ? nil : place
    case .tags:
      guard tagOrder.indices.contains(place) else { break }
      tag = tagOrder[place]
      pickedTag = view.tags[tag].name
    case .queue: hit.select(place, of: view.hits)
    case .phone: phone.selected = place
    // The log stands at its end, from which its lines are counted.
    case .log: places[.log] = max(0, count - 1 - place)
    default: places[pane] = place
    }
  }

  /// Finds its place again in a world that has changed.
  mutating func follow(in view: WorldView) {
    tagOrder = TagGroups(view.tags).order
    let isSameEvent = tagEvent == view.eventRow?.number
    tagEvent = view.eventRow?.number
    let picked = pickedTag.flatMap { name in view.tags.firstIndex { $0.name == name } }
    if !isSameEvent { tag = picked ?? tagOrder.first ?? 0 }
    tag = min(tag, max(0, view.tags.count - 1))
    hit.follow(in: view.hits)
  }
}

/// Which hit of the queue is selected.
///
/// It is followed by its number, so that it stays selected while it goes from the phone to the
/// collector and others come and go.
struct SelectedHit: Sendable, Hashable {
  /// Its place among the hits that are shown.
  private(set) var index = 0
  private var id: Int64?

  /// Selects another; one beyond the ends is the last or the first.
  mutating func select(_ index: Int, of hits: [HitStory]) {
    self.index = min(max(0, index), max(0, hits.count - 1))
    id = hits.indices.contains(self.index) ? hits[self.index].id : nil
  }

  /// Finds its place again; where it is not among the hits, another one is selected until it is.
  mutating func follow(in hits: [HitStory]) {
    let place = id.flatMap { id in hits.firstIndex { $0.id == id } }
    index = min(place ?? index, max(0, hits.count - 1))
  }
}
