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
    while true {
      let id = store.device.nextHitID
      try save([.keep(StoredHit(id: id, hit: hit(id)))], to: store)
      say("+", id)
      if store.device.hits.count > 200 {
        let sent = store.device.hits.prefix(20).map(\.id)
        for id in sent { say("?", id) }
        try save(sent.map(DiskChange.remove(hit:)), to: store)
        for id in sent { say("-", id) }
      }
    }
  }

  private static func save(_ changes: [DiskChange], to store: TagStore) throws {
    try store.save(StoredChanges(changes, clientID: "", isOptedOut: false))
  }

  private static func say(_ word: String, _ id: Int64) {
    FileHandle.standardOutput.write(Data("\(word)\(id)\n".utf8))
  }
}
