import Foundation
import TagRuntime
import Testing

@testable import tagsim

/// `tagsim info limits` tells every bound that the sources have, with its value.
struct LimitTableTests {
  /// Constants with a number that bound nothing: what a format or a calendar is made of, prices of
  /// memory, columns of a picture. A type stands for all of its constants.
  private static let notBounds: Set<String> = [
    // Formats and calendars.
    "DispatchRules.silence", "GuideName.columns",
    "ForecastPlan.day", "ForecastPlan.daysBefore", "ForecastPlan.hour", "ForecastPlan.minute",
    "Population.whole", "Forecast.usualPhones", "StoreRoom.stride", "StoreRoom.share",
    "PhoneRecord.pieceBytes",
    "ForecastCharts", "ForecastReport.rateWidth", "ForecastReport.sentenceColumns",
    "ForecastReport.toldTags",
    "BinaryPropertyListParser.trailerLength", "CivilDate", "ContainerReader.longestWord",
    "EvaluationMemo", "Evaluator.uriEscaping", "FirebaseRuntime.definition",
    "FirebaseValueWriter.depthOfParameters", "FoundFile.headerCount", "FoundFile.pageCount",
    "FoundFile.startCount", "NumberText", "StoredPhoneRow.id", "WallTime",
    "WireMessage.countedFields",
    "ZoneRules.yearMilliseconds",
    // What a tour of the keys tries.
    "KeyTour",
    // How a look for a pattern is counted, and on what lint tries one.
    "ICUExpression.block", "ICUExpression.leastSteps", "StepCost", "Linter.trialLength",
    "LongNumber.base",
    // What memory is counted for.
    "History.bytesPerWrite", "History.worldBytesPerStep", "MemoryBudget",
    "Simulation.bareWorld", "Simulation.hitBytes",
    "Simulation.keyBytes", "Stretch.heldBytes", "Value.listBytes", "Value.mapBytes",
    "Value.placeBytes",
    // Pictures and paces.
    "FiringsPane.glance", "AlterPopup", "BranchList", "BorderText.edge",
    "CastCommand.traceIdleLimit", "CastRecorder", "ReportWriter.columns",
    "ComparisonPage", "ComparisonStrip", "ComparisonSum", "DataPane.sinceColumns",
    "RowAlignment.drift",
    "DeviceAgenda.timedColumns", "DevicePopup.widest", "EventsPane", "FoldWords.limit",
    "EventsPane.Columns", "FiringsPane.Widths", "FiringsPane.namedColumns",
    "FiringsPane.timedColumns", "PhoneList",
    "QueuePane", "HitPage.width", "LogPane.madeLines", "LayoutState.mostFirings",
    "SelectedEvent", "EventRow.likeTime", "ExplainPane.roomyColumns", "Monitor.paletteMargin",
    "Monitor.paletteNameColumns",
    "StartPage.remarkRows", "StartState.othersShown", "TagsPane.reasonRows",
    "Tabs.Form.startLength",
    "Monitor.explainColumns",
    "Monitor.comparisonFar", "Monitor.lineColumns", "Monitor.moment", "Monitor.startFar",
    "Monitor.stateColumns", "Monitor.titleColumns", "Monitor.versionColumns",
    "KeySheet.keyColumns", "KeyTable.pageColumns", "Monitor.completionRows",
    "Monitor.helpColumns", "Monitor.paletteColumns", "Monitor.paletteKeyColumns",
    "Monitor.paletteRows", "Notes.period", "Notes.plainColumns", "NotesText.cutLimit",
    "WidthProbe.patience",
    "Monitor.wheelRows", "PhonePane", "PlainSession.wide", "StartPage.wideColumns",
    "StartPage.wideRows",
    "TagColumns.eye",
    "TimeStrip.nameLimit", "FrozenThread.pollPeriod", "HitColumn.ageColumns",
    "HitColumn.nameColumns", "HitColumn.roomyColumns",
    "Explain.pageColumns", "HelpText.pageColumns", "HelpTopic.nameColumns",
    "HumanReport.statementWidth",
    "HumanReport.timeWidth", "HTMLPage.wordLimit",
    "ImportReport.titleColumns", "FollowReport.nameColumns",
    "Inspect.pageWidth", "Trace.version",
    "ScenarioFormatter.commentColumns", "ScenarioFormatter.indentation",
    "ScreenContext.listColumns", "Layout", "PaneStack", "TagsPane.openedTags",
    "Monitor.farAway",
    "MonitorSession.frameMilliseconds", "Pace.charactersPerSecond", "Pace.shortest",
    "ScreenPicture", "VariantReport.columnWidth", "VariantReport.nameWidth", "Watcher.period",
    // How much is read, written or played at once, however much there is.
    "GrowingCapture.period", "LessonLog", "PhoneFeed", "PlayedPhones.blockSize",
    "Forecast.keepingPeriod", "PhoneStory.drawnBefore",
    "DiskFiles.chunk", "StreamReader.chunk",
  ]

  /// Targets whose numbers are those of measurements, of what is tried by chance, and of the build.
  /// What the reference counts with are the SDK's own, once more.
  private static let leftOut: Set<String> = [
    "TagBench", "TagFuzz", "TagLab", "TagReference", "WriteLiterals", "EmbedScenarios",
  ]

  private static func bounds() throws -> [String: Int] {
    let sources = CommandLineTool.root.appendingPathComponent("Sources")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path).filter {
      $0.hasSuffix(".swift") && !leftOut.contains(String($0.prefix { $0 != "/" }))
    }
    var bounds: [String: Int] = [:]
    for path in paths {
      let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
      bounds.merge(NumberScanner.constants(in: text)) { $1 }
    }
    return bounds.filter { name, _ in
      let type = name.prefix(through: name.lastIndex(of: ".") ?? name.startIndex).dropLast()
      return !notBounds.contains(name) && !notBounds.contains(String(type))
    }
  }

  @Test func everyBoundHasARowWithItsValue() throws {
    let rows = LimitTable.groups.flatMap(\.rows)
    let told = Dictionary(rows.map { ($0.name, $0.value) }) { first, _ in first }
    #expect(told.count == rows.count, "a bound has two rows")
    let bounds = try Self.bounds()
    #expect(bounds.count > 100)
    let missing = bounds.keys.filter { told[$0] == nil }.sorted()
    #expect(missing == [], "add a row to LimitTable, or say in notBounds that they bound nothing")
    #expect(told.keys.filter { bounds[$0] == nil }.sorted() == [], "these are no constants")
    for (name, value) in bounds where told[name] != nil && told[name] != value {
      Issue.record("\(name) is \(value) in the sources, and \(told[name] ?? 0) in its row")
    }
  }

  @Test func whatIsSaidToBoundNothingIsThere() throws {
    let sources = CommandLineTool.root.appendingPathComponent("Sources")
    let text = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      .filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: sources.appendingPathComponent($0), encoding: .utf8) }
    let names = Set(text.flatMap { NumberScanner.constants(in: $0).keys })
    for name in Self.notBounds {
      #expect(names.contains { $0 == name || $0.hasPrefix(name + ".") }, "\(name)")
    }
  }

  @Test func constantsAreFoundWithTheirTypesAndValues() {
    let text = """
      enum A {
        static let first = 1_000
        public struct B: Sendable {
          private static let second: Int64 = 1 << 10
          static let wait = Duration.seconds(5), no = "x"
        }
        package static let third = 2 * 3
        static let fourth = A.first
        static let fifth = "6"
        static let sixth = Limits.macroDepth
      }
      extension C.D {
        static let last: Duration = .minutes(30)
        // static let none = 1
      }
      """
    let found = NumberScanner.constants(in: text)
    #expect(
      found == [
        "A.first": 1000, "A.B.second": 1024, "A.B.wait": 5, "A.third": 6, "A.sixth": 32,
        "C.D.last": 30,
      ])
  }

  @Test func theTableIsPrinted() throws {
    let result = try CommandLineTool.run(["info", "limits"])
    #expect(result.code == 0)
    #expect(
      result.output.contains(
        "100,000 conditions and variables of an event in a container: what is left fails, with "
          + "a log line  [Limits.evaluationSteps]\n"))
    #expect(result.lines.allSatisfy { $0.first != " " || $0.hasSuffix("]") })
    let told = result.lines.count { $0.hasSuffix("]") }
    #expect(told == LimitTable.met.count)
    #expect((40...50).contains(told))
    let whole = try CommandLineTool.run(["info", "limits", "--all"])
    let rows = LimitTable.groups.flatMap(\.rows)
    #expect(whole.lines.count { $0.hasSuffix("]") } == rows.count)
    #expect(
      result.output.hasSuffix(
        "\(rows.count - told) more that only unusual input reaches: tagsim info limits --all\n"))
    #expect(LimitTable.met.isSubset(of: rows.map(\.name)))
    #expect(try CommandLineTool.run(["info", "paths", "--all"]).code == 4)
    let all = try CommandLineTool.run(["info"])
    #expect(all.code == 0)
    #expect(all.output.contains(result.output))
    #expect(all.output.contains("standard output: not a terminal\n"))
    #expect(all.output.contains("configuration:  /"))
    #expect(try CommandLineTool.run(["info", "limit"]).code == 4)
  }

  @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567")])
  func numbersAreGrouped(_ number: Int, _ text: String) {
    #expect(NumberText.grouped(number) == text)
  }
}

/// Finds constants of types that are numbers, in formatted source.
private enum NumberScanner {
  private static let kinds: Set<Substring> = [
    "struct", "class", "enum", "extension", "actor", "protocol",
  ]
  private static let modifiers: Set<Substring> = [
    "public", "package", "internal", "private", "fileprivate", "final", "indirect",
  ]

  static func constants(in text: String) -> [String: Int] {
    var types: [(indentation: Int, name: Substring)] = []
    var found: [String: Int] = [:]
    for line in text.split(separator: "\n") {
      let indentation = line.prefix { $0 == " " }.count
      var words = line.split(separator: " ")[...]
      while let word = words.first, modifiers.contains(word) || word.hasPrefix("@") {
        words.removeFirst()
      }
      if let kind = words.first, kinds.contains(kind), words.count > 1 {
        while let last = types.last, last.indentation >= indentation { types.removeLast() }
        let name = words[words.startIndex + 1].prefix { $0.isLetter || $0.isNumber || $0 == "." }
        types.append((indentation, name))
      } else if words.starts(with: ["static", "let"]) {
        while let last = types.last, last.indentation >= indentation { types.removeLast() }
        let declaration = words.dropFirst(2).joined(separator: " ")
        guard let equals = declaration.firstIndex(of: "="),
          let value = value(declaration[declaration.index(after: equals)...])
        else { continue }
        let name = declaration.prefix { $0.isLetter || $0.isNumber }
        found[(types.map(\.name) + [name]).joined(separator: ".")] = value
      }
    }
    return found
  }

  /// The value of an expression of numbers; that of a duration in the unit that it is written in.
  private static func value(_ text: Substring) -> Int? {
    let text = text.filter { $0 != " " && $0 != "_" }
    for unit in ["milliseconds", "seconds", "minutes", "hours", "days"] {
      guard let range = text.range(of: "\(unit)(") else { continue }
      guard text.prefix(upTo: range.lowerBound).allSatisfy({ "Duration.".contains($0) }) else {
        continue
      }
      return Int(text[range.upperBound...].prefix { $0.isNumber })
    }
    if text.hasPrefix("Limits.") { return limits[String(text.dropFirst("Limits.".count))] }
    if let shift = text.firstRange(of: "<<") {
      guard let number = Int(text[..<shift.lowerBound]), let bits = Int(text[shift.upperBound...])
      else { return nil }
      return number << bits
    }
    let factors = text.split(separator: "*").map { Int($0) }
    guard !factors.isEmpty, !factors.contains(nil) else { return nil }
    return factors.compactMap { $0 }.reduce(1, *)
  }

  private static let limits: [String: Int] = {
    let path = CommandLineTool.root.appendingPathComponent(
      "Sources/TagRuntime/Runtime/Limits.swift")
    guard let text = try? String(contentsOf: path, encoding: .utf8) else { return [:] }
    let lines = text.split(separator: "\n").filter { !$0.contains("Limits.") }
    return Dictionary(
      uniqueKeysWithValues: constants(in: lines.joined(separator: "\n")).map {
        (String($0.key.dropFirst("Limits.".count)), $0.value)
      })
  }()
}
