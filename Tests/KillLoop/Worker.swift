import Foundation
import OrderedCollections
import TagRuntime
import TagStore

/// The program that is killed: it appends and removes hits until then.
enum Worker {
  /// The hit of a number, so that whoever reads it can tell that it is whole.
  static func hit(_ id: Int64) -> Hit {
    let text = String(repeating: "hit \(id) ", count: Int(id % 97) * 8 + 1)
    return Hit(
      kind: .analytics(fields: ["&t": "appview", "&cd": text]), tag: "tag", tracker: "main",
      created: WallTime(milliseconds: id))
  }

  static func work(_ path: String) throws {
    let store = try TagStore(path)
    var waiting = try store.load()
    var next = waiting.nextHitID
    while true {
      let stored = try store.append(hit(next)).stored
      say("+", stored.id)
      waiting.hits.append(stored)
      next = stored.id + 1
      if waiting.hits.count > 200 {
        let sent = waiting.hits.prefix(20)
        for hit in sent { say("?", hit.id) }
        try store.write(sent.map { .removeHit(id: $0.id) })
        for hit in sent { say("-", hit.id) }
        waiting.hits.removeFirst(20)
      }
    }
  }

  private static func say(_ word: String, _ id: Int64) {
    FileHandle.standardOutput.write(Data("\(word)\(id)\n".utf8))
  }
}
