import OrderedCollections
import TagRuntime

/// Reads the rows of a sheet below its heads.
struct SheetReader {
  private let head: SheetHead
  private let file: Int
  private var gatherer: PlanGatherer
  /// What the parameters of the next row belong to; nil before the first event, and for what is not
  /// read.
  private var target: PlanGatherer.Owner?
  private var lastName: String?
  /// The words of cells that were read before.
  private var types: [String: PlanWords.TypeWord] = [:]
  private var keys: [String: String] = [:]
  private var truths: [String: Bool?] = [:]
  private var lists: [String: [String]] = [:]
  private var shapes: Set<Shape> = []

  private enum Shape: String, CaseIterable {
    case lists = "one row for each event, with its parameters in lists"
    case children = "parameters in the rows below their event"
    case repeated = "one row for each parameter"
    case numbered = "parameters in numbered columns"
    case events = "one row for each event"
  }

  /// The word for a parameter of which nobody says whether it is required.
  static let unspecified = "unspecified"

  /// Reads all rows.
  ///
  /// - Complexity: O(n) in their cells.
  static func read(
    _ rows: ArraySlice<SheetRow>, _ head: SheetHead, file: Int,
    into gatherer: inout PlanGatherer
  ) {
    var reader = SheetReader(head: head, file: file, gatherer: gatherer)
    gatherer = PlanGatherer()
    if head.columns.contains(where: { $0.slot > 0 }) { reader.shapes.insert(.numbered) }
    for row in rows where !row.isBlank { reader.read(row) }
    let shape = Shape.allCases.first(where: reader.shapes.contains) ?? .events
    gatherer = reader.gatherer
    gatherer.files[file].form =
      (rows.first?.number == 0 ? "a list in JSON, " : "a sheet, ") + shape.rawValue
  }

  private init(head: SheetHead, file: Int, gatherer: PlanGatherer) {
    self.head = head
    self.file = file
    self.gatherer = gatherer
  }

  private func cell(_ meaning: SheetMeaning, _ row: SheetRow) -> String { row[head.index(meaning)] }

  private mutating func key(_ cell: String) -> String {
    if let key = keys[cell] { return key }
    let key = PlanWords.key(cell)
    if keys.count < SheetScanner.cellLimit { keys[cell] = key }
    return key
  }

  private mutating func truth(_ cell: String) -> Bool? {
    if let truth = truths[cell] { return truth }
    let truth = PlanWords.truth(cell)
    if truths.count < SheetScanner.cellLimit { truths[cell] = .some(truth) }
    return truth
  }

  private mutating func values(_ cell: String) -> [String] {
    if let values = lists[cell] { return values }
    let values = CellList.values(cell)
    if lists.count < SheetScanner.cellLimit { lists[cell] = values }
    return values
  }

  // MARK: Rows

  private mutating func read(_ row: SheetRow) {
    noteFlaws(row)
    let (eventKind, scope) = kinds(row)
    let isRetired = isRetired(row)
    let name = name(row, eventKind)
    if let name {
      open(name.text, name.kind, eventKind, row, isRetired)
    } else if isRetired {
      // A parameter that the sheet ignores.
      return
    }
    let groups = head.known.filter { $0.meaning == .group }
      .flatMap { CellList.values(row[$0.index]) }
    if case .event(let key)? = target {
      for group in groups { gatherer.add(group: group, to: key) }
    }
    let count = readParameters(row, scope, groups, isOptional: name != nil && !isForApps(row))
    if count > 0 {
      if name == nil { shapes.insert(.children) }
      if name?.text == lastName { shapes.insert(.repeated) }
    } else if name == nil, groups.isEmpty {
      gatherer.notes.add(
        .unchecked, row.place(file),
        "the row has neither an event nor a parameter; it is not checked", key: "empty \(file)")
    }
    lastName = name?.text ?? lastName
  }

  private mutating func noteFlaws(_ row: SheetRow) {
    if let flaw = row.flaw { gatherer.notes.add(.warning, row.place(file), "the row " + flaw) }
    let width = head.columns.count
    guard row.cells.dropFirst(width).contains(where: { !$0.isEmpty }) else { return }
    gatherer.notes.add(
      .error, row.place(file),
      "the row has \(row.cells.count) cells and the heads have \(width), so the last cells are not "
        + "read")
  }

  private mutating func kinds(_ row: SheetRow) -> (event: PlanWords.Kind?, scope: PlanWords.Kind?) {
    var kinds: (event: PlanWords.Kind?, scope: PlanWords.Kind?)
    for column in head.known where column.meaning == .kind {
      let cell = row[column.index]
      guard !cell.isEmpty, let kind = PlanWords.kinds[key(cell)] else { continue }
      // A head of types speaks of the row's parameter.
      if SheetMeaning.heads[key(column.head)] == .type {
        kinds.scope = kind
      } else {
        kinds.event = kind
      }
    }
    return kinds
  }

  /// The event, screen or other thing that a row names; nil for a row below one.
  private func name(
    _ row: SheetRow, _ kind: PlanWords.Kind?
  ) -> (text: String, kind: PlannedEvent.Kind)? {
    let isScreen = kind == .screen || kind == .page
    let event = cell(.event, row)
    if !event.isEmpty { return (event, isScreen ? .screen : .event) }
    let screen = cell(.screen, row)
    if !screen.isEmpty, !head.has(.event) || cell(.parameter, row).isEmpty {
      return (screen, .screen)
    }
    let both = cell(.name, row)
    return both.isEmpty || !cell(.type, row).isEmpty ? nil : (both, isScreen ? .screen : .event)
  }

  private mutating func open(
    _ name: String, _ kind: PlannedEvent.Kind, _ word: PlanWords.Kind?, _ row: SheetRow,
    _ isRetired: Bool
  ) {
    switch word {
    case .group?:
      target = .group(name, isImplied: false)
      gatherer.open(group: name)
    case .identify?: target = .user
    case .user?:
      target = .user
      guard cell(.parameter, row).isEmpty else { return }
      var property = PlannedParameter(path: [name], place: row.place(file))
      describe(&property, row, slot: 0)
      gatherer.add(property, to: .user)
    case .foreign?:
      target = nil
      gatherer.notes.add(
        .unchecked, row.place(file),
        "\(name.quoted) is about groups or aliases, which Firebase lacks; it is not checked",
        key: "foreign \(file)")
    case .event?, .screen?, .page?, .item?, .system?, nil:
      // A row that says more of a parameter than its name is about the parameter.
      let hasRows = head.has(.parameter) && (head.has(.type) || head.has(.required))
      let isParameter = hasRows && !cell(.parameter, row).isEmpty
      let column = head.index(.event) ?? head.index(.screen) ?? head.index(.name) ?? 0
      let descriptions = [
        cell(.eventDescription, row), isParameter ? "" : cell(.description, row),
        cell(.trigger, row),
      ]
      let event = PlannedEvent(
        kind: kind, name: name,
        isClosed: !isParameter && PlanWords.truth(cell(.closed, row)) == true,
        isForApps: word != .page && isForApps(row),
        description: descriptions.first { !$0.isEmpty } ?? "",
        place: row.place(file, head.columns[column].head))
      let repeats = lastName != name && !hasRows
      target = .event(gatherer.open(event, isRetired: isRetired, repeats: repeats))
    }
  }

  private mutating func isRetired(_ row: SheetRow) -> Bool {
    for column in head.known {
      let cell = row[column.index]
      if cell.isEmpty { continue }
      if column.meaning == .state, PlanWords.retired.contains(key(cell)) { return true }
      if column.meaning == .active, PlanWords.truth(cell) == false { return true }
    }
    return false
  }

  private func isForApps(_ row: SheetRow) -> Bool {
    var ticks: (app: Bool, other: Bool) = (false, false)
    for column in head.known {
      let cell = row[column.index]
      if column.meaning == .platform, PlanWords.isForApps(cell) == false { return false }
      if column.meaning == .appTick, PlanWords.truth(cell) == true { ticks.app = true }
      if column.meaning == .otherTick, PlanWords.truth(cell) == true { ticks.other = true }
    }
    return ticks.app || !ticks.other || !head.has(.appTick)
  }

  // MARK: Parameters

  private mutating func readParameters(
    _ row: SheetRow, _ scope: PlanWords.Kind?, _ groups: [String], isOptional: Bool
  ) -> Int {
    var count = 0
    for column in head.known {
      let cell = row[column.index]
      guard let meaning = column.meaning, !cell.isEmpty else { continue }
      let isLists = [.requiredNames, .optionalNames, .itemNames].contains(meaning)
      let isName = meaning == .name && !self.cell(.type, row).isEmpty
      guard isLists || isName || meaning == .parameter || meaning == .userNames else { continue }
      let read = CellParameter.read(cell)
      if read.count > 1 || isLists { shapes.insert(.lists) }
      count += read.count
      for found in read {
        if found.isGroup, case .event(let key)? = target {
          gatherer.add(group: found.parameter.name, to: key)
          continue
        }
        var parameter = found.parameter
        parameter.place = row.place(file, column.head)
        if meaning == .requiredNames { parameter.isRequired = true }
        if meaning == .optionalNames { parameter.isRequired = false }
        if !isLists { describe(&parameter, row, slot: column.slot, read.count == 1) }
        // Of an event of other rows, too, this row concerns no app.
        if isOptional, parameter.isRequired == true, case .event(let key)? = target,
          gatherer.drafts[key]?.event.isForApps == true
        {
          parameter.isRequired = false
        }
        let isItem = meaning == .itemNames || scope == .item
        if isItem, parameter.path.count == 1 { parameter.path.insert("items[]", at: 0) }
        if scope == .system { parameter.isRequired = false }
        add(parameter, isOfUser: meaning == .userNames || scope == .user, groups)
      }
    }
    return count
  }

  private mutating func add(_ parameter: PlannedParameter, isOfUser: Bool, _ groups: [String]) {
    for group in groups { gatherer.add(parameter, to: .group(group, isImplied: true)) }
    if isOfUser {
      gatherer.add(parameter, to: .user, isUnited: true)
    } else if let target {
      gatherer.add(parameter, to: target, isUnited: shapes.contains(.lists))
    } else if !head.has(.event), groups.isEmpty {
      gatherer.add(parameter, to: .list)
    } else if lastName == nil, groups.isEmpty {
      gatherer.notes.add(
        .warning, parameter.place, "parameter \(parameter.name.quoted) is above the first event")
    }
  }

  /// Reads what the other cells of a row say of a parameter; of several only whether they are
  /// required.
  private mutating func describe(
    _ parameter: inout PlannedParameter, _ row: SheetRow, slot: Int, _ isAlone: Bool = true
  ) {
    for column in head.known where column.slot == slot {
      guard let meaning = column.meaning, isAlone || meaning == .required else { continue }
      let cell = row[column.index]
      if !cell.isEmpty {
        describe(&parameter, meaning, cell, row.place(file, column.head))
      } else if meaning == .required, parameter.isRequired == nil {
        parameter.isRequired = false
      }
    }
    // A choice from a list, not a list.
    let isChoice = parameter.isList && parameter.types.isEmpty && !parameter.values.isEmpty
    if isChoice, key(cell(.type, row)) == "list" { parameter.isList = false }
  }

  private mutating func describe(
    _ parameter: inout PlannedParameter, _ meaning: SheetMeaning, _ cell: String,
    _ place: PlanPlace
  ) {
    switch meaning {
    case .type: setType(&parameter, cell, place)
    case .required:
      if let truth = truth(cell) {
        parameter.isRequired = truth
      } else if key(cell) != Self.unspecified {
        note("is neither yes nor no", cell, place)
      }
    case .array:
      guard PlanWords.truth(cell) == true else { return }
      parameter.isList = true
    case .nullable: parameter.allowsNull = parameter.allowsNull || PlanWords.truth(cell) == true
    case .closed: parameter.isClosed = PlanWords.truth(cell) == true
    case .values: setValues(&parameter, cell, place)
    case .constant: parameter.values = [CellList.unquoted(cell)]
    case .pattern: parameter.pattern = cell
    case .minimum:
      parameter.bounds.excludesMinimum = cell.hasPrefix(">") && !cell.hasPrefix(">=")
      parameter.bounds.minimum = number(cell, place)
    case .maximum:
      parameter.bounds.excludesMaximum = cell.hasPrefix("<") && !cell.hasPrefix("<=")
      parameter.bounds.maximum = number(cell, place)
    case .shortest: parameter.bounds.shortest = number(cell, place).flatMap { Int(exactly: $0) }
    case .longest: parameter.bounds.longest = number(cell, place).flatMap { Int(exactly: $0) }
    case .fewest: parameter.bounds.fewest = number(cell, place).flatMap { Int(exactly: $0) }
    case .most: parameter.bounds.most = number(cell, place).flatMap { Int(exactly: $0) }
    case .isInteger:
      guard PlanWords.truth(cell) == true, [[], [.number]].contains(parameter.types) else { return }
      parameter.types = [.wholeNumber]
    case .example: if parameter.example.isEmpty { parameter.example = cell }
    case .description: if parameter.description.isEmpty { parameter.description = cell }
    case .event, .screen, .name, .parameter, .requiredNames, .optionalNames, .itemNames, .userNames,
      .kind, .eventDescription, .trigger, .platform, .appTick, .otherTick, .state, .active, .action,
      .group, .time:
      break
    }
  }

  private mutating func setType(
    _ parameter: inout PlannedParameter, _ cell: String, _ place: PlanPlace
  ) {
    let word = types[cell] ?? PlanWords.type(cell)
    if types.count < SheetScanner.cellLimit { types[cell] = word }
    let (wasList, allowedNull) = (parameter.isList, parameter.allowsNull)
    parameter.set(word)
    parameter.isList = parameter.isList || wasList
    parameter.allowsNull = parameter.allowsNull || allowedNull
    // In Segment's sheets a type with null is that of an optional property.
    if word.allowsNull, parameter.isRequired == nil { parameter.isRequired = false }
    if word.isUnknown { note("is not a known type, so the type is not checked", cell, place) }
  }

  /// Reads values, or the pattern that some sheets have in their place.
  private mutating func setValues(
    _ parameter: inout PlannedParameter, _ cell: String, _ place: PlanPlace
  ) {
    let hasSigns = !head.has(.pattern) && cell.utf8.contains { "^*\\".utf8.contains($0) }
    if hasSigns, cell.hasPrefix("^") || cell.contains(".*") || cell.contains("\\d") {
      parameter.pattern = cell
      return
    }
    let values = values(cell)
    let isNumber = [[.number], [.wholeNumber]].contains(parameter.types)
    let isProse = values.contains { value in
      value.hasPrefix("<") && value.hasSuffix(">") || value.hasSuffix("...")
        || value.hasPrefix("etc")
        || isNumber && ValueConversion.number(value) == nil
    }
    if isProse {
      parameter.example = cell
      note("is not a list of values, so it is read as an example", cell, place)
    } else {
      parameter.values = values
    }
  }

  private mutating func number(_ cell: String, _ place: PlanPlace) -> Double? {
    let digits = PlanWords.trimmed(cell.drop { "<>=≥≤".contains($0) })
    if let number = ValueConversion.number(digits) { return number.double }
    note("is not a number", cell, place)
    return nil
  }

  private mutating func note(_ text: String, _ cell: String, _ place: PlanPlace) {
    let shown = String(cell.prefix(40)).quoted
    gatherer.notes.add(
      .warning, place, "\(shown) \(text)", key: "\(file) \(place.column) \(shown) \(text)")
  }
}
