import OrderedCollections
import TagRuntime
import TestSupport
import Testing

/// What each getter makes of each kind of value, from the app to the app and through the container.
///
/// Source: LegacySDK §13. Nil is a failure: the zero of the kind and an error.
@Suite struct GetterTableTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let pushed: Value
    let string: String
    let int64: Int64?
    let double: Double?
    let boolean: Bool?

    init(_ pushed: Value, _ string: String, _ int64: Int64?, _ double: Double?, _ boolean: Bool?) {
      self.pushed = pushed
      self.string = string
      self.int64 = int64
      self.double = double
      self.boolean = boolean
    }

    var testDescription: String { "\(pushed)" }
  }

  private static let numbers: [Row] = [
    Row(0, "0", 0, 0, nil),
    Row(5, "5", 5, 5, nil),
    Row(1, "1", 1, 1, nil),
    Row(9_007_199_254_740_993, "9007199254740993", 9_007_199_254_740_993, 0x1p53, nil),
    Row(.int(.max), "9223372036854775807", .max, 0x1p63, nil),
    Row(.int(.min), "-9223372036854775808", .min, -0x1p63, nil),
    Row(2.5, "2.5", 2, 2.5, nil),
    Row(1.0, "1", 1, 1, nil),
    Row(0.1, "0.1", 0, 0.1, nil),
    Row(-3.7, "-3.7", -3, -3.7, nil),
    Row(1e20, "1e+20", .max, 1e20, nil),
  ]
  private static let texts: [Row] = [
    Row("3.7", "3.7", 3, 3.7, nil),
    Row("1", "1", 1, 1, nil),
    Row("1e3", "1e3", 1000, 1000, nil),
    Row("9007199254740993", "9007199254740993", 9_007_199_254_740_993, 0x1p53, nil),
    Row(" 7", " 7", 7, 7, nil),
    Row("\r\n\t7.5", "\r\n\t7.5", 7, 7.5, nil),
    Row("7 ", "7 ", nil, nil, nil),
    Row("0x10", "0x10", nil, nil, nil),
    Row("12 px", "12 px", nil, nil, nil),
    Row("1,5", "1,5", nil, nil, nil),
    Row(" ", " ", nil, nil, nil),
    Row("nan", "nan", nil, nil, nil),
    Row("yes", "yes", nil, nil, nil),
    Row("true", "true", nil, nil, true),
    Row("false", "false", nil, nil, false),
    Row("TRUE", "TRUE", nil, nil, nil),
    Row(" true", " true", nil, nil, nil),
  ]
  private static let others: [Row] = [
    Row(true, "true", nil, nil, true),
    Row(false, "false", nil, nil, false),
    Row([], "[]", nil, nil, nil),
    Row([1], "[1]", nil, nil, nil),
    Row(["a", 2.5, true], "[a, 2.5, true]", nil, nil, nil),
    Row([:], "{}", nil, nil, nil),
    Row(["k": "v", "l": [1, ["m": 0.1]]], "{k=v, l=[1, {m=0.1}]}", nil, nil, nil),
  ]

  private func readings(
    _ pushed: Value, quirks: Set<Quirk> = []
  ) -> OrderedDictionary<ValueKind, ValueReading> {
    var harness = RuntimeHarness(
      ContainerBuilder { $0.variable("k") }, settings: .with { $0.quirks = quirks })
    harness.push(["k": pushed])
    return OrderedDictionary(
      uniqueKeysWithValues: ValueKind.allCases.map { ($0, harness.read("k", $0)) })
  }

  private func expect(
    _ row: Row, _ readings: OrderedDictionary<ValueKind, ValueReading>,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let number = LogRecord(.notANumber, [row.string])
    let expected: [(ValueKind, Value?, LogRecord)] = [
      (.string, .string(row.string), number), (.int64, row.int64.map { .int($0) }, number),
      (.double, row.double.map { .double($0) }, number),
      (.boolean, row.boolean.map { .bool($0) }, LogRecord(.notABoolean, [row.string])),
    ]
    for (kind, value, error) in expected {
      let reading = readings[kind]
      #expect(reading?.value == value ?? kind.zero, "\(kind)", sourceLocation: location)
      #expect(
        reading?.origin == (value == nil ? .unconvertible : .container), "\(kind)",
        sourceLocation: location)
      #expect(reading?.logs == (value == nil ? [error] : []), sourceLocation: location)
    }
  }

  @Test(arguments: numbers + texts + others)
  func everyGetterConverts(_ row: Row) { expect(row, readings(row.pushed)) }

  /// The empty text is no number either, but nothing is said of it.
  @Test func theEmptyTextIsNoNumberAndNothingIsSaid() {
    let readings = readings("")
    #expect(readings.values.map(\.value) == ["", 0, 0.0, false])
    #expect(
      readings.values.map(\.logs) == [[], [], [], [LogRecord(.notABoolean, [""])]])
  }

  @Test(
    arguments: [
      (nil, "<null>"), ([1, nil, 2], "<null>"), (["a": ["b": nil]], "<null>"),
      (.absent, "kTAGDataLayerObjectNotPresent"),
    ] as [(Value, String)])
  func whatHoldsANullIsNothing(_ pushed: Value, _ what: String) {
    for (kind, reading) in readings(pushed) {
      #expect(reading.value == kind.zero)
      #expect(reading.origin == .noKey)
      #expect(reading.logs == [LogRecord(.unknownObjectType, [what])])
    }
  }

  // MARK: Quirks

  @Test(
    arguments: [
      Row(true, "1", 1, 1, nil), Row(false, "0", 0, 0, nil),
      Row([true, ["k": false]], "[1, {k=0}]", nil, nil, nil), Row("true", "true", nil, nil, true),
    ])
  func withTheQuirkABooleanIsAnInteger(_ row: Row) {
    expect(row, readings(row.pushed, quirks: [.booleanAsInteger]))
  }

  @Test func withTheQuirkAHandlersBooleanIsAnIntegerAndTheContainersIsNot() {
    let harness = RuntimeHarness(settings: .with { $0.quirks = [.booleanAsInteger] }) { container in
      container.functionMacro("f")
      container.constant("c", true)
    }
    harness.host.macros["f"] = { _ in .value(true) }
    #expect(harness.read("f").value == "1")
    #expect(harness.read("c", .boolean).value == true)
  }
}
