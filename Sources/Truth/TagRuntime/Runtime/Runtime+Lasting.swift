import OrderedCollections

extension Runtime {
  // MARK: Loading

  mutating func loadLasting() {
    heldPushes = []
    firebaseFlow.waitForMemory()
    step.effects.append(.loadLasting)
  }

  /// Restores the data of an earlier process. Every row is pushed as a separate update, oldest
  /// first, and listeners are notified; the app's pushes meanwhile follow.
  mutating func lastingLoaded(_ stored: Lasting) {
    guard let held = heldPushes else {
      ignored("the values that outlast the process")
      return
    }
    heldPushes = nil
    lasting = stored
    deleteExpiredKeys()
    for row in lasting.keys {
      drain(DataLayer.nested(row.value, at: row.key), .restored)
    }
    for update in held { drain(update, .app) }
    startFirebase()
  }

  /// Pushes an update. The SDK makes it wait until the stored data is loaded (LegacySDK §8.5).
  mutating func push(_ update: OrderedDictionary<String, Value>) {
    if settings.generation == .firebase { return log(.noDataLayer) }
    guard let held = heldPushes else {
      drain(update, .app)
      return
    }
    guard held.count < Limits.waitingUpdates else {
      log(.heldPushDropped, String(held.count))
      return
    }
    heldPushes?.append(update)
  }

  // MARK: Keys

  /// Stores the values of an update that requests it with literally nested `gtm` and `lifetime`; a
  /// flat key `gtm.lifetime` requests nothing (LegacySDK §8.5). Nothing is stored of an update that
  /// is not merged yet and would be refused.
  mutating func keepIfAsked(
    _ update: OrderedDictionary<String, Value>, isMerged: Bool = true
  ) {
    if update["gtm.lifetime"] != nil { log(.lifetimeFlat) }
    guard let asked = update["gtm"]?.members?["lifetime"], asked != .absent else { return }
    guard isMerged || dataLayer.refusal(of: update) == nil else { return }
    let text = ValueConversion.text(asked)
    let lifetime: Lifetime
    do throws(LifetimeFault) {
      lifetime = try Lifetime(text)
    } catch {
      log(.lifetimeRefused, text, error.words)
      return
    }
    let leaves = DataLayer.leaves(of: update).filter {
      $0.path != "gtm.lifetime" && $0.value.members == nil
    }
    keep(leaves, until: now.wall + .milliseconds(lifetime.milliseconds))
  }

  private mutating func keep(_ leaves: [DataLayer.Leaf], until end: WallTime) {
    guard !leaves.isEmpty else { return }
    deleteExpiredKeys()
    let first = lasting.nextKeyID
    let rows = leaves.enumerated().map { offset, leaf in
      LastingKey(id: first + Int64(offset), key: leaf.path, value: leaf.value, expires: end)
    }
    change(.keepKeys(rows))
    evictKeys(lasting.keys.count - Limits.lastingKeys, bound: String(Limits.lastingKeys))
    var bytes = lasting.keys.reduce(0) { $0 + $1.heldBytes }
    let tooMuch = lasting.keys.prefix { row in
      defer { bytes -= row.heldBytes }
      return bytes > Limits.lastingBytes
    }
    evictKeys(tooMuch.count, bound: "\(Limits.lastingBytes >> 20) MB")
  }

  /// Drops the given number of oldest rows to stay within a bound.
  private mutating func evictKeys(_ count: Int, bound: String) {
    guard count > 0 else { return }
    log(.keysEvicted, String(count), bound)
    change(.deleteKeys(ids: lasting.keys.prefix(count).map(\.id)))
  }

  private mutating func deleteExpiredKeys() {
    let wall = now.wall
    deleteKeys { $0.expires <= wall }
  }

  /// Deletes the stored values at a dotted path and below.
  mutating func deleteKeys(prefix: String) {
    deleteKeys { $0.isIn(prefix: prefix) }
  }

  private mutating func deleteKeys(where isDoomed: (LastingKey) -> Bool) {
    let ids = lasting.keys.filter(isDoomed).map(\.id)
    if !ids.isEmpty { change(.deleteKeys(ids: ids)) }
  }

  // MARK: Pixels

  mutating func forgetOldUnrepeatableIDs() {
    let excess = lasting.unrepeatableIDs.count - Limits.unrepeatableIDs
    for oldest in Array(lasting.unrepeatableIDs.prefix(max(0, excess))) {
      change(.deleteUnrepeatable(id: oldest))
      log(.unrepeatableEvicted, oldest, String(Limits.unrepeatableIDs))
    }
  }

  mutating func change(_ change: LastingChange) {
    lasting.apply(change)
    step.effects.append(.changeLasting(change))
  }

  // MARK: Click referrer

  /// Stores the click referrer of an update: the `referrer` of the URL in `gtm.url` (a flat key) or
  /// else in `gtm` → `url`, by its conversion id.
  ///
  /// Source: LegacySDK §2.4; TAGAdwordsClickReferrerListener. The place of the conversion id is not
  /// established; here it is the parameter `conv` of the referrer, which is a query itself. An
  /// event of the same update does not see the referrer yet: the order of the listeners is left
  /// open, and this one comes second.
  mutating func keepClickReferrer(of update: OrderedDictionary<String, Value>) {
    let nested = update["gtm"]?.members?["url"]
    guard let url = update["gtm.url"]?.text ?? nested?.text,
      let referrer = QueryText.value(of: "referrer", inURL: url)
    else { return }
    guard let id = QueryText.value(of: "conv", inQuery: referrer), !id.isEmpty else {
      log(.referrerWithoutConversion, referrer)
      return
    }
    guard lasting.clickReferrers[id] != referrer else { return }
    change(.keepReferrer(conversionID: id, referrer: referrer))
    log(.referrerKept, id)
    let excess = lasting.clickReferrers.count - Limits.clickReferrers
    for oldest in Array(lasting.clickReferrers.keys.prefix(max(0, excess))) {
      change(.deleteReferrer(conversionID: oldest))
      log(.referrerEvicted, oldest, String(Limits.clickReferrers))
    }
  }
}
