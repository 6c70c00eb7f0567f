import OrderedCollections
import TagRuntime

extension MeasurementPlan {
  /// Reads the files of a plan and unites them.
  ///
  /// - Complexity: O(n) in their bytes.
  package static func read(_ files: [(name: String, bytes: [UInt8])]) -> MeasurementPlan {
    var gatherer = PlanGatherer()
    gatherer.files = files.map { PlanFile(name: $0.name, form: "") }
    for (index, file) in files.enumerated() {
      PlanReader.read(file.bytes, file: index, into: &gatherer)
    }
    return gatherer.finish()
  }
}

/// Reads one file of a plan, whatever its kind.
enum PlanReader {
  /// The depth to which JSON in a plan may nest.
  static let depthLimit = 128
  /// The separators of cells, the likeliest first.
  private static let separators = Array(",;\t".utf8)
  /// The most heads that are named.
  private static let shownHeads = 40
  /// The bytes by which files of other tools are known.
  private static let probeLength = 4_000

  static func read(_ raw: [UInt8], file: Int, into gatherer: inout PlanGatherer) {
    guard raw.count <= PlanText.byteLimit else {
      let text = "the file has \(raw.count) bytes, and at most \(PlanText.byteLimit) are read"
      refuse(text, "a large file", file, &gatherer)
      return
    }
    if raw.starts(with: [0x50, 0x4B, 3, 4]) {
      let text = "this is a workbook or another zip archive; save each of its sheets as CSV"
      refuse(text, "a zip archive", file, &gatherer)
      return
    }
    let text = PlanText(raw)
    if text.isGuessed {
      gatherer.files[file].remarks.append(
        "The text is neither UTF-8 nor UTF-16, so Windows-1252 was guessed.")
    }
    let start = text.bytes.first { $0 > 0x20 }
    if start == UInt8(ascii: "{") || start == UInt8(ascii: "[") {
      do throws(JSONError) {
        let value = try JSONReader.read(text.bytes, depthLimit: depthLimit)
        JSONPlanReader.read(value, text.bytes, file: file, into: &gatherer)
      } catch {
        refuse(
          "this cannot be read as JSON: \(error)", "JSON", file, &gatherer, error.position.line)
      }
    } else if let kind = foreign(text.bytes) {
      refuse(kind.sentence, kind.form, file, &gatherer)
    } else {
      readSheet(text.bytes, file: file, into: &gatherer)
    }
  }

  static func refuse(
    _ sentence: String, _ form: String, _ file: Int, _ gatherer: inout PlanGatherer, _ line: Int = 0
  ) {
    gatherer.files[file].form = form
    gatherer.files[file].isPlan = false
    gatherer.notes.add(.error, PlanPlace(file: file, line: line), sentence)
  }

  /// Kinds that are known by their first lines and not read.
  private static func foreign(_ bytes: [UInt8]) -> (form: String, sentence: String)? {
    let lines = String(decoding: bytes.prefix(probeLength), as: UTF8.self)
      .split(whereSeparator: \.isNewline).map(PlanWords.trimmed)
      .filter { !$0.isEmpty && !$0.hasPrefix("#") && !$0.hasPrefix("//") && $0 != "---" }
    let blocks = ["resource", "import", "terraform", "variable", "locals", "module", "provider"]
    let first = lines.first ?? ""
    if blocks.contains(where: { first.hasPrefix($0 + " ") }), first.hasSuffix("{") {
      let remedy = "export the tracking plan from Segment as JSON"
      return ("Terraform (HCL)", "this is Terraform's HCL, not a plan in JSON; \(remedy)")
    }
    guard let end = first.firstIndex(of: ":"), lines.count > 1, !first.contains(","),
      first[end...] == ":" || first[end...].hasPrefix(": ")
    else { return nil }
    let kinds = ["kind: tp", "kind: tracking-plan", "kind: tracking_plan", "kind: events"]
    let isRudder = lines.contains { kinds.contains($0) || $0.contains("rudder/") }
    let name = isRudder ? "a tracking plan of RudderStack in YAML" : "YAML"
    return (name, "this is \(name), which is not read; export the events as CSV or JSON")
  }

  // MARK: Sheets

  /// The heads of a sheet, and the separator with which most of them are known.
  static func heads(of bytes: [UInt8]) -> (head: SheetHead, separator: UInt8)? {
    var found: (head: SheetHead, separator: UInt8, known: Int)?
    for separator in separators {
      var scanner = SheetScanner(bytes, separator: separator)
      var rows: [SheetRow] = []
      while rows.count < SheetHead.depth, let row = scanner.next() { rows.append(row) }
      guard let head = SheetHead(rows) else { continue }
      let known = head.columns.count { $0.meaning != nil }
      if known > found?.known ?? 0 { found = (head, separator, known) }
    }
    return found.map { ($0.head, $0.separator) }
  }

  private static func readSheet(_ bytes: [UInt8], file: Int, into gatherer: inout PlanGatherer) {
    let found = heads(of: bytes)
    var scanner = SheetScanner(bytes, separator: found?.separator ?? separators[0])
    guard let found else {
      refuse(scanner.next()?.cells ?? [], "no column of events", file, &gatherer)
      return
    }
    var rows: [SheetRow] = []
    while rows.count < SheetScanner.rowLimit, let row = scanner.next() { rows.append(row) }
    if scanner.next() != nil {
      gatherer.notes.add(
        .error, PlanPlace(file: file, row: rows.count),
        "the sheet has more than \(SheetScanner.rowLimit) rows; the others are not read")
    }
    read(rows, found.head, file: file, into: &gatherer)
  }

  private static func refuse(
    _ heads: [String], _ reason: String, _ file: Int, _ gatherer: inout PlanGatherer
  ) {
    let list = list(heads)
    let form = reason.contains("time") ? "a log of events that were sent" : "a sheet without events"
    refuse(
      "this is not a plan, but \(form): it has \(reason)"
        + (list.isEmpty ? "" : "; its heads are \(list)"), form, file, &gatherer)
  }

  private static func list(_ heads: [String]) -> String {
    let shown = heads.filter { !$0.isEmpty }
    let more = shown.count > shownHeads ? " and \(shown.count - shownHeads) more" : ""
    return shown.prefix(shownHeads).map { String($0.prefix(40)).quoted }.joined(separator: ", ")
      + more
  }

  /// Reads the rows of a sheet, or of a list in JSON.
  static func read(
    _ rows: [SheetRow], _ found: SheetHead, file: Int, into gatherer: inout PlanGatherer
  ) {
    var head = found
    let body = rows[(head.row + 1)...]
    head.settle(body)
    let heads = head.columns.map(\.head)
    if isLog(head, body) {
      refuse(heads, "a time in each row", file, &gatherer)
      return
    }
    var remarks = head.remarks
    for row in rows[..<head.row] where !row.isBlank {
      let text = String(row.cells.filter { !$0.isEmpty }.joined(separator: " ").prefix(80))
      remarks.append("Row \(row.number) is above the heads: \(text.quoted).")
    }
    let named = list(head.columns.filter { $0.slot > SheetScanner.cellLimit }.map(\.head))
    if !named.isEmpty { remarks.append("Cells of \(named) are read as names of parameters.") }
    let left = list(head.columns.filter { $0.meaning == nil && !$0.isBlank }.map(\.head))
    if !left.isEmpty { remarks.append("Kept, not checked: \(left).") }
    gatherer.files[file].remarks += remarks + otherNames(head, body)
    SheetReader.read(body, head, file: file, into: &gatherer)
    if !gatherer.known.contains(file) { refuse(heads, "heads, but no event", file, &gatherer) }
  }

  /// Says which column may have the names if that of events has few in many rows.
  private static func otherNames(_ head: SheetHead, _ rows: ArraySlice<SheetRow>) -> [String] {
    guard let event = head.index(.event), !head.has(.parameter), rows.count >= 4 else { return [] }
    let names = Set(rows.map { $0[event] })
    guard names.count * 3 <= rows.count else { return [] }
    for column in head.columns where column.index != event {
      let key = PlanWords.key(column.head)
      let cells = Set(rows.map { $0[column.index] }.filter { !$0.isEmpty })
      guard ["name", "analytics", "ga4", "screenname"].contains(where: key.contains),
        cells.count >= names.count * 2, cells.allSatisfy({ !$0.contains(" ") })
      else { continue }
      return [
        "\(head.columns[event].head.quoted) has \(names.count) names in \(rows.count) rows. If "
          + "\(column.head.quoted) has the names that are sent, rename it to GA4 Event Name."
      ]
    }
    return []
  }

  /// Whether each row has a time, as a log of events has.
  private static func isLog(_ head: SheetHead, _ rows: ArraySlice<SheetRow>) -> Bool {
    guard let time = head.index(.time), head.has(.event) || head.has(.screen),
      !head.has(.parameter),
      !head.has(.requiredNames)
    else { return false }
    let cells = rows.filter { !$0.isBlank }.map { $0[time] }
    let times = cells.count { cell in
      let digits = cell.utf8.count { (0x30...0x39).contains($0) }
      return digits >= 10 || digits >= 4 && cell.contains(":")
    }
    return !cells.isEmpty && times * 10 >= cells.count * 8
  }
}
