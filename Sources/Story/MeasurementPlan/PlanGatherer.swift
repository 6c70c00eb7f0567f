import OrderedCollections
import TagRuntime

/// Puts together what the files of a plan say of the same things.
struct PlanGatherer {
  /// Names an event or a screen.
  struct Key: Hashable {
    var kind: PlannedEvent.Kind
    var name: String
  }

  typealias Parameters = OrderedDictionary<String, PlannedParameter>

  /// What a parameter belongs to.
  enum Owner {
    case event(Key)
    /// A group; one that is only mentioned beside a parameter is implied.
    case group(String, isImplied: Bool)
    case allEvents
    case user
    /// Any event that names it.
    case list
  }

  struct Draft {
    var event: PlannedEvent
    var parameters: Parameters = [:]
    var groups: OrderedSet<String> = []
    var isRetired: Bool
    /// The file that was read last.
    var file: Int
  }

  var files: [PlanFile] = []
  var notes = PlanNotes()
  /// The files that have an event, a user property or a parameter.
  private(set) var known: Set<Int> = []
  private(set) var drafts: OrderedDictionary<Key, Draft> = [:]
  /// By the key of their names.
  private var groups: OrderedDictionary<String, Parameters> = [:]
  /// What a file without events says of parameters.
  private var definitions: Parameters = [:]
  private var userProperties: Parameters = [:]
  private var common: Parameters = [:]

  /// Adds an event or what another row says of it.
  mutating func open(
    _ event: PlannedEvent, isRetired: Bool = false, repeats: Bool = false
  ) -> Key {
    let key = Key(kind: event.kind, name: event.name)
    known.insert(event.place.file)
    // A live row wins over one that is marked as ignored.
    guard let draft = drafts[key], isRetired || !draft.isRetired else {
      drafts[key] = Draft(event: event, isRetired: isRetired, file: event.place.file)
      return key
    }
    if isRetired { return key }
    if repeats, draft.file == event.place.file {
      notes.add(
        .warning, event.place,
        "\(event.name.quoted) is in \(text(draft.event.place)) already; both are one event",
        key: "again \(event.place.file) \(event.kind) \(event.name)")
    }
    drafts[key]?.event.isForApps = draft.event.isForApps || event.isForApps
    drafts[key]?.event.isClosed = draft.event.isClosed || event.isClosed
    if draft.event.description.isEmpty { drafts[key]?.event.description = event.description }
    drafts[key]?.file = event.place.file
    return key
  }

  mutating func add(group: String, to key: Key) { drafts[key]?.groups.append(group) }

  mutating func open(group: String) { groups[PlanWords.key(group), default: [:]].merge([:]) { $1 } }

  /// Adds a parameter; with `isUnited` what several rows allow is all allowed.
  mutating func add(_ new: PlannedParameter, to owner: Owner, isUnited: Bool = false) {
    known.insert(new.place.file)
    switch owner {
    case .event(let key):
      guard var parameters = drafts[key]?.parameters else { return }
      // The draft lets go of them while they change, so that they are not copied.
      drafts[key]?.parameters = [:]
      merge(new, into: &parameters, of: "event \(key.name.quoted)", isUnited)
      drafts[key]?.parameters = parameters
    case .group(let name, let isImplied):
      let key = PlanWords.key(name)
      var parameters = groups.updateValue([:], forKey: key) ?? [:]
      merge(new, into: &parameters, of: "group \(name.quoted)", isUnited, isImplied)
      groups[key] = parameters
    case .allEvents: merge(new, at: \.common, of: "all events", isUnited)
    case .user: merge(new, at: \.userProperties, of: "the user properties", isUnited)
    case .list: merge(new, at: \.definitions, of: "the list of parameters", isUnited)
    }
  }

  /// A place in words: `row 5`, or with the file where the plan has several.
  func text(_ place: PlanPlace) -> String {
    let row = place.row > 0 ? "row \(place.row)" : place.column
    return files.count > 1 ? "\(files[place.file].name), \(row)" : row
  }

  // MARK: Uniting

  private mutating func merge(
    _ new: PlannedParameter, at path: WritableKeyPath<Self, Parameters>, of owner: String,
    _ isUnited: Bool
  ) {
    var parameters = self[keyPath: path]
    self[keyPath: path] = [:]
    merge(new, into: &parameters, of: owner, isUnited)
    self[keyPath: path] = parameters
  }

  private mutating func merge(
    _ new: PlannedParameter, into parameters: inout Parameters, of owner: String,
    _ isUnited: Bool, _ isSilent: Bool = false
  ) {
    let key = new.pathKey
    guard var old = parameters[key] else {
      parameters[key] = new
      return
    }
    let isSameFile = old.place.file == new.place.file
    if isUnited, isSameFile {
      let others = new.values.filter { !old.values.contains($0) }
      old.values = old.values.isEmpty || new.values.isEmpty ? [] : old.values + others
      old.types += new.types.filter { !old.types.contains($0) }
      if old.isRequired != new.isRequired { old.isRequired = false }
      parameters[key] = old
      return
    }
    let differing = old.differences(from: new)
    let name = "parameter \(new.name.quoted) of \(owner)"
    if !isSilent, !differing.isEmpty {
      notes.add(
        .warning, new.place,
        "\(name): \(differing.joined(separator: "; ")); \(text(old.place)) counts")
    } else if !isSilent, isSameFile {
      notes.add(.warning, new.place, "\(name) repeats \(text(old.place))")
    }
    old.fill(from: new)
    parameters[key] = old
  }

  // MARK: The plan

  /// Returns the plan.
  mutating func finish() -> MeasurementPlan {
    var plan = MeasurementPlan()
    for var draft in drafts.values {
      for name in draft.groups {
        guard let group = groups[PlanWords.key(name)] else {
          notes.add(
            .warning, draft.event.place,
            "the group \(name.quoted) is named and not defined, so its parameters are not known",
            key: "group \(draft.event.place.file) \(name)")
          continue
        }
        draft.parameters.merge(group) { $0.filled(from: $1) }
      }
      draft.parameters.merge(common) { $0.filled(from: $1) }
      draft.event.parameters = draft.parameters.values.map(defined)
      draft.event.saysRequired = draft.event.parameters.contains { $0.isRequired != nil }
      if draft.isRetired {
        plan.retired.append(draft.event)
      } else {
        plan.events.append(draft.event)
      }
    }
    plan.userProperties = userProperties.values.map(defined)
    notePatterns(plan)
    if plan.events.isEmpty, let first = definitions.values.first {
      let text = "this is a list of parameters without events, so there is no plan"
      PlanReader.refuse(text, "a list of parameters", first.place.file, &self)
    }
    plan.files = files
    plan.problems = notes.problems
    return plan
  }

  private func defined(_ parameter: PlannedParameter) -> PlannedParameter {
    if definitions.isEmpty { return parameter }
    return definitions[parameter.pathKey].map { parameter.filled(from: $0) } ?? parameter
  }

  /// Notes the patterns that no phone could compile.
  private mutating func notePatterns(_ plan: MeasurementPlan) {
    var known: Set<String> = []
    for parameter in plan.events.flatMap(\.parameters) + plan.userProperties {
      guard let text = parameter.pattern, known.insert(text).inserted else { continue }
      do throws(PatternError) {
        _ = try Pattern(text, ignoreCase: false, language: .javaScript)
      } catch {
        notes.add(
          .error, parameter.place, "parameter \(parameter.name.quoted): \(error.description)")
      }
    }
  }
}

extension PlannedParameter {
  fileprivate func filled(from other: PlannedParameter) -> PlannedParameter {
    var copy = self
    copy.fill(from: other)
    return copy
  }

  /// Adds what another row says and this one does not.
  fileprivate mutating func fill(from other: PlannedParameter) {
    if types.isEmpty, !isList { (types, isList) = (other.types, other.isList) }
    if isRequired == nil { isRequired = other.isRequired }
    if values.isEmpty { values = other.values }
    if pattern == nil { pattern = other.pattern }
    if bounds == PlannedBounds() { bounds = other.bounds }
    if example.isEmpty { example = other.example }
    if description.isEmpty { description = other.description }
    allowsNull = allowsNull || other.allowsNull
    isClosed = isClosed || other.isClosed
  }

  /// What two rows say differently, in words.
  fileprivate func differences(from other: PlannedParameter) -> [String] {
    var found: [String] = []
    let saysType = !types.isEmpty || isList
    if saysType, !other.types.isEmpty || other.isList, typeName != other.typeName {
      found.append("it is \(other.typeName) here and \(typeName) there")
    }
    if let isRequired, let now = other.isRequired, isRequired != now {
      found.append(now ? "only here it is required" : "only there it is required")
    }
    if !values.isEmpty, !other.values.isEmpty, Set(values) != Set(other.values) {
      found.append("here other values are allowed than there")
    }
    if let pattern, let now = other.pattern, pattern != now { found.append("the patterns differ") }
    if bounds != PlannedBounds(), other.bounds != PlannedBounds(), bounds != other.bounds {
      found.append("the bounds differ")
    }
    return found
  }

  /// Its types in words: `list of text`; `anything` where the plan does not say.
  package var typeName: String {
    let names = types.isEmpty ? "anything" : types.map(\.rawValue).joined(separator: " or ")
    return isList ? "list of " + names : names
  }
}
