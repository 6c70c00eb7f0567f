import OrderedCollections
import TagRuntime

extension Hit {
  static func screen(_ name: String, created: Int64 = 1_393_714_800_000) -> Hit {
    Hit(
      kind: .analytics(fields: ["&t": "appview", "&cd": name]), tag: "Screen tag",
      tracker: "main", added: ["&av": "1.2", "&cid": "c-1"],
      created: WallTime(milliseconds: created))
  }

  static func pixel(_ url: String) -> Hit {
    Hit(kind: .pixel(url: url), tag: nil, created: WallTime(milliseconds: -5))
  }
}

extension StoredHit {
  static func screen(_ id: Int64, _ name: String = "Home") -> StoredHit {
    StoredHit(id: id, hit: .screen(name))
  }
}

extension LastingKey {
  static func sample(_ id: Int64, _ key: String, _ value: Value) -> LastingKey {
    LastingKey(id: id, key: key, value: value, expires: WallTime(milliseconds: 9_000 + id))
  }
}
