import OrderedCollections

/// One kind of tag that the SDK implements.
package struct TagFunction: Sendable {
  package let id: String
  /// Parameters without which the SDK refuses the call.
  package var required: [String] = []
  let run: @Sendable (borrowing FunctionArguments, inout Evaluator) -> TagResult

  /// All tags of this runtime; each is here, and below in this file.
  static let all: [TagFunction] = [.analytics, .functionCall, .pixel, .dataLayerWrite]

  private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

  package static func named(_ id: String) -> TagFunction? { byID[id] }
}

/// The result of a tag that fired.
public enum TagResult: Sendable, Hashable {
  /// It made hits, at least one; the dispatcher continues with them.
  case hits([Hit])
  /// It ran the app's handler.
  case called(function: String)
  /// It called a function without a handler in the app: nothing ran.
  case nothingRan(function: String)
  /// The app's handler threw.
  case threw(function: String, reason: String)
  /// It wrote to the data layer.
  case wrote(updates: Int)
  /// It logged events with Firebase, or suppressed the current one, or both.
  case logged([FirebaseEvent], suppresses: Bool)
  /// It fired and did nothing, for this reason.
  case ignored(reason: String)
  /// It could not be called, for this reason.
  case refused(reason: String)
}

// MARK: - Analytics

extension TagFunction {
  /// Sends `analytics_fields` as one hit of Universal Analytics, with what enhanced e-commerce
  /// adds, or tracks a transaction.
  ///
  /// Source: LegacySDK §11.1, Formats §3.2; all keys and values are texts; `&aip` is left out if
  /// its value is "", "0" or "false" in any case.
  package static let analytics = TagFunction(id: "_ua") { arguments, evaluator in
    let fields = analyticsFields(arguments, &evaluator)
    if arguments.boolean("analytics_pass_through", on: evaluator.settings.platform) {
      guard let fields else { return .ignored(reason: "it has no analytics_fields") }
      let complete = withEcommerce(fields, arguments, &evaluator)
      return .hits([hit(complete, arguments, evaluator)])
    }
    if arguments.boolean("track_transaction", on: evaluator.settings.platform) {
      do throws(TransactionError) {
        let dataLayer = evaluator.dataLayer
        let transaction = try Transaction(arguments, source: "the data layer") {
          dataLayer.get($0)
        }
        let sent = transaction.hits(addingTo: fields ?? [:])
        return .hits(sent.map { hit($0, arguments, evaluator) })
      } catch {
        evaluator.log(error.code, [arguments.name] + error.arguments)
        return .ignored(reason: error.reason)
      }
    }
    evaluator.log(.unknownAnalyticsTag, arguments.name)
    return .ignored(reason: "it has neither analytics_pass_through nor track_transaction")
  }

  private static func hit(
    _ fields: OrderedDictionary<String, String>, _ arguments: borrowing FunctionArguments,
    _ evaluator: borrowing Evaluator
  ) -> Hit {
    Hit(kind: .analytics(fields: fields), tag: arguments.name, created: evaluator.moment.wall)
  }

  private static func analyticsFields(
    _ arguments: borrowing FunctionArguments, _ evaluator: inout Evaluator
  ) -> OrderedDictionary<String, String>? {
    guard let members = arguments["analytics_fields"]?.value?.members else { return nil }
    var fields: OrderedDictionary<String, String> = [:]
    for (key, value) in members.elements {
      let text = ValueConversion.text(value)
      fields[key] = text
      if let record = LogRecord(ofMap: value, in: key, text, of: arguments.name) {
        evaluator.log(record.code, record.arguments)
      }
    }
    dropIdleAnonymizing(in: &fields)
    return fields
  }

  /// Removes an `&aip` that disables anonymizing: servers check only whether it is there.
  static func dropIdleAnonymizing(in fields: inout OrderedDictionary<String, String>) {
    if let anonymize = fields["&aip"]?.lowercased(), ["", "0", "false"].contains(anonymize) {
      fields.removeValue(forKey: "&aip")
    }
  }

  /// Source: LegacySDK §11.3; enhanced e-commerce came with 3.09.
  private static func withEcommerce(
    _ fields: OrderedDictionary<String, String>, _ arguments: borrowing FunctionArguments,
    _ evaluator: inout Evaluator
  ) -> OrderedDictionary<String, String> {
    guard arguments.boolean("enable_ecommerce", on: evaluator.settings.platform),
      evaluator.settings.sdkVersion >= EnhancedEcommerce.firstVersion
    else { return fields }
    let isInDataLayer = arguments.boolean(
      "ecommerce_use_data_layer", on: evaluator.settings.platform)
    let data =
      isInDataLayer
      ? evaluator.dataLayer.get("ecommerce") : arguments["ecommerce_macro_data"]?.value
    guard let members = data?.members else {
      evaluator.log(
        .noEcommerce, arguments.name,
        isInDataLayer ? "ecommerce in the data layer" : "ecommerce_macro_data")
      return fields
    }
    var ecommerce = EnhancedEcommerce(
      fields: fields, tag: arguments.name,
      takesCustom: evaluator.settings.sdkVersion >= EnhancedEcommerce.firstCustomVersion)
    ecommerce.add(members)
    for record in ecommerce.logs { evaluator.log(record.code, record.arguments) }
    return ecommerce.fields
  }

  // MARK: Function call

  /// Runs the app's handler; its pushes join the running drain.
  ///
  /// Without a handler the tag fires and nothing runs (Objective-C messages to nil), which only
  /// this program reports.
  package static let functionCall = TagFunction(
    id: "_func", required: ["function_call_macro_name"]
  ) { arguments, evaluator in
    guard let call = FunctionCallRequest(arguments, "FunctionCallTag", &evaluator) else {
      return .ignored(reason: "additional_params is not a map")
    }
    switch evaluator.run(call, for: arguments.name) {
    case .ran(let pushes):
      evaluator.pushes += pushes.map { NestedPush(value: $0, origin: .handler(call.name)) }
      return .called(function: call.name)
    case .unregistered:
      evaluator.log(.noHandler, arguments.name, call.name)
      return .nothingRan(function: call.name)
    case .failed(let reason, let pushes):
      evaluator.pushes += pushes.map { NestedPush(value: $0, origin: .handler(call.name)) }
      evaluator.log(.handlerThrew, call.name, reason)
      return .threw(function: call.name, reason: reason)
    }
  }

  // MARK: Pixel

  /// The name of the cache buster if `cache_buster_value` gives none.
  ///
  /// Source: LegacySDK §11.4, Formats §6.6.
  package static let cacheBuster = "gtmcb"

  /// Requests a URL, with `additional_params` appended to its query, and last, if `cache_buster` is
  /// true, a random number, so that nothing between the phone and the server answers in the
  /// server's place.
  ///
  /// Source: LegacySDK §11.4, Formats §2.7.
  ///
  /// With an `unrepeatable` id it does so only once: the id counts as used when the hit is made. An
  /// empty id does not count.
  package static let pixel = TagFunction(id: "_img", required: ["url"]) { arguments, evaluator in
    let unrepeatable = arguments.text("unrepeatable") ?? ""
    if evaluator.lasting.unrepeatableIDs.contains(unrepeatable) {
      return .ignored(reason: "already sent once (unrepeatable ID)")
    }
    guard var url = arguments.text("url"), !url.isEmpty else {
      evaluator.log(.pixelWithoutURL, arguments.name)
      evaluator.hasRaised = evaluator.settings.quirks.contains(.tagExceptionEndsEvaluation)
      return .ignored(reason: "the url is empty")
    }
    if let additional = arguments["additional_params"] {
      guard let query = query(from: additional) else {
        let isAndroid = evaluator.settings.platform == .android
        evaluator.log(isAndroid ? .pixelNoMap : .pixelParameters, url)
        return .ignored(reason: "additional_params is not a list of maps")
      }
      url = appending(query, to: url)
    }
    if arguments.boolean("cache_buster", on: evaluator.settings.platform) {
      let name = arguments.text("cache_buster_value").flatMap { $0.isEmpty ? nil : $0 }
      let number = evaluator.random.integer(in: 0...2_147_483_647)
      url = appending(PercentEncoding.encode(name ?? cacheBuster) + "=\(number)", to: url)
    }
    if !unrepeatable.isEmpty { evaluator.change(.keepUnrepeatable(id: unrepeatable)) }
    return .hits([
      Hit(kind: .pixel(url: url), tag: arguments.name, created: evaluator.moment.wall)
    ])
  }

  /// Appends a query before the fragment, which no server sees.
  static func appending(_ query: String, to url: String) -> String {
    if query.isEmpty { return url }
    let end = url.firstIndex(of: "#") ?? url.endIndex
    let head = url[..<end]
    return head + (head.contains("?") ? "&" : "?") + query + url[end...]
  }

  private static func query(from additional: Resolved) -> String? {
    guard let maps = additional.value?.elements else {
      return additional == .undefined ? "" : nil
    }
    var pairs: [String] = []
    for map in maps {
      guard let members = map.members else { return nil }
      for (key, value) in members.elements {
        pairs.append(
          PercentEncoding.encode(key) + "=" + PercentEncoding.encode(ValueConversion.text(value)))
      }
    }
    return pairs.joined(separator: "&")
  }

  // MARK: Data layer write

  /// Pushes each map of the list `value`; the pushes join the running drain. Then it clears
  /// `clear_data_layer_prefix`, both in the data layer and in the stored data.
  package static let dataLayerWrite = TagFunction(
    id: "_dlw", required: ["value"]
  ) { arguments, evaluator in
    guard let elements = arguments["value"]?.value?.elements else {
      evaluator.log(.writeOfNoList, arguments.name)
      return .ignored(reason: "value is not a list of maps")
    }
    let updates = elements.filter { $0.members != nil }
    let origin = UpdateRecord.Origin.tag(arguments.name)
    evaluator.pushes += updates.map { NestedPush(value: $0, origin: origin) }
    if let prefix = arguments.text("clear_data_layer_prefix"), !prefix.isEmpty {
      evaluator.clearedPrefixes[evaluator.pushes.count] = prefix
      evaluator.pushes.append(NestedPush(value: .map([prefix: .null]), origin: origin))
    }
    return .wrote(updates: updates.count)
  }
}

extension LogRecord {
  /// Warns that a field of a hit is a map or a list: its text travels, which is never intended. nil
  /// for any other value.
  init?(ofMap value: Value, in field: String, _ text: String, of tag: String) {
    switch value {
    case .map, .list: self.init(.fieldOfMap, [tag, field, value.kindName, text])
    case .null, .absent, .bool, .int, .double, .string: return nil
    }
  }
}
