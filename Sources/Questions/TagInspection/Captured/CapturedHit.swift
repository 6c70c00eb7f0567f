import OrderedCollections
import PhoneLog
public import TagRuntime
import TextKit

/// A captured hit of Google Analytics, field by field in words.
public struct CapturedHit: Sendable, Hashable {
  /// One parameter of the request, with what its code and its value mean.
  public struct Field: Sendable, Hashable {
    /// The code in the request, such as `cd`.
    public let code: String
    /// The common name of the field; nil if no source names it.
    public let name: String?
    /// The decoded value; a very long one is cut.
    public let value: String
    /// The meaning of the value, if it is not obvious; nil if it is.
    public let meaning: String?
  }

  /// The fields in their order.
  public let fields: [Field]
  /// The number of fields left out because of the limit.
  public let leftOut: Int
  /// A description of the hit in one sentence.
  public let summary: String
  /// The reasons why no report contains it, for a whole hit: one that names its protocol and a
  /// property.
  public let faults: [CollectorFault]

  init(_ parameters: [QueryParameter]) {
    var values: OrderedDictionary<String, String> = [:]
    for parameter in parameters where values[parameter.name] == nil {
      values[parameter.name] = parameter.value
    }
    let words = CapturedWords(values)
    fields = parameters.prefix(CapturedHits.fieldLimit).map { parameter in
      let name = HitField.name(of: "&" + parameter.name)
      return Field(
        code: Self.cut(parameter.name), name: name, value: Self.cut(parameter.value),
        meaning: words.meaning(of: parameter.name, parameter.value))
    }
    leftOut = max(0, parameters.count - CapturedHits.fieldLimit)
    summary = words.summary
    let isWhole = values["v"] != nil && values["tid"] != nil
    let made = values["ht"].flatMap { Int64($0) }.map { WallTime(milliseconds: $0) }
    faults =
      isWhole ? CollectorRules.faults(made: made) { values[String($0.dropFirst())] } : []
  }

  /// Reads the request of a pixel: the keys of its query.
  init(pixel url: String) {
    let parameters = QueryParameter.all(inURL: url)
    fields = parameters.prefix(CapturedHits.fieldLimit).map { parameter in
      Field(
        code: Self.cut(parameter.name), name: "parameter", value: Self.cut(parameter.value),
        meaning: nil)
    }
    leftOut = max(0, parameters.count - CapturedHits.fieldLimit)
    summary = "pixel \(Self.cut(PixelAddress.place(of: url)))"
    faults = []
  }

  /// Whether parameters belong to a hit: they name a property, a client, a type or an SDK, and most
  /// of their names are possible ones.
  static func isHit(_ parameters: [QueryParameter]) -> Bool {
    let named = parameters.count { parameter in
      parameter.name.unicodeScalars.allSatisfy { $0.isASCII && $0.value > 0x20 }
    }
    return named * 2 > parameters.count
      && parameters.contains { parameter in
        ["tid", "cid", "t", "_v", "_u", "ht"].contains(parameter.name)
          && !parameter.value.unicodeScalars.contains { $0 == "\u{FFFD}" || $0.value < 0x20 }
      }
  }

  static func cut(_ text: String) -> String {
    let limit = CapturedHits.valueLimit
    guard text.count > limit else { return text }
    return "\(text.prefix(limit))… (\(text.count - limit) more characters)"
  }

  /// The facts as a JSON value.
  var value: Value {
    [
      "summary": .string(summary), "leftOutFields": .count(leftOut),
      "fields": .list(
        fields.map { field in
          [
            "code": .string(field.code), "name": .text(field.name),
            "value": .string(field.value), "meaning": .text(field.meaning),
          ]
        }),
      "inNoReport": .list(faults.map { .string($0.words) }),
    ]
  }
}

/// Hits that were captured together: those of a request, a batch, or lines of a log.
public struct CapturedHits: Sendable, Hashable {
  /// The maximum number of bytes read.
  public static let byteLimit = 1 << 20
  /// The maximum number of hits shown.
  static let hitLimit = 200
  /// The maximum number of fields shown of a hit.
  static let fieldLimit = 500
  /// The maximum number of characters shown of a value.
  static let valueLimit = 2000

  /// The hits in their order.
  public let hits: [CapturedHit]
  /// The number of hits left out because of the limit.
  public let leftOut: Int
  /// Lines that are neither a hit nor a header.
  public let unread: [String]

  /// Reads a query, an address, a request, the lines of a batch, or saved hits of a log.
  ///
  /// - Complexity: O(n) in the length of the text.
  public init(_ text: String) {
    let log = PhoneRecord(logOf: Array(text.utf8))?.hits.map(\.fields) ?? []
    let read = CapturedText(log.isEmpty ? text : "")
    let hits = (log + read.hits).filter(CapturedHit.isHit)
    self.hits = hits.prefix(Self.hitLimit).map(CapturedHit.init)
    leftOut = max(0, hits.count - Self.hitLimit)
    unread = read.unread.prefix(3).map { String($0.prefix(60)) }
  }

  /// A readable page: each hit with its fields in columns.
  public var lines: [String] {
    var lines: [String] = []
    for (index, hit) in hits.enumerated() {
      if index > 0 { lines.append("") }
      let page = Self.lines(of: hit)
      lines.append((hits.count == 1 ? "" : "Hit \(index + 1): ") + page[0])
      lines += page.dropFirst()
    }
    if leftOut > 0 { lines += ["", "and \(leftOut) more hits"] }
    return lines
  }

  /// Formats a hit: its summary, and its fields in columns.
  package static func lines(of hit: CapturedHit) -> [String] {
    let codes = min(16, hit.fields.map { TextWidth.columns(of: $0.code) }.max() ?? 0)
    let names = min(
      32, hit.fields.map { TextWidth.columns(of: $0.name ?? Self.unknown) }.max() ?? 0)
    let lines = hit.fields.map { field in
      let value = field.value.isEmpty ? "(empty)" : field.value
      let columns = [
        TextWidth.filled(field.code, to: codes),
        TextWidth.filled(field.name ?? Self.unknown, to: names),
        value + (field.meaning.map { "  (\($0))" } ?? ""),
      ]
      return "  " + columns.joined(separator: "  ")
    }
    return [hit.summary] + lines
      + (hit.leftOut > 0 ? ["  and \(hit.leftOut) more fields"] : [])
      + hit.faults.map { "  in no report: \($0.words)" }
  }

  /// The hits as one line of JSON: `{"hits": […], "leftOutHits": 0}`.
  public var json: String {
    JSONWriter.write(
      ["hits": .list(hits.map(\.value)), "leftOutHits": .count(leftOut)])
  }

  private static let unknown = "(unknown)"
}
