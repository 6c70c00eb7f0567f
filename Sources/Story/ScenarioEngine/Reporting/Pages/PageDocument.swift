package import TagRuntime

/// A report for programs, `tagsim.page/1`: the same parts as for people, with the values of its
/// tables, and the problems.
extension HandedReport {
  package func value(with chapters: [ReportChapter]) -> Value {
    [
      "schema": "tagsim.page/1", "title": .string(title),
      "parts": .list(parts.map(\.value)),
      "problems": .list(chapters.flatMap(\.problems).filter(\.isFailure).map(\.value)),
    ]
  }
}

extension ReportPart {
  fileprivate var value: Value {
    switch self {
    case .heading(let text, let level):
      ["part": "heading", "text": .string(text), "level": .count(level)]
    case .text(let text, _): ["part": "text", "text": .string(text)]
    case .facts(let facts):
      [
        "part": "facts",
        "facts": .list(facts.map { ["name": .string($0.name), "text": .string($0.text)] }),
      ]
    case .list(let items):
      [
        "part": "list",
        "items": .list(
          items.map { ["text": .string($0.text), "details": .texts($0.details + $0.lines)] }),
      ]
    case .table(let table):
      [
        "part": "table", "columns": .texts(table.figures.columns),
        "rows": .list(table.figures.rows.map { .list($0.cells.map(\.value)) }),
      ]
    case .fixed(let lines): ["part": "lines", "lines": .texts(lines)]
    case .page(let title, let lines):
      [
        "part": "lines", "title": .string(title),
        "lines": .texts(lines.map { $0.spans.map(\.text).joined() }),
      ]
    case .picture(let picture):
      ["part": "lines", "title": .string(picture.title), "lines": .texts(picture.text)]
    }
  }
}

extension ReportCheck {
  /// The problem with its place and its words.
  fileprivate var value: Value {
    [
      "code": .text(code?.id), "severity": .string(level), "file": .text(place?.file),
      "line": .count(place?.line), "column": .count(place?.column), "text": .string(title),
      "lines": .texts(lines), "see": .text(see),
    ]
  }
}
