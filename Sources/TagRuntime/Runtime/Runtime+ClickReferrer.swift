import OrderedCollections

extension Runtime {
  /// Keeps the click referrer that an update brings: the `referrer` of the address in `gtm.url`
  /// (a flat key) or else in `gtm` → `url`, by the conversion id that it belongs to.
  ///
  /// Source: TAGAdwordsClickReferrerListener, section 2.4 of the behaviour notes. Where the
  /// conversion id stands is not told there; here it is the parameter `conv` of the referrer, which
  /// is a query itself. An event of the same update does not see the referrer yet: the order of
  /// the listeners is left open, and this one comes second.
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
