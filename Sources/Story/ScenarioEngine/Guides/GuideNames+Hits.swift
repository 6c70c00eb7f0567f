import TagRuntime
import TagWords

extension GuideName {
  static let hits: [GuideName] = [
    GuideName(
      "GAIDictionaryBuilder", "GAIDictionaryBuilder build", "GAIDictionaryBuilder set:forKey:",
      "GAIDictionaryBuilder setAll:", "GAIDictionaryBuilder get:",
      does: "Puts the fields of one hit together.",
      .scenario(##"send event category="ui" action="press" "&cd1"="gift""##), .queue,
      "the fields of the hit",
      .line(
        "var press = HitBuilder.event(category: \"ui\", action: \"press\")\n"
          + "press.set(HitField.customDimension(1), \"gift\")\n"
          + "effects += runtime.handle(.call(.send(press.fields)), at: now, host: host)")),
    GuideName(
      "GAIDictionaryBuilder createScreenView", "GAIDictionaryBuilder createAppView",
      "kGAIScreenView", "kGAIAppView",
      does: "A screen view. Its name is set on the tracker, or in the builder for this hit alone.",
      .scenario(#"send screen "Home""#), .queue, "the hit of type screenview",
      .line(#"print(HitBuilder.screenView(name: "Home").fields)"#)),
    GuideName(
      "GAIDictionaryBuilder createEventWithCategory:action:label:value:", "kGAIEvent",
      does: "Something the user did.",
      .scenario(#"send event category="ui" action="press" label="buy" value=1"#), .queue,
      "the hit of type event",
      .line(#"print(HitBuilder.event(category: "ui", action: "press", label: "buy").fields)"#)),
    GuideName(
      "GAIDictionaryBuilder createExceptionWithDescription:withFatal:", "kGAIException",
      does: "Something that went wrong.",
      .scenario(#"send exception description="disk full" fatal=false"#), .queue,
      "the hit of type exception",
      .line(#"print(HitBuilder.exception(description: "disk full", isFatal: false).fields)"#)),
    GuideName(
      "GAIDictionaryBuilder createTimingWithCategory:interval:name:label:", "kGAITiming",
      does: "How long something took.",
      .scenario(#"send timing category="load" interval=250ms name="list""#), .queue,
      "the hit of type timing",
      .line(
        #"print(HitBuilder.timing(category: "load", interval: .milliseconds(250)).fields)"#)),
    GuideName(
      "GAIDictionaryBuilder createSocialWithNetwork:action:target:", "kGAISocial",
      does: "An interaction with a social network.",
      .scenario(#"send social network="X" action="post" target="/tea""#), .queue,
      "the hit of type social",
      .line(#"print(HitBuilder.social(network: "X", action: "post", target: "/tea").fields)"#)),
    GuideName(
      "GAIDictionaryBuilder createTransactionWithId:affiliation:revenue:tax:shipping:currencyCode:",
      "kGAITransaction",
      does: "A purchase. Its items are hits of their own.",
      .scenario(#"send transaction id="T1" revenue=9.90 currency="EUR""#), .queue,
      "the hit of type transaction",
      .line(#"print(HitBuilder.transaction(id: "T1", revenue: 9.9, currency: "EUR").fields)"#)),
    GuideName(
      "GAIDictionaryBuilder "
        + "createItemWithTransactionId:name:sku:category:price:quantity:currencyCode:",
      "kGAIItem",
      does: "One article of a purchase.",
      .scenario(#"send item transaction="T1" name="Tea" sku="S-1" price=4.95 quantity=2"#),
      .queue, "the hit of type item",
      .line(#"print(HitBuilder.item(transaction: "T1", name: "Tea", price: 4.95).fields)"#)),
    GuideName(
      "GAIDictionaryBuilder setCampaignParametersFromUrl:",
      does: "Reads the campaign from a link.",
      .scenario(#"send screen "Home" campaign="https://shop.example/?utm_source=mail""#), .queue,
      "the campaign fields of the hit",
      .line(
        "var campaign = HitBuilder.screenView(name: \"Home\")\n"
          + "campaign.setCampaign(fromURL: \"https://shop.example/?utm_source=mail\")")),
    GuideName(
      "GAIEcommerceProduct", "GAIEcommerceProductAction", "GAIEcommercePromotion",
      "GAIEcommerceFields", "GAIDictionaryBuilder addProduct:",
      "GAIDictionaryBuilder setProductAction:", "GAIDictionaryBuilder addPromotion:",
      "GAIDictionaryBuilder addProductImpression:impressionList:impressionSource:",
      does: "Enhanced e-commerce in a hit: an action with its products, impressions, promotions.",
      .scenario(
        #"send screen "Thanks" {"action": {"kind": "purchase", "id": "T1"}, "#
          + #""products": [{"id": "P1"}]}"#), .queue, "the products in the fields of the hit",
      .line(
        "var thanks = HitBuilder.screenView(name: \"Thanks\")\n"
          + "thanks.set(ProductAction(.purchase, transactionID: \"T1\"))\n"
          + "thanks.add(Product(id: \"P1\"))")),
    GuideName(
      "GAIFields", "GAIFields customDimensionForIndex:", "GAIFields customMetricForIndex:",
      "GAIFields contentGroupForIndex:",
      does: "The codes of a hit's fields.",
      .scenario(##"set-field &cd1 "gift""##), .queue, "the fields of a hit, with their names",
      .line("print(HitField.customDimension(1), HitField.customMetric(1))")),
  ]

  /// The constants of a hit's fields with their codes.
  package static let fieldConstants: [(constant: String, code: String)] = [
    ("kGAIHitType", "&t"), ("kGAITrackingId", "&tid"), ("kGAIClientId", "&cid"),
    ("kGAIUserId", "&uid"), ("kGAIDataSource", "&ds"), ("kGAIAnonymizeIp", "&aip"),
    ("kGAISessionControl", "&sc"), ("kGAISampleRate", "&sf"), ("kGAINonInteraction", "&ni"),
    ("kGAIScreenName", "&cd"), ("kGAIDescription", "&cd"), ("kGAIAppName", "&an"),
    ("kGAIAppVersion", "&av"), ("kGAIAppId", "&aid"), ("kGAIAppInstallerId", "&aiid"),
    ("kGAIScreenResolution", "&sr"), ("kGAIViewportSize", "&vp"), ("kGAIEncoding", "&de"),
    ("kGAIScreenColors", "&sd"), ("kGAILanguage", "&ul"), ("kGAIJavaEnabled", "&je"),
    ("kGAIFlashVersion", "&fl"), ("kGAIReferrer", "&dr"), ("kGAILocation", "&dl"),
    ("kGAIHostname", "&dh"), ("kGAIPage", "&dp"), ("kGAITitle", "&dt"),
    ("kGAIAdMobHitId", "&a"), ("kGAIEventCategory", "&ec"), ("kGAIEventAction", "&ea"),
    ("kGAIEventLabel", "&el"), ("kGAIEventValue", "&ev"), ("kGAISocialNetwork", "&sn"),
    ("kGAISocialAction", "&sa"), ("kGAISocialTarget", "&st"), ("kGAITransactionId", "&ti"),
    ("kGAITransactionAffiliation", "&ta"), ("kGAITransactionRevenue", "&tr"),
    ("kGAITransactionShipping", "&ts"), ("kGAITransactionTax", "&tt"),
    ("kGAICurrencyCode", "&cu"), ("kGAIItemPrice", "&ip"), ("kGAIItemQuantity", "&iq"),
    ("kGAIItemSku", "&ic"), ("kGAIItemName", "&in"), ("kGAIItemCategory", "&iv"),
    ("kGAICampaignSource", "&cs"), ("kGAICampaignMedium", "&cm"), ("kGAICampaignName", "&cn"),
    ("kGAICampaignKeyword", "&ck"), ("kGAICampaignContent", "&cc"), ("kGAICampaignId", "&ci"),
    ("kGAITimingCategory", "&utc"), ("kGAITimingVar", "&utv"), ("kGAITimingValue", "&utt"),
    ("kGAITimingLabel", "&utl"), ("kGAIExDescription", "&exd"), ("kGAIExFatal", "&exf"),
    ("kGAIIdfa", "&idfa"), ("kGAIAdTargetingEnabled", "&ate"),
  ]

  static let fields: [GuideName] = fieldConstants.map { constant, code in
    GuideName(
      constant,
      does: "The field \(code) of a hit: \(HitField.name(of: code) ?? code).",
      .scenario("set-field \(code) \"…\""), .queue, "\(code) among the fields of a hit",
      .call("setField(\"\(code)\", \"…\")"))
  }
}
