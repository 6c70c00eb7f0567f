import TagRuntime

/// What a team agreed to measure: events, screens and user properties with their parameters, as its
/// sheets and files say it. Several files make one plan.
package struct MeasurementPlan: Sendable, Hashable {
  /// The files, in the order in which they were read.
  package var files: [PlanFile]
  /// Events and screens, in the order in which they are named first; each name of a kind once.
  package var events: [PlannedEvent]
  package var userProperties: [PlannedParameter]
  /// What the files themselves mark as ignored, deleted or inactive. It is not planned, and to log
  /// it is no deviation.
  package var retired: [PlannedEvent]
  /// What could not be read, and what is kept but not checked, in the order of the files.
  package var problems: [PlanProblem]

  package init(
    files: [PlanFile] = [], events: [PlannedEvent] = [], userProperties: [PlannedParameter] = [],
    retired: [PlannedEvent] = [], problems: [PlanProblem] = []
  ) {
    (self.files, self.events, self.userProperties) = (files, events, userProperties)
    (self.retired, self.problems) = (retired, problems)
  }
}

extension MeasurementPlan {
  /// A place in words, such as "plan.csv, row 7, Type".
  package func words(of place: PlanPlace, isNamed: Bool) -> String {
    let row = place.row > 0 ? "row \(place.row)" : "line \(place.line)"
    let column = place.column.isEmpty ? "" : ", \(place.column)"
    let file = isNamed && files.indices.contains(place.file) ? files[place.file].name + ", " : ""
    return file + row + column
  }
}

/// A file of a plan, and how it was read.
package struct PlanFile: Sendable, Hashable {
  /// The name under which it is reported.
  package var name: String
  /// What it is, in words: `a sheet, parameters in the rows below their event`.
  package var form: String
  /// What a reader should know of how it was taken: which column has the names that are sent, that
  /// its encoding was guessed. Sentences.
  package var remarks: [String]
  /// Whether it has a part of a plan. Why it has none is among the problems.
  package var isPlan: Bool

  package init(name: String, form: String, remarks: [String] = [], isPlan: Bool = true) {
    (self.name, self.form, self.remarks, self.isPlan) = (name, form, remarks, isPlan)
  }
}

/// Where in a plan something stands.
package struct PlanPlace: Sendable, Hashable {
  /// The number of the file in the plan, from 0.
  package var file: Int
  /// The row of the sheet, as a spreadsheet counts it: from 1, the heads included. 0 in JSON.
  package var row: Int
  /// The line of the file, from 1.
  package var line: Int
  /// The head of the column, or the path in JSON. Empty for a whole row.
  package var column: String

  package init(file: Int = 0, row: Int = 0, line: Int = 0, column: String = "") {
    (self.file, self.row, self.line, self.column) = (file, row, line, column)
  }
}

/// Something that a reader of a plan should know.
package struct PlanProblem: Sendable, Hashable {
  /// What follows from it.
  package enum Level: Sendable, Hashable {
    /// It could not be read: a plan with an error does not pass.
    case error
    /// It was read, and something of it is doubtful.
    case warning
    /// It is kept and shown, and not checked.
    case unchecked
  }

  package var level: Level
  package var place: PlanPlace
  /// What is wrong, in one sentence, with what was found there.
  package var text: String

  package init(level: Level, place: PlanPlace, text: String) {
    (self.level, self.place, self.text) = (level, place, text)
  }
}

extension PlanProblem: QuotingError {
  package var sentence: String { text }
  package var description: String { text }
  package var withoutWords: PlanProblem {
    let row = place.row > 0 ? "row \(place.row) of the plan" : "the plan"
    return PlanProblem(level: level, place: place, text: row + " cannot be read")
  }
}

/// An event or a screen of a plan.
package struct PlannedEvent: Sendable, Hashable {
  /// What is planned.
  package enum Kind: Sendable, Hashable {
    case event
    case screen
  }

  package var kind: Kind
  /// The name that is sent.
  package var name: String
  /// Its parameters, in the order of the plan; each path once. Those of groups are among them.
  package var parameters: [PlannedParameter]
  /// Whether the plan forbids parameters that it does not list (`additionalProperties: false`).
  package var isClosed: Bool
  /// Whether the plan says of any parameter of this event whether it is required.
  package var saysRequired: Bool
  /// Whether it concerns an app at all: false where the plan names only a server, the web or
  /// another destination.
  package var isForApps: Bool
  /// What people wrote about it.
  package var description: String
  /// Where it stands first.
  package var place: PlanPlace

  package init(
    kind: Kind = .event, name: String, parameters: [PlannedParameter] = [],
    isClosed: Bool = false, saysRequired: Bool = false, isForApps: Bool = true,
    description: String = "", place: PlanPlace = PlanPlace()
  ) {
    (self.kind, self.name, self.parameters, self.isClosed) = (kind, name, parameters, isClosed)
    (self.saysRequired, self.isForApps, self.description) = (saysRequired, isForApps, description)
    self.place = place
  }
}

/// A parameter of an event, or a user property.
package struct PlannedParameter: Sendable, Hashable {
  /// What a plan calls a type.
  package enum ValueType: String, Sendable, Hashable {
    case text
    case wholeNumber = "whole number"
    case number
    case truth = "boolean"
    case list
    case map
  }

  /// Its name; the parts of a path in order, `items[]` for each element of a list.
  package var path: [String]
  /// The types that are allowed; empty for any.
  package var types: [ValueType]
  /// Whether each value is a list of these types.
  package var isList: Bool
  /// Whether it must be there; nil where the plan says nothing.
  package var isRequired: Bool?
  /// Whether null is allowed besides its types.
  package var allowsNull: Bool
  /// Whether a map may have no members but the planned ones.
  package var isClosed: Bool
  /// The values that are allowed, as text; empty for any.
  package var values: [String]
  /// An ECMAScript pattern that is found anywhere in an allowed text.
  package var pattern: String?
  package var bounds: PlannedBounds
  /// A value for people to look at.
  package var example: String
  package var description: String
  package var place: PlanPlace

  package init(
    path: [String], types: [ValueType] = [], isList: Bool = false, isRequired: Bool? = nil,
    allowsNull: Bool = false, isClosed: Bool = false, values: [String] = [], pattern: String? = nil,
    bounds: PlannedBounds = PlannedBounds(),
    example: String = "", description: String = "", place: PlanPlace = PlanPlace()
  ) {
    (self.path, self.types, self.isList, self.isRequired) = (path, types, isList, isRequired)
    (self.allowsNull, self.isClosed, self.values) = (allowsNull, isClosed, values)
    (self.pattern, self.bounds, self.example) = (pattern, bounds, example)
    (self.description, self.place) = (description, place)
  }

  /// The path as people write it: `items[].item_id`.
  package var name: String { path.joined(separator: ".") }
}

/// The smallest and largest that a plan allows.
package struct PlannedBounds: Sendable, Hashable {
  package var minimum: Double?
  package var maximum: Double?
  /// Whether the smallest and the largest are not allowed themselves.
  package var excludesMinimum = false
  package var excludesMaximum = false
  /// Characters of a text.
  package var shortest: Int?
  package var longest: Int?
  /// Elements of a list.
  package var fewest: Int?
  package var most: Int?

  package init(
    minimum: Double? = nil, maximum: Double? = nil, shortest: Int? = nil, longest: Int? = nil,
    fewest: Int? = nil, most: Int? = nil
  ) {
    (self.minimum, self.maximum, self.shortest) = (minimum, maximum, shortest)
    (self.longest, self.fewest, self.most) = (longest, fewest, most)
  }
}
