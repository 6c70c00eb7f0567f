import OrderedCollections
import TagRuntime
import TagSimulation

/// The calls of the app to Firebase (v5).
extension Form {
  static let firebaseVerbs: [Form] = [
    .verb(
      "log-event EVENT [KEY=VALUE ...] | log-event EVENT JSON", "Logs an event with Firebase.",
      "log-event \"played_song\" genre=\"pop\" minutes=3"
    ) { reader throws(ScenarioError) in try reader.logEvent() },
    .verb(
      "user-property NAME=TEXT|null", "Sets a Firebase user property; null removes it.",
      "user-property tier=\"gold\""
    ) { reader throws(ScenarioError) in try reader.userProperty() },
    .verb(
      "user-id TEXT|null", "Sets the Firebase user id; null removes it.",
      "user-id \"u-1\""
    ) { reader throws(ScenarioError) in
      .act(.app(.firebase(.setUserID(try reader.cursor.textOrNull("the id of a user")))))
    },
    .verb(
      "default-parameters KEY=VALUE ... | default-parameters JSON|none",
      "Sets parameters for every Firebase event until the process ends.",
      "default-parameters shop=\"Madrid\""
    ) { reader throws(ScenarioError) in try reader.defaultParameters() },
    .isOn("debug-mode", "Whether Firebase sends every event at once; it stays on across launches.")
    { .act(.app(.firebase(.setDebugMode($0)))) },
    .isOn("collection", "Whether Firebase logs any events.", example: "off") {
      .act(.app(.firebase(.setCollection($0))))
    },
    .verb(
      "consent SETTING=granted|denied ...",
      "Answers settings of consent mode: ad_storage, analytics_storage, ad_user_data and "
        + "ad_personalization; they last until the next answer.",
      "consent ad_storage=denied analytics_storage=granted"
    ) { reader throws(ScenarioError) in
      .act(.app(.firebase(.setConsent(try reader.cursor.consent()))))
    },
    .verb(
      "purchase sku=NAME price=NUMBER currency=EUR [quantity=N]",
      "The user buys something in the app; Firebase logs in_app_purchase by itself.",
      "purchase sku=\"S-77\" price=9.90 currency=\"EUR\""
    ) { reader throws(ScenarioError) in try reader.purchase() },
    .verb(
      "notification received|opened|dismissed [id=NAME] [name=NAME] [topic=NAME]",
      "What happens to a notification; Firebase logs an event for it by itself.",
      "notification opened name=\"spring sale\""
    ) { reader throws(ScenarioError) in try reader.notification() },
    .verb(
      "crash", "The app crashes with an exception; Firebase logs app_exception by itself.",
      .act(.happening(.crash))),
    .verb(
      "reset-analytics-data", "Makes Firebase forget the user and its waiting events.",
      .act(.app(.firebase(.resetAnalytics)))),
  ]
}

extension StatementReader {
  mutating func logEvent() throws(ScenarioError) -> Command {
    let name = try cursor.name("the name of an event")
    return .act(.app(.firebase(.logEvent(name, try parameters()))))
  }

  /// Reads `sku="S-77" price=9.90 currency="EUR" quantity=2`.
  ///
  /// The names of the parameters are those of the built-in variables of the web interface. By
  /// decision, `value` is the price of all pieces.
  mutating func purchase() throws(ScenarioError) -> Command {
    var keys = KnownKeys(["sku", "price", "currency", "quantity"])
    var sku: String?
    var price: Value?
    var currency: String?
    var quantity = 1
    while cursor.peek != nil {
      switch try keys.take(from: &cursor) {
      case "sku": sku = try cursor.name("the id of a product")
      case "price": price = try number("a price such as 9.90")
      case "currency": currency = try cursor.name("a currency such as EUR")
      default: quantity = try cursor.count("a quantity")
      }
    }
    guard let sku, let price, let currency else {
      throw ScenarioError(
        file: cursor.file, position: cursor.line.end, kind: .missing, found: "",
        expected: sku == nil ? "sku=TEXT" : price == nil ? "price=NUMBER" : "currency=TEXT")
    }
    let value = (ValueConversion.number(price)?.double ?? 0) * Double(quantity)
    return .act(
      .happening(
        .purchase([
          "product_id": .string(sku), "price": price, "currency": .string(currency),
          "quantity": .count(quantity), "value": .double(value),
        ])))
  }

  private mutating func number(_ expected: String) throws(ScenarioError) -> Value {
    let token = cursor.peek
    switch try cursor.value(expected) {
    case .int(let number): return .int(number)
    case .double(let number): return .double(number)
    default: throw cursor.unexpected(token ?? cursor.line.first, expected)
    }
  }

  /// Reads `opened id="7" name="spring sale" topic="sales"`.
  ///
  /// The names of the parameters are those of the built-in variables of the web interface.
  mutating func notification() throws(ScenarioError) -> Command {
    let step: Happening.Notification = try cursor.choice("fate of a notification")
    let names = ["id": "message_id", "name": "message_name", "topic": "topic"]
    var keys = KnownKeys(["id", "name", "topic"])
    var parameters: OrderedDictionary<String, Value> = [:]
    while cursor.peek != nil {
      let key = try keys.take(from: &cursor)
      parameters[names[key] ?? key] = .string(try cursor.name("a text"))
    }
    return .act(.happening(.notification(step, parameters)))
  }

  /// Reads `tier="gold"` or `tier=null`.
  mutating func userProperty() throws(ScenarioError) -> Command {
    let key = try cursor.key()
    return .act(.app(.firebase(.setUserProperty(key.name, try cursor.textOrNull("a text")))))
  }

  mutating func defaultParameters() throws(ScenarioError) -> Command {
    if cursor.take("none") { return .act(.app(.firebase(.setDefaultParameters(nil)))) }
    if cursor.peek == nil { _ = try cursor.next("none, key=value or a map in braces") }
    return .act(.app(.firebase(.setDefaultParameters(try parameters()))))
  }

  private mutating func parameters() throws(ScenarioError) -> OrderedDictionary<String, Value> {
    if cursor.peek == nil { return [:] }
    let template = try cursor.parameterTemplate(allowsParameters: false)
    // Without places for arguments, none can be missing.
    return (try? template.update().members) ?? [:]
  }
}
