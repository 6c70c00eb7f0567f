import Foundation
import OrderedCollections
import TagRuntime
import Testing

@testable import ContainerFormats

/// Property lists and JSON of keys and values, held against what Foundation reads, which a phone
/// does.
@Suite struct FoundationTests {
  private static let integers = [
    "5", " 5 ", "\n5\n", "18446744073709551615", "18446744073709551616", "9223372036854775807",
    "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "0x1F", "-0x1f", "+7",
    "1 2", "", "007", "1000000000000000000000", "5abc", "1.5", "--5", "0x", "-",
  ]
  private static let reals = ["1.5", " 1.5 ", "1e3", "abc", "1,5", "-2.25", "+1"]
  private static let texts = [
    "x", "é", "&amp;", "&#233;", "<![CDATA[a]]>", "", " x ", "a&lt;b", "<!-- c -->y",
  ]
  /// What a list of the old style may have as a value, or not.
  private static let plain = [
    "b", "\"b\"", "'b'", "\"e\\nf\"", "1", "YES", "\"\\U00e9\"", "\"\\101\"", "\"x\\\"y\"", "a-b",
    "a.b", "c/d:e_f$g", "{b=c;}", "{ b = c ; }", "{}", "", "b c", "\"caf\u{e9}\"", "caf\u{e9}",
    "a+b", "\"open", "{b=c}", "/* c */ d", "\"\\\\\"", "\"\\t\"",
  ]
  private static let forms = [
    "{a=%;}", "{ a = % ; }", "{a=%}", "{a=%,}", "a=%;", "\"a\" = %;", "// x\n{a=%;}", "{a=%;b=%;}",
    "{a=%;} x", "{\"a\"=%;}", "{a=%;a=2;}", "{ /* x */ a = %; }",
  ]

  private static func xml(_ body: String, _ encoding: String = "UTF-8") -> String {
    """
    <?xml version="1.0" encoding="\(encoding)"?>
    <plist version="1.0"><dict><key>a</key>\(body)</dict></plist>
    """
  }

  private static func nested(
    _ open: String, _ inner: String, _ close: String, _ depth: Int
  ) -> String {
    let (opens, closes) = (
      String(repeating: open, count: depth), String(repeating: close, count: depth)
    )
    return "\(opens)\(inner)\(closes)"
  }

  private static var lists: [[UInt8]] {
    let numbers = integers.map { xml("<integer>\($0)</integer>") }
    let doubles = reals.map { xml("<real>\($0)</real>") }
    let strings = texts.map { xml("<string>\($0)</string>") }
    let old = forms.flatMap { form in plain.map { form.replacing("%", with: $0) } }
    let latin = xml("<string>caf\u{e9}</string>", "ISO-8859-1").unicodeScalars.map {
      UInt8(truncatingIfNeeded: $0.value)
    }
    let deep = [510, 511, 512, 513].flatMap { depth in
      [
        xml(nested("<dict><key>a</key>", "<true/>", "</dict>", depth)),
        nested("{a=", "1", ";}", depth),
      ]
    }
    let all: [String] = [numbers, doubles, strings, old, deep].flatMap { $0 }
    return all.map { Array($0.utf8) } + [latin]
  }

  /// What a phone makes of a value: pairs of a path and a text; nil if it is a kind that a
  /// container cannot hold.
  private static func parts(of thing: Any, _ path: String = "") -> [String: String]? {
    switch thing {
    case let members as [String: Any]:
      var all: [String: String] = [path: "map"]
      for (key, value) in members {
        guard let inner = parts(of: value, path + "." + key) else { return nil }
        all.merge(inner) { $1 }
      }
      return all
    case let text as String: return [path: text]
    case let number as NSNumber:
      let isReal = ["d", "f"].contains(String(cString: number.objCType))
      let isFlag = ["c", "B"].contains(String(cString: number.objCType))
      return [
        path: isFlag
          ? "\(number.boolValue)"
          : isReal ? NumberText.plain(number.doubleValue) : number.stringValue
      ]
    default: return nil
    }
  }

  private static func parts(of value: Value, _ path: String = "") -> [String: String] {
    guard let members = value.members else { return [path: ValueConversion.text(value)] }
    return members.elements.reduce(into: [path: "map"]) { all, member in
      all.merge(parts(of: member.value, path + "." + member.key)) { $1 }
    }
  }

  private static func value(of expression: TagRuntime.Expression) -> Value {
    switch expression {
    case .constant(let value): value
    case .map(let entries):
      .map(
        OrderedDictionary(
          entries.map { (value(of: $0.key).text ?? "", value(of: $0.value)) },
          uniquingKeysWith: { $1 }))
    case .list, .template, .macro, .escaped, .functionID: .null
    }
  }

  private static func read(_ bytes: [UInt8], _ name: String) -> [String: String]? {
    guard let version = try? ContainerReader.read(bytes, name: name), version.iosFault == nil else {
      return nil
    }
    let members = version.macros.map {
      ($0.name ?? "", value(of: $0.parameters["value"] ?? .constant(.null)))
    }
    return parts(of: .map(OrderedDictionary(members, uniquingKeysWith: { $1 })))
  }

  @Test func propertyListsAreReadAsOnAPhone() {
    var (read, refused) = (0, 0)
    for bytes in Self.lists {
      let data = Data(bytes)
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
      guard !(list is String), !(list is [Any]) else { continue }
      let expected = list.flatMap { Self.parts(of: $0) }
      if list != nil, expected == nil { continue }
      let found = Self.read(bytes, "GTM-AB12.plist")
      #expect(found == expected, "\(String(decoding: bytes.prefix(160), as: UTF8.self))")
      if found == nil { refused += 1 } else { read += 1 }
    }
    #expect(read > 120 && refused > 120)
  }

  @Test(arguments: [
    "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616",
    "-9223372036854775809", "100000000000000000000", "01", "1.", "+1", "-0", "1",
  ])
  func integersOfJSONKeepTheirDigits(_ number: String) throws {
    let bytes = Array("{\"a\": \(number)}".utf8)
    let json = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    let expected = (json?["a"] as? NSNumber).map { $0.description }
    #expect(Self.read(bytes, "GTM-AB12.json")?[".a"] == expected)
  }

  @Test func anIntegerBeyond64BitsIsToldOf() throws {
    let bytes = Array("{\"a\": 100000000000000000000}".utf8)
    let version = try ContainerReader.read(bytes, name: "GTM-AB12.json")
    #expect(version.remarks.contains { $0.contains("Android reads 1.0E20") })
    let text = Array("{\"a\": \"100000000000000000000\"}".utf8)
    #expect(try ContainerReader.read(text, name: "GTM-AB12.json").remarks == [])
  }

  @Test(arguments: [(511, true), (512, true), (513, false)])
  func jsonNestsAsDeepAsFoundationReads(_ depth: Int, _ reads: Bool) {
    let text = Self.nested("{\"a\":", "1", "}", depth)
    let json = try? JSONSerialization.jsonObject(with: Data(text.utf8))
    #expect((json != nil) == reads)
    #expect((Self.read(Array(text.utf8), "GTM-AB12.json") != nil) == reads)
  }
}
