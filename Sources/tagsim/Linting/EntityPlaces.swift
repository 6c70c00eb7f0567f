import OrderedCollections
import TagRuntime

/// Finds the entities of a container in the text of its file.
struct EntityPlaces {
  private let lines: [Substring]
  private let export: OrderedDictionary<String, Value>?

  init(_ bytes: [UInt8], _ format: ContainerVersion.Format) {
    let isText = format != .binary && !bytes.starts(with: "bplist".utf8)
    let text = isText ? String(decoding: bytes, as: UTF8.self) : ""
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    export =
      format == .export
      ? (try? JSONReader.read(bytes))?.members?["containerVersion"]?.members : nil
  }

  func located(_ finding: LintFinding) -> LintedFile.Located {
    LintedFile.Located(
      finding: finding, line: line(of: finding.place), path: path(of: finding.place))
  }

  // MARK: Lines

  /// The first line that holds the name, after the line that begins the list of its kind.
  private func line(of place: LintPlace) -> Int {
    guard let name = place.name, !name.isEmpty else { return 1 }
    let literal = JSONWriter.write(.string(name))
    let start = Self.lists(of: place.kind).lazy.compactMap(lineOfKey).first ?? 0
    let found =
      lines[start...].firstIndex { Self.names(literal, $0) }
      ?? lines.firstIndex { $0.contains(literal) || $0.contains(">\(name)<") }
    return (found ?? 0) + 1
  }

  private func lineOfKey(_ key: String) -> Int? {
    lines.firstIndex { $0.contains("\"\(key)\"") && $0.contains("[") }
  }

  private static func names(_ literal: String, _ line: Substring) -> Bool {
    line.contains(literal) && (line.contains("\"name\"") || line.contains("\"instance_name\""))
  }

  private static func lists(of kind: LintPlace.Kind) -> [String] {
    switch kind {
    case .container, .part: []
    case .tag: ["tag", "tags"]
    case .rule, .trigger: ["trigger", "rules"]
    case .macro, .variable: ["variable", "macros"]
    }
  }

  // MARK: Paths

  private func path(of place: LintPlace) -> String? {
    guard let export, let name = place.name else { return nil }
    let lists: [String] =
      switch place.kind {
      case .container: []
      case .part: ["tag", "trigger", "variable", "builtInVariable", "customTemplate", "client"]
      default: Array(Self.lists(of: place.kind).prefix(1)) + ["builtInVariable"]
      }
    for list in lists {
      let elements = export[list]?.elements ?? []
      if let index = elements.firstIndex(where: { $0.members?["name"]?.text == name }) {
        return "containerVersion.\(list)[\(index)]"
      }
    }
    return nil
  }
}
