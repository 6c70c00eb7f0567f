import TagRuntime

extension MeasurementPlan {
  private static let heads = [
    "Event Name", "Object Type", "Platform", "Status", "Event Description", "Parameter Name",
    "Data Type", "Required", "Nullable", "Allowed Values", "Regex", "Min", "Max", "Min Length",
    "Max Length", "Min Items", "Max Items", "Closed", "Example", "Description",
  ]

  /// The plan as comma-separated values (RFC 4180) that `read` reads as the same plan: a row for
  /// each event, and one for each of its parameters.
  ///
  /// - Complexity: O(n) in its size.
  package func csv() -> String {
    var rows = [Self.heads]
    let saysRequired =
      (events + retired).contains(where: \.saysRequired)
      || userProperties.contains { $0.isRequired != nil }
    for (event, isRetired) in events.map({ ($0, false) }) + retired.map({ ($0, true) }) {
      let start = [
        event.name, event.kind == .screen ? "Screen" : "Event",
        event.isForApps ? "" : "web, server",
        isRetired ? "ignored" : "",
      ]
      rows.append(
        start + [event.description] + Array(repeating: "", count: 12)
          + [event.isClosed ? "yes" : "", "", ""])
      for parameter in event.parameters {
        rows.append(start + ["", parameter.cell] + Self.cells(parameter, saysRequired))
      }
    }
    for property in userProperties {
      rows.append(
        [property.name, "User Property", "", "", "", ""] + Self.cells(property, saysRequired))
    }
    return rows.map { $0.map { Self.written($0) }.joined(separator: ",") + "\r\n" }.joined()
  }

  private static func cells(_ parameter: PlannedParameter, _ saysRequired: Bool) -> [String] {
    let bounds = parameter.bounds
    func text(_ number: Double?, _ sign: String) -> String {
      number.map { sign + NumberText.plain($0) } ?? ""
    }
    func text(_ number: Int?) -> String { number.map(String.init) ?? "" }
    let prefix = parameter.isList ? "array of " : ""
    let types = parameter.types.map { prefix + $0.rawValue }.joined(separator: " | ")
    let required = parameter.isRequired.map { $0 ? "yes" : "no" }
    return [
      types.isEmpty && parameter.isList ? "array" : types,
      required ?? (saysRequired ? SheetReader.unspecified : ""), parameter.allowsNull ? "yes" : "",
      CellList.written(parameter.values), parameter.pattern ?? "",
      text(bounds.minimum, bounds.excludesMinimum ? ">" : ""),
      text(bounds.maximum, bounds.excludesMaximum ? "<" : ""), text(bounds.shortest),
      text(bounds.longest), text(bounds.fewest), text(bounds.most), parameter.isClosed ? "yes" : "",
      parameter.example, parameter.description,
    ]
  }

  /// A cell with quotes where they are needed; what would be a formula gets an apostrophe.
  fileprivate static func written(_ cell: String, separator: UInt8 = UInt8(ascii: ",")) -> String {
    let text = PlanWords.isFormula(cell.utf8) ? "'" + cell : cell
    let isPlain = text.utf8.allSatisfy {
      ![0x22, 0x0A, 0x0D, 0x2C, 0x3B, 0x09, separator].contains($0)
    }
    return isPlain ? text : CellList.quoted(text)
  }

  /// A sheet with one more column. The bytes of all other cells stay as they are; text in another
  /// encoding than UTF-8 is written in UTF-8.
  ///
  /// - Parameters:
  ///   - raw: the bytes of its file.
  ///   - head: the head of the new column.
  ///   - cell: returns the new cell of a row, by its number.
  ///   - more: rows to add for what the sheet does not name: an event or a parameter each.
  /// - Returns: nil for a file that is not a sheet.
  /// - Complexity: O(n) in the bytes.
  package static func sheet(
    _ raw: [UInt8], adding head: String, _ cell: (_ row: Int) -> String,
    more: [(event: String, parameter: String, cell: String)] = []
  ) -> [UInt8]? {
    let bytes = PlanText(raw).bytes
    guard let found = PlanReader.heads(of: bytes) else { return nil }
    var scanner = SheetScanner(bytes, separator: found.separator)
    var output = raw.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(raw.prefix(3)) : []
    var end = 0
    var number = 0
    while let row = scanner.next() {
      output += bytes[end..<row.bytes.upperBound]
      end = row.bytes.upperBound
      let isHead = number == found.head.row
      number += 1
      guard number > found.head.row, isHead || !row.isBlank else { continue }
      let missing = max(0, found.head.columns.count - row.cells.count)
      output += Array(repeating: found.separator, count: missing + 1)
      output += written(isHead ? head : cell(row.number), separator: found.separator).utf8
    }
    output += bytes[end...]
    for row in more {
      if let last = output.last, last != 0x0A { output += [0x0D, 0x0A] }
      var cells = Array(repeating: "", count: found.head.columns.count) + [row.cell]
      let name = row.event.isEmpty ? row.parameter : row.event
      let column = row.event.isEmpty ? found.head.index(.parameter) : nil
      cells[column ?? found.head.index(.event) ?? found.head.index(.screen) ?? 0] = name
      let texts = cells.map { written($0, separator: found.separator) }
      output += texts.joined(separator: String(Unicode.Scalar(found.separator))).utf8
      output += [0x0D, 0x0A]
    }
    return output
  }
}

extension PlannedParameter {
  /// Its name as a cell that is read as this name alone.
  fileprivate var cell: String {
    let read = CellParameter.read(name)
    let isPlain = read.count == 1 && !read[0].isGroup && read[0].parameter.name == name
    return isPlain ? name : CellList.quoted(name)
  }
}
