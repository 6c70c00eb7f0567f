import OrderedCollections

extension FirebaseFunction {
  /// All known tags: each is here, and below in this file.
  package static let tags: [FirebaseFunction] = [
    firebaseEvent, universalAnalytics, customTag, pixel,
  ]

  /// Logs an event to Firebase (`measure`), changes the current event (`filter`), or suppresses it
  /// (`block`). Any other action does nothing.
  package static let firebaseEvent = FirebaseFunction(
    id: "__fm", required: ["action"], words: "Firebase event",
    body: .tag { arguments, evaluator throws(FunctionFailure) in
      switch arguments.given("action") {
      case "measure":
        let keeps = arguments.isTruthy("mergeEventParameters")
        let event = try loggedEvent(
          named: arguments.given("eventName"), keepsParameters: keeps,
          drops: keeps ? try drops(arguments) : [], arguments, &evaluator)
        guard let event else { return .ignored(reason: badName) }
        return .logged([event], suppresses: false)
      case "filter":
        let override = arguments.given("overrideEventName")
        let name = evaluator.firebase?.event.map { Value.string($0.name) } ?? .absent
        let event = try loggedEvent(
          named: JavaScript.isTruthy(override) ? override : name, keepsParameters: true,
          drops: try drops(arguments), arguments, &evaluator)
        return .logged(event.map { [$0] } ?? [], suppresses: true)
      case "block": return .logged([], suppresses: true)
      case let action: return .ignored(reason: "its action is \(JavaScript.text(action))")
      }
    })

  private static let badName = "the name of its event or of a parameter cannot be logged"

  /// Whether an event, or a parameter that a tag sets, may have a name; nothing is logged under any
  /// other name.
  private static func isEventName(_ name: String) -> Bool {
    name.utf8.first != UInt8(ascii: "_")
      && name.unicodeScalars.allSatisfy { FirebaseNameRule.isAllowed($0, true) }
  }

  private static func drops(
    _ arguments: borrowing FunctionArguments
  ) throws(FunctionFailure) -> OrderedSet<String> {
    var names: OrderedSet<String> = []
    for row in JavaScriptTable(arguments.given("dropParamTable")).rows {
      names.append(JavaScript.text(try JavaScript.member("dropParamKey", of: row)))
    }
    return names
  }

  /// Returns the event that a tag logs, or nil after a warning if a name is invalid. Parameters to
  /// drop are dropped, even if the tag sets them.
  private static func loggedEvent(
    named name: Value, keepsParameters: Bool, drops: OrderedSet<String>,
    _ arguments: borrowing FunctionArguments, _ evaluator: inout Evaluator
  ) throws(FunctionFailure) -> FirebaseEvent? {
    guard case .string(let name) = name else {
      throw FunctionFailure("its event name is not text")
    }
    let edits = JavaScriptTable(arguments.given("editParamTable"))
      .members(key: "editParamKey", value: "editParamValue")
    guard isEventName(name) else {
      evaluator.log(.badEventName, arguments.name, name)
      return nil
    }
    if let bad = edits.keys.first(where: { !isEventName($0) }) {
      evaluator.log(.badParameterName, arguments.name, bad)
      return nil
    }
    var parameters = keepsParameters ? evaluator.firebase?.event?.parameters ?? [:] : [:]
    // Firebase adds the screen to each event itself.
    parameters = parameters.filter {
      !["_sn", "_sc", "_si"].contains(FirebaseWireNames.parameter($0.key))
    }
    for (key, value) in edits.elements {
      if drops.contains(key) {
        evaluator.log(.setAndDropped, arguments.name, key)
      } else {
        parameters[key] = value
      }
    }
    parameters = parameters.filter { !drops.contains($0.key) }
    return FirebaseEvent(
      name: FirebaseNames.short(name), parameters: sent(parameters), logged: evaluator.moment.wall)
  }

  /// Converts parameters for Firebase: it has no booleans, and no null or undefined values.
  private static func sent(
    _ parameters: OrderedDictionary<String, Value>
  ) -> OrderedDictionary<String, Value> {
    parameters.filter { $0.value != .absent && $0.value != .null }.mapValues {
      if case .bool(let flag) = $0 { .int(flag ? 1 : 0) } else { $0 }
    }
  }

  // MARK: Universal analytics

  /// Sends a hit to Universal Analytics: the fields of the tag and its settings variable, and the
  /// e-commerce fields from the event or from a variable.
  ///
  /// It is a decision of this runtime that a transaction without enhanced e-commerce is read from
  /// the parameters of the event, in place of the first generation's data layer.
  package static let universalAnalytics = FirebaseFunction(
    id: "__ua", words: "hit to Universal Analytics",
    body: .tag { arguments, evaluator throws(FunctionFailure) in
      // Source: Firebase §8.
      if evaluator.settings.firebaseVersion >= SDKVersion(12, 0) {
        evaluator.log(.noAnalyticsLibrary)
        return .ignored(reason: "Tag Manager for this release has no Universal Analytics library")
      }
      let event = evaluator.firebase?.event
      let traits = evaluator.container.runtimeTraits
      var hit = try UniversalAnalyticsHit(
        arguments.members, tag: arguments.name, event: event, traits,
        stopsAtUnsetFields: evaluator.settings.quirks.contains(.unsetFieldStops))
      hit.addEcommerce(of: event)
      if hit.lacksEcommerce {
        let name = event?.longName ?? JavaScript.text(.absent)
        if traits.contains(.shopEventsOnly) || evaluator.settings.quirks.contains(.shopEventsOnly) {
          return .ignored(
            reason: "\(name) is not an e-commerce event, and its 2017 runtime then sends nothing")
        }
        evaluator.log(.noShopEvent, arguments.name, name)
      }
      let own = hit.texts(for: evaluator.facts)
      for record in hit.logs { evaluator.log(record.code, record.arguments) }
      let hits: [OrderedDictionary<String, String>]
      if hit.isTransaction {
        do throws(TransactionError) {
          hits = try Transaction(arguments, source: "the event") { event?.parameters[$0] }
            .hits(addingTo: own)
        } catch {
          evaluator.log(error.code, [arguments.name] + error.arguments)
          return .ignored(reason: error.reason)
        }
      } else {
        hits = [own]
      }
      return .hits(
        hits.map {
          Hit(kind: .analytics(fields: $0), tag: arguments.name, created: evaluator.moment.wall)
        })
    })
}

// MARK: - Hit fields

/// The names of hit parameters on the wire.
extension FirebaseFunction {
  /// A type of hit, as the tag names it, and the parameters that only this type sends.
  package struct HitType: Sendable {
    package var trackType: String
    /// The value of `&t`.
    package var type: String
    package var fields: [(parameter: String, code: String)]
  }

  /// A tag of any other type sends a screen view.
  package static let screenView = HitType(
    trackType: "TRACK_SCREENVIEW", type: "screenview", fields: [])

  package static let hitTypes = [
    screenView,
    HitType(
      trackType: "TRACK_EVENT", type: "event",
      fields: [
        ("eventCategory", "&ec"), ("eventAction", "&ea"), ("eventLabel", "&el"),
        ("eventValue", "&ev"), ("nonInteraction", "&ni"),
      ]),
    HitType(
      trackType: "TRACK_EXCEPTION", type: "exception",
      fields: [("exceptionDescription", "&exd"), ("exceptionFatal", "&exf")]),
    HitType(
      trackType: "TRACK_SOCIAL", type: "social",
      fields: [("socialNetwork", "&sn"), ("socialAction", "&sa"), ("socialActionTarget", "&st")]),
    HitType(
      trackType: "TRACK_TIMING", type: "timing",
      fields: [
        ("timingVar", "&utv"), ("timingCategory", "&utc"), ("timingValue", "&utt"),
        ("timingLabel", "&utl"),
      ]),
    HitType(trackType: "TRACK_TRANSACTION", type: "transaction", fields: []),
  ]

  /// The tables whose rows become numbered fields: the parameter, the cells of a row, and the code
  /// before the number.
  package static let numberedFields:
    [(parameter: String, number: String, value: String, code: String)] = [
      ("dimension", "index", "dimension", "&cd"), ("metric", "index", "metric", "&cm"),
      ("contentGroup", "index", "group", "&cg"),
    ]

  /// The codes of the names in `fieldsToSet`; names that start with "&" are codes themselves, and
  /// any other name is dropped.
  package static let fieldCodes: [String: String] = [
    "account": "&tid", "anonymizeIp": "&aip", "appName": "&an", "appVersion": "&av",
    "contentDescription": "&cd", "screenName": "&cd", "dimension": "&cd", "contentGroup": "&cg",
    "metric": "&cm", "eventAction": "&ea", "eventCategory": "&ec", "eventLabel": "&el",
    "eventValue": "&ev", "exceptionDescription": "&exd", "exceptionFatal": "&exf",
    "firebaseCampaignAdNetworkClickId": "&aclid", "firebaseCampaignAdNetworkId": "&anid",
    "firebaseCampaignContent": "&cc", "firebaseCampaignGoogleClickId": "&gclid",
    "firebaseCampaignMedium": "&cm", "firebaseCampaignName": "&cn",
    "firebaseCampaignSource": "&cs", "firebaseCampaignTerm": "&ck", "noninteraction": "&ni",
    "page": "&dp", "referrer": "&dr", "sampleRate": "&sf", "sessionControl": "&sc",
    "socialAction": "&sa", "socialActionTarget": "&st", "socialNetwork": "&sn",
    "timingCategory": "&utc", "timingLabel": "&utl", "timingValue": "&utt", "timingVar": "&utv",
    "title": "&dt", "userId": "&uid",
  ]

  /// The fields of a click on an advertisement, by the parameters of Firebase's campaign event.
  static let clickCodes: KeyValuePairs = [
    "anid": "&anid", "gclid": "&gclid", "aclid": "&aclid",
  ]

  static let campaignCodes: KeyValuePairs = [
    "content": "&cc", "anid": "&anid", "medium": "&cm", "campaign": "&cn", "source": "&cs",
    "term": "&ck", "gclid": "&gclid", "aclid": "&aclid",
  ]

  /// The value of `readDataFrom` for which a hit's e-commerce comes from the event.
  package static let ecommerceOfEvent = "FIREBASE_EVENT_DATA"

  // MARK: Custom tag

  /// Runs a class of the app; its pushes join the running drain.
  package static let customTag = FirebaseFunction(
    id: "__funct", required: ["classPath"], words: "class of the app",
    body: .tag { arguments, evaluator in
      let call = FunctionCallRequest(ofClass: arguments, evaluator)
      switch evaluator.run(call, for: arguments.name) {
      case .ran(let pushes):
        evaluator.pushes += pushes.map { NestedPush(value: $0, origin: .handler(call.name)) }
        return .called(function: call.name)
      case .unregistered:
        evaluator.log(.noClass, arguments.name, call.name)
        return .nothingRan(function: call.name)
      case .failed(let reason, let pushes):
        evaluator.pushes += pushes.map { NestedPush(value: $0, origin: .handler(call.name)) }
        evaluator.log(.classFailed, arguments.name, call.name, reason)
        return .threw(function: call.name, reason: reason)
      }
    })

  // MARK: Pixel

  /// Requests a URL, with a number in its query if `useCacheBuster` is set.
  package static let pixel = FirebaseFunction(
    id: "__img", required: ["url"], words: "URL",
    body: .tag { arguments, evaluator in
      let given = arguments.given("url")
      guard JavaScript.isTruthy(given) else {
        evaluator.log(.pixelWithoutURL, arguments.name)
        return .ignored(reason: "the url is empty")
      }
      var url = JavaScript.text(given)
      if arguments.isTruthy("useCacheBuster") {
        let name = arguments.given("cacheBusterQueryParam")
        var number = arguments.given("randomNumber")
        if number == .absent {
          number = .int(evaluator.random.integer(in: 0...2_147_483_647))
        }
        let query =
          (JavaScript.isTruthy(name) ? JavaScript.text(name) : TagFunction.cacheBuster) + "="
          + JavaScript.text(number)
        url = TagFunction.appending(query, to: url)
      }
      return .hits([
        Hit(kind: .pixel(url: url), tag: arguments.name, created: evaluator.moment.wall)
      ])
    })
}
