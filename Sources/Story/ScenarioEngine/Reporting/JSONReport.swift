import OrderedCollections
import TagRuntime

/// The report as one JSON document, `tagsim.run/1`: the files with their runs, the runs with their
/// points.
struct JSONReport: ReportForm {
  /// The name of the schema, with its version, which changes with the members.
  static let schema = "tagsim.run/1"

  private let version: String
  private var isFirst = true

  init(version: String) { self.version = version }

  func begin() -> [ReportLine] {
    let head: Value = ["schema": .string(Self.schema), "version": .string(version)]
    return [ReportLine(JSONWriter.write(head).dropLast() + ", \"files\": [")]
  }

  mutating func lines(of file: ReportedFile) -> [ReportLine] {
    let value: Value = [
      "file": .string(file.file), "problems": .list(file.problems.map(\.value)),
      "runs": .list(file.runs.map(Self.value)),
    ]
    let comma = isFirst ? "" : ", "
    isFirst = false
    return [ReportLine(comma + JSONWriter.write(value))]
  }

  func end(_ ending: ReportEnding) -> [ReportLine] {
    // A problem with the phone's file, which comes after the scenarios.
    let unsaved = ending.unsaved.map { phone -> [ReportLine] in
      let value: Value = [
        "file": .string(phone.file), "problems": .list([phone.problem.value]), "runs": .list([]),
      ]
      return [ReportLine((isFirst ? "" : ", ") + JSONWriter.write(value))]
    }
    let covered = ending.coverage.map { ", \"coverage\": " + JSONWriter.write($0.value) } ?? ""
    return (unsaved ?? []) + [
      ReportLine(
        "], \"totals\": " + JSONWriter.write(ending.totals?.value ?? .null) + covered + "}")
    ]
  }

  private static func value(of run: ReportedRun) -> Value {
    let failed = run.entries.contains(where: run.isFailure)
    return [
      "variant": .text(run.variant), "title": .text(run.title), "tags": .texts(run.tags),
      "seed": .string(String(run.seed)), "failed": .bool(failed),
      "containers": .list(
        run.containers.map { ["id": .string($0.id), "text": .string($0.text)] }),
      "remarks": .texts(run.remarks), "points": .list(points(of: run)),
    ]
  }

  private static func points(of run: ReportedRun) -> [Value] {
    var chapter: String?
    var points: [Value] = []
    for entry in run.entries {
      if case .chapter(let title) = entry.result.statement.command { chapter = title }
      guard entry.result.isPoint else { continue }
      guard case .map(var point) = entry.value(in: run) else { continue }
      point["chapter"] = .text(chapter)
      point["date"] = .string(entry.date)
      point["clock"] = .string(entry.clock)
      points.append(.map(point))
    }
    return points
  }
}

extension LoadProblem {
  /// The problem as a JSON value.
  var value: Value {
    [
      "file": .text(location?.file), "line": location.map { .count($0.line) } ?? .null,
      "column": location.map { .count($0.column) } ?? .null, "text": .string(sentence),
    ]
  }
}

extension FinishedRun.Entry {
  /// Returns a point as a JSON value.
  fileprivate func value(in run: ReportedRun) -> Value {
    guard case .map(var value) = result.value else { return .null }
    value["row"] = .count(run.row(of: self))
    value["see"] = .text(result.isFailure ? run.command(for: self) : nil)
    return .map(value)
  }
}

extension StatementResult {
  /// A statement and its result as a JSON value.
  var value: Value {
    let word =
      switch outcome {
      case .done: "done"
      case .passed: "held"
      case .failed: "failed"
      case .error: "error"
      }
    return [
      "file": .string(statement.location.file), "line": .count(statement.location.line),
      "column": .count(statement.location.column), "text": .string(statement.text),
      "label": .text(statement.label), "pass": .text(statement.pass),
      "optional": .bool(statement.isOptional),
      "outcome": .string(word), "why": .texts(reason),
      "remarks": .texts(remarks),
    ]
  }
}
