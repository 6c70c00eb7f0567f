import TagRuntime

/// The names of a plan, to look up what a source shows.
package struct PlanIndex: Sendable {
  /// A row of the table: an event, a screen or a user property.
  package struct Item: Sendable {
    package enum Kind: Sendable, Hashable { case event, screen, property }
    package var kind: Kind
    package var name: String
    /// Its place in the plan; nil for what is not planned.
    package var row: PlanPlace?
    /// The event; nil for a user property and for what is not planned.
    package var planned: PlannedEvent?
    package var isForApps = true
  }

  /// How a name is found.
  package enum Match: Sendable {
    case same(Int)
    case similar(Int)
    case retired
    case none
  }

  private struct Key: Hashable, Sendable {
    var kind: Item.Kind
    var name: String
  }

  /// The events and the user properties in the order of the plan, then what is not planned.
  package private(set) var items: [Item] = []
  /// The most pairs of names that are compared letter by letter.
  private static let pairLimit = 200_000

  private let eventCount: Int
  private var plannedCount: Int { eventCount + properties.count }
  private let properties: [PlannedParameter]
  private var kinds: Set<Item.Kind> = []
  private var exact: [Key: Int] = [:]
  private var folded: [Key: Int] = [:]
  private var retired: Set<Key> = []
  /// The planned paths, and those around them.
  private var paths: Set<String> = []
  private var parents: Set<String> = []
  private var foldedPaths: [String: (name: String, row: PlanPlace)] = [:]

  /// - Complexity: O(n) in the size of the plan.
  package init(_ plan: MeasurementPlan) {
    (eventCount, properties) = (plan.events.count, plan.userProperties)
    for event in plan.events {
      let kind: Item.Kind = event.kind == .screen ? .screen : .event
      append(
        Item(
          kind: kind, name: event.name, row: event.place, planned: event,
          isForApps: event.isForApps))
      for parameter in event.parameters { add(path: parameter) }
    }
    for property in plan.userProperties {
      append(Item(kind: .property, name: property.name, row: property.place))
    }
    for event in plan.retired {
      retired.insert(Key(kind: event.kind == .screen ? .screen : .event, name: event.name))
    }
  }

  /// Whether the plan names anything of a kind.
  package func has(_ kind: Item.Kind) -> Bool { kinds.contains(kind) }

  /// The planned user property of an item; nil for another kind.
  package func property(_ item: Int) -> PlannedParameter? {
    let place = item - eventCount
    return properties.indices.contains(place) ? properties[place] : nil
  }

  /// Whether the plan names any parameter.
  package var hasParameters: Bool { !paths.isEmpty }

  package func match(_ name: String, _ kind: Item.Kind) -> Match {
    if let place = exact[Key(kind: kind, name: name)] { return .same(place) }
    if retired.contains(Key(kind: kind, name: name)) { return .retired }
    let place = folded[Key(kind: kind, name: Self.folded(name))]
    return place.map { .similar($0) } ?? .none
  }

  /// Returns the planned item of which a name is a slip of one or two letters, not of its numbers.
  package mutating func slip(of name: String, _ kind: Item.Kind) -> Int? {
    let key = Key(kind: kind, name: name)
    if let known = slips[key] { return known }
    guard name.count >= 4, slips.count * plannedCount < Self.pairLimit else { return nil }
    let planned = items[..<plannedCount].lazy.filter { $0.kind == kind }.map(\.name)
    var item: Int?
    if let near = Suggestion.nearest(to: name, among: planned), abs(near.count - name.count) <= 2,
      near.filter({ !$0.isNumber }) != name.filter({ !$0.isNumber })
    {
      item = exact[Key(kind: kind, name: near)]
    }
    slips[key] = .some(item)
    return item
  }
  private var slips: [Key: Int?] = [:]

  /// Returns the item of a name that is not planned.
  package mutating func unplanned(_ name: String, _ kind: Item.Kind) -> Int {
    // A name beyond the plan may be like a planned one, which keeps its own item.
    if let place = extra[Key(kind: kind, name: name)] { return place }
    items.append(Item(kind: kind, name: name))
    extra[Key(kind: kind, name: name)] = items.count - 1
    return items.count - 1
  }
  private var extra: [Key: Int] = [:]

  private mutating func append(_ item: Item) {
    items.append(item)
    kinds.insert(item.kind)
    let place = items.count - 1
    let key = Key(kind: item.kind, name: item.name)
    if exact[key] == nil { exact[key] = place }
    let similar = Key(kind: item.kind, name: Self.folded(item.name))
    if folded[similar] == nil { folded[similar] = place }
  }

  private mutating func add(path parameter: PlannedParameter) {
    let path = Self.path(parameter.name)
    guard paths.insert(path).inserted else { return }
    foldedPaths[Self.folded(path)] = (parameter.name, parameter.place)
    for (index, character) in zip(path.indices, path) where character == "." {
      parents.insert(String(path[..<index]))
    }
  }

  /// Whether the plan has a path, something in it or something around it.
  package func plans(path: String) -> Bool {
    let path = Self.path(path)
    return parents.contains(path) || Self.around(path).contains { paths.contains($0) }
  }

  /// The planned path of which a path is another spelling.
  package func spelling(of path: String) -> (name: String, row: PlanPlace)? {
    foldedPaths[Self.folded(Self.path(path))]
  }

  /// A path, and those around it.
  package static func around(_ path: String) -> [String] {
    [path]
      + zip(path.indices, path).filter { $0.1 == "." }.map { String(path[..<$0.0]) }
  }

  /// A path without the marks and numbers of list elements.
  package static func path(_ name: String) -> String {
    guard name.contains(where: { $0 == "." || $0 == "[" }) else { return name }
    return name.replacing("[]", with: "").split(separator: ".")
      .filter { !$0.allSatisfy(\.isNumber) }.joined(separator: ".")
  }

  /// A path without regard to spelling: `screen_name` and `screenName` are the same.
  package static func folded(_ name: String) -> String {
    name.split(separator: ".").map { PlanJudge.spelling(String($0)) }.joined(separator: ".")
  }
}
