import TagRuntime
import Testing

@testable import ContainerFormats

/// Small inputs that stand for much: they are refused before anything is made of them.
@Suite struct DensityTests {
  private func refusal(of bytes: [UInt8]) throws -> String {
    "\(try ContainerReader.refusal(of: bytes))"
  }

  private func repeated(_ unit: String, _ count: Int) -> String {
    String(repeating: unit, count: count)
  }

  /// The number of units whose prices come past the budget of a file of so many bytes a unit.
  private func unitsPastBudget(bytes: Int, price: Int) -> Int {
    ContainerLimits.memoryFloor / (price - ContainerLimits.memoryPerByte * bytes) + 1_000
  }

  @Test(
    arguments: [
      ("[],", MemoryBudget.list), ("{},", MemoryBudget.map), ("\"\",", MemoryBudget.string),
      ("1,", MemoryBudget.scalar), ("null,", MemoryBudget.scalar),
      ("{\"\":1},", MemoryBudget.map + MemoryBudget.key + MemoryBudget.scalar),
    ])
  func denseJSON(unit: String, price: Int) throws {
    let count = unitsPastBudget(bytes: unit.utf8.count, price: price)
    let text = "{\"a\": [" + repeated(unit, count) + "1]}"
    #expect(try refusal(of: Array(text.utf8)).hasPrefix("tooDense(place: \"line 1, column "))
  }

  @Test func aMapOfManyMembers() throws {
    let limit = ContainerLimits.mapMembers
    let members = (0...limit).map { "\"\($0)\": {}" }.joined(separator: ",")
    let code = try refusal(of: Array("{\(members)}".utf8))
    #expect(code.hasPrefix("tooManyMembers") && code.hasSuffix("limit: \(limit))"))
    let entries = repeated("<key/><true/>", limit + 1)
    let list = "<plist><dict>\(entries)</dict></plist>"
    let other = try refusal(of: Array(list.utf8))
    #expect(other.hasPrefix("tooManyMembers") && other.hasSuffix("limit: \(limit))"))
  }

  /// A brace or a quote inside a string is none.
  @Test func stringsAreSteppedOver() throws {
    let text = "{\"a\": \"" + repeated("[{\\\"", 10_000) + "\", \"b\": \"\\\\\"}"
    let version = try ContainerReader.read(Array(text.utf8), name: "text")
    #expect(version.macros.count == 2)
  }

  @Test func deepJSONIsToldWithItsPlace() throws {
    let text = "{\"a\":\n" + repeated("[", 100)
    guard case .invalidJSON(let error) = try ContainerReader.refusal(of: Array(text.utf8)) else {
      Issue.record("another error")
      return
    }
    #expect(error.code == .tooDeep(limit: ContainerLimits.depth))
    #expect(error.position.line == 2)
  }

  @Test func densePropertyLists() throws {
    let entry = "<key/><dict><key/><dict/></dict>"
    let nested = "<dict>" + repeated(entry, 5_000) + "</dict>"
    let price =
      10_000 * (MemoryBudget.key + MemoryBudget.scalar + MemoryBudget.map)
      - ContainerLimits.memoryPerByte * nested.utf8.count
    let count = ContainerLimits.memoryFloor / price + 2
    let list = "<plist><dict>" + repeated("<key/>" + nested, count) + "</dict></plist>"
    #expect(try refusal(of: Array(list.utf8)).hasPrefix("tooDense"))
  }

  /// One long text under many keys.
  @Test func aSharedTextIsPaidEachTime() throws {
    let text = [UInt8](repeating: 0x78, count: 100_000)
    let count = 9_000
    var map: [UInt8] = [0xDF, 0x11] + bigEndian(count)
    for number in 0..<count { map += bigEndian(number + 2) }
    for _ in 0..<count { map += bigEndian(1) }
    var objects = [map, [0x5F, 0x12, 0, 1, 0x86, 0xA0] + text]
    objects += (0..<count).map { [0x55] + Array(String(10_000 + $0).utf8) }
    #expect(try refusal(of: propertyList(objects)).hasPrefix("tooDense"))
  }

  private func bigEndian(_ number: Int) -> [UInt8] {
    [UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)]
  }

  /// A binary property list whose references have two bytes and whose offsets have four.
  private func propertyList(_ objects: [[UInt8]]) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var table: [UInt8] = []
    for object in objects {
      table += bigEndian(bytes.count >> 16) + bigEndian(bytes.count & 0xFFFF)
      bytes += object
    }
    let tableOffset = bytes.count
    let numbers = [objects.count, 0, tableOffset].flatMap { number -> [UInt8] in
      [0, 0, 0, 0] + bigEndian(number >> 16) + bigEndian(number & 0xFFFF)
    }
    return bytes + table + [0, 0, 0, 0, 0, 0, 4, 2] + numbers
  }

  @Test func denseBinaries() throws {
    let unit: [UInt8] = [0x12, 0x00]
    let count = unitsPastBudget(bytes: unit.count, price: MemoryBudget.value)
    var bytes: [UInt8] = [0x0A, 0x01, 0x61]
    for _ in 0..<count { bytes += unit }
    let fault = try ContainerReader.refusal(of: bytes).fault
    #expect(fault?.kind == .tooDense)
    #expect(fault?.place == "Resource.value")
  }

  /// Templates of templates: 15 values stand for 16 MB.
  @Test func sharedTextUnfoldsWithinABound() throws {
    var builder = ContainerBuilder()
    var value = builder.text(String(repeating: "x", count: 1_000))
    for _ in 0..<14 {
      let token = value
      value = builder.add(.template) { $0.ext?.templateToken = [token, token] }
    }
    let limit = ContainerLimits.valueTextBytes
    let code = try ContainerReader.refusal(of: builder.bytes())
    #expect(code == .tooMuchText(place: "value 11", limit: limit))
  }
}
