import OrderedCollections
import TagRuntime
import TagStore

extension Hit {
  static func screen(_ name: String, created: Int64 = 1_393_714_800_000) -> Hit {
    Hit(
      kind: .analytics(fields: ["&t": "appview", "&cd": name]), tag: "Screen tag",
      tracker: "main", added: ["&av": "1.2", "&cid": "c-1"],
      created: WallTime(milliseconds: created))
  }

  /// A hit that Analytics has counted.
  static func counted(_ position: Int64, _ cacheBuster: UInt64 = .max) -> Hit {
    var hit = screen("Counted")
    hit.numbers = HitNumbers(position: position, cacheBuster: cacheBuster)
    return hit
  }

  static func pixel(_ url: String) -> Hit {
    Hit(kind: .pixel(url: url), tag: nil, created: WallTime(milliseconds: -5))
  }

  static func event(_ name: String) -> Hit {
    var event = FirebaseEvent(
      name: name, parameters: ["price": 19.9, "count": 2, "items": [["item_id": "S-1"]]],
      logged: WallTime(milliseconds: 1_393_714_800_123))
    event.previous = WallTime(milliseconds: 1_393_714_000_000)
    let tier = FirebaseProperty("gold", set: WallTime(milliseconds: 5))
    return Hit(
      kind: .firebase(event, userProperties: ["tier": tier]), tag: "Measure",
      added: ["_sno": "3"], created: WallTime(milliseconds: 1_393_714_800_123))
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

extension StoredDevice {
  /// A device with some hits.
  static func holding(_ hits: [StoredHit]) -> StoredDevice {
    var device = StoredDevice()
    device.hits = hits
    device.nextHitID = (hits.last?.id ?? 0) + 1
    return device
  }

  /// A device with something of everything.
  static var full: StoredDevice {
    var device = holding([.screen(1), .screen(2, "Cart"), .screen(3)])
    device.containers["GTM-A"] = Container(refreshed: .init(milliseconds: 1), bytes: [1, 2])
    device.lasting.apply(.keepKeys([.sample(1, "user", .string("x"))]))
    device.lasting.apply(.keepReferrer(conversionID: "1", referrer: "r"))
    device.lasting.apply(.keepUnrepeatable(id: "u"))
    var memory = FirebaseMemory()
    memory.sessionNumber = 3
    memory.userProperties = ["tier": "gold", "team": "a"]
    memory.defaultParameters = ["build": 42, "share": 0.5]
    memory.uploads.due = WallTime(milliseconds: 7)
    device.lasting.apply(.keepFirebase(memory))
    device.clientID = "c-1"
    device.hitCount = 12
    return device
  }
}
