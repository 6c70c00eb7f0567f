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
    var device = store.device
    while true {
      let id = device.nextHitID
      device.hits.append(StoredHit(id: id, hit: hit(id)))
      device.nextHitID = id + 1
      try store.save(device)
      say("+", id)
      if device.hits.count > 200 {
        let sent = device.hits.prefix(20).map(\.id)
        for id in sent { say("?", id) }
        device.hits.removeFirst(20)
        try store.save(device)
        for id in sent { say("-", id) }
      }
    }
  }

  private static func say(_ word: String, _ id: Int64) {
    FileHandle.standardOutput.write(Data("\(word)\(id)\n".utf8))
  }
}
