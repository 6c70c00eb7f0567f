package import TagRuntime
package import TagSimulation
package import TagWords

/// The user's selection and scroll position in every pane; not part of the world.
package struct Selection: Sendable {
  /// The index of the selected tag among those of the event.
  package var tag = 0
  package var hit = SelectedHit()
  /// The selection and the typed values on the phone.
  package var phone = Phone()
  /// The least serious level in the log.
  package var logLevel = LogLevel.info
  /// The first visible line of a pane; for the events, the first row of the list.
  package var tops: [Pane: Int] = [:]
  /// The index of the selected row among a pane's selectable ones, for all other panes.
  private var places: [Pane: Int] = [:]
  /// The folds of the event list that were opened, in order.
  package var opened: [ClosedRange<Int>] = []
  /// Whether no row of the event list is folded.
  package var showsAllRows = false

  package init() {}

  /// Returns the index of the selected row among a pane's selectable ones.
  package func place(in pane: Pane) -> Int {
    switch pane {
    case .tags: tagPlace
    case .queue: hit.index
    case .phone: phone.selected
    default: places[pane] ?? 0
    }
  }

  /// The position of the selected tag in display order.
  package var tagPlace: Int { tagOrder.firstIndex(of: tag) ?? 0 }
  /// The indices of the event's tags, in display order.
  package private(set) var tagOrder: [Int] = []
  /// The name of the tag that the user selected; it stays selected from event to event.
  private var pickedTag: String?
  private var tagEvent: Int?

  /// Selects a row of a pane by its index among the selectable ones.
  package mutating func select(_ place: Int, in pane: Pane, of count: Int, _ view: WorldView) {
    let place = min(max(0, place), max(0, count - 1))
    switch pane {
    case .tags:
      guard tagOrder.indices.contains(place) else { break }
      tag = tagOrder[place]
      pickedTag = view.tags[tag].name
    case .queue: hit.select(place, of: view.hits)
    case .phone: phone.selected = place
    // The log's lines are counted from its end.
    case .log: places[.log] = max(0, count - 1 - place)
    default: places[pane] = place
    }
  }

  /// Restores the selection in a world that has changed.
  package mutating func follow(in view: WorldView) {
    tagOrder = TagGroups(view.tags).order
    let isSameEvent = tagEvent == view.eventRow?.number
    tagEvent = view.eventRow?.number
    let picked = pickedTag.flatMap { name in view.tags.firstIndex { $0.name == name } }
    if !isSameEvent { tag = picked ?? tagOrder.first ?? 0 }
    tag = min(tag, max(0, view.tags.count - 1))
    hit.follow(in: view.hits)
  }
}

/// The selected hit of the queue.
///
/// It is identified by its number, so that it stays selected while it moves from the phone to the
/// collector and others come and go.
package struct SelectedHit: Sendable, Hashable {
  /// The index among the displayed hits.
  package private(set) var index = 0
  private var id: Int64?

  /// Selects another hit; an index beyond the ends selects the first or the last.
  package mutating func select(_ index: Int, of hits: [HitStory]) {
    self.index = min(max(0, index), max(0, hits.count - 1))
    id = hits.indices.contains(self.index) ? hits[self.index].id : nil
  }

  /// Updates the index; if the hit is missing, another one is selected until it returns.
  package mutating func follow(in hits: [HitStory]) {
    let place = id.flatMap { id in hits.firstIndex { $0.id == id } }
    index = min(place ?? index, max(0, hits.count - 1))
  }
}
