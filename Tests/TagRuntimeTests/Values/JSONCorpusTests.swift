import Foundation
import OrderedCollections
import TagRuntime
import Testing

/// Every class of text that a reader of JSON can get wrong, and every short text there is.
///
/// The classes are those of the public collection JSONTestSuite, whose own files can be read, too:
/// clone it, and name its folder `test_parsing` in `TAGSIM_JSON_CORPUS`.
@Suite struct JSONCorpusTests {
  private static func isRead(_ bytes: [UInt8]) -> Bool {
    do throws(JSONError) {
      _ = try JSONReader.read(bytes)
      return true
    } catch {
      // Whatever is wrong, it is at a place within the text, and in a sentence.
      #expect((0...bytes.count).contains(error.position.offset))
      #expect(error.description.hasPrefix("line "))
      return false
    }
  }

  @Test(arguments: JSONCorpus.valid.keys.elements)
  func valid(_ name: String) {
    for text in JSONCorpus.valid[name] ?? [] {
      #expect(Self.isRead(text), "\(name): \(JSONCorpus.shown(text))")
    }
  }

  @Test(arguments: JSONCorpus.invalid.keys.elements)
  func invalid(_ name: String) {
    for text in JSONCorpus.invalid[name] ?? [] {
      #expect(!Self.isRead(text), "\(name): \(JSONCorpus.shown(text))")
    }
  }

  /// What the standard leaves to the reader.
  @Test(arguments: JSONCorpus.free.indices)
  func free(_ index: Int) {
    let (name, text, value) = JSONCorpus.free[index]
    #expect((try? JSONReader.read(text)) == value, "\(name): \(JSONCorpus.shown(text))")
  }

  /// A list or a map of which the end is missing is no text, wherever it was cut; a byte too many
  /// at the end is one, too.
  @Test(arguments: JSONCorpus.valid.keys.elements)
  func cutAnywhere(_ name: String) {
    for text in JSONCorpus.valid[name] ?? [] where text.count < 200 {
      guard let end = text.lastIndex(where: { [0x5D, 0x7D].contains($0) }) else { continue }
      for count in 0..<end {
        #expect(!Self.isRead(Array(text[..<count])), "\(name): \(JSONCorpus.shown(text)), \(count)")
      }
      for byte in "]},:\"1a\u{0}".utf8 { #expect(!Self.isRead(text + [byte]), "\(name)") }
    }
  }

  /// Foundation has a reader of its own: the two say the same of every text of up to four tokens,
  /// but for one thing.
  @Test func everyTextOfFourTokens() {
    let tokens = ["[", "]", "{", "}", ",", ":", "\"a\"", "\"", "1", "true", " "]
    Self.compare(tokens.map { Array($0.utf8) }, upTo: 4)
  }

  @Test func everyNumberOfFiveCharacters() {
    Self.compare("01-+.eE".utf8.map { [$0] }, upTo: 5)
  }

  @Test func everyStringOfTwoBytes() {
    // U+0000 ends a text for Foundation; the table has it.
    let bytes = [0x01, 0x1F, 0x20, 0x22, 0x5C, 0x61, 0x6E, 0x75, 0x7F, 0x80, 0xBF, 0xC2, 0xC3]
    let more = [0xE0, 0xE2, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFE, 0xFF]
    let pieces = (bytes + more).map { [UInt8($0)] }
    Self.compare(pieces, upTo: 2, between: [0x22])
    let escapes = ["\\u", "00", "41", "d8", "DF", "\\", "u", "g0"].map { Array($0.utf8) }
    Self.compare(escapes, upTo: 4, between: [0x22])
  }

  private static func compare(_ pieces: [[UInt8]], upTo limit: Int, between ends: [UInt8] = []) {
    var texts: [[UInt8]] = [[]]
    for _ in 0..<limit {
      texts = texts.flatMap { text in pieces.map { text + $0 } }
      for text in texts {
        let whole = ends + text + ends
        let other = try? JSONSerialization.jsonObject(with: Data(whole), options: .fragmentsAllowed)
        let isRead = (try? JSONReader.read(whole)) != nil
        // Foundation takes a comma before the end of a list; no JSON has one.
        let hasComma = whole.suffix(2) == Array(",]".utf8)[...]
        if hasComma ? isRead : isRead != (other != nil) {
          Issue.record("\(JSONCorpus.shown(whole)): Foundation \(other != nil)")
        }
      }
    }
  }

  // MARK: The public collection

  private static let folder = ProcessInfo.processInfo.environment["TAGSIM_JSON_CORPUS"]

  @Test(.enabled(if: folder != nil, "TAGSIM_JSON_CORPUS names no folder of JSONTestSuite"))
  func theFilesOfJSONTestSuite() throws {
    let folder = try #require(Self.folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    var counts: [Character: (read: Int, all: Int)] = [:]
    for name in names {
      guard let kind = name.first, "yni".contains(kind) else { continue }
      let file = URL(fileURLWithPath: folder).appendingPathComponent(name)
      let isRead = Self.isRead([UInt8](try Data(contentsOf: file)))
      #expect(kind == "i" || isRead == (kind == "y"), "\(name)")
      counts[kind, default: (0, 0)].all += 1
      counts[kind, default: (0, 0)].read += isRead ? 1 : 0
    }
    for kind in "yni" {
      let count = counts[kind] ?? (0, 0)
      #expect(count.all > 0)
      print("\(kind): \(count.read) of \(count.all) are read")
    }
  }
}
