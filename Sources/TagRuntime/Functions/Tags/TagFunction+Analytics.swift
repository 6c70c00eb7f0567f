import OrderedCollections

extension TagFunction {
  /// Sends `analytics_fields` as one hit of Universal Analytics, with what enhanced e-commerce
  /// adds, or tracks a transaction.
  ///
  /// Source: sections 6.6 of the behaviour notes and 1.5 of the format notes: all keys and values
  /// are texts; `&aip` is left out when its value is "", "0" or "false" in any case.
  static let analytics = TagFunction(id: "_ua") { arguments, evaluator in
    let fields = analyticsFields(arguments)
    if arguments.boolean("analytics_pass_through") {
      guard let fields else { return .ignored(reason: "it has no analytics_fields") }
      let complete = withEcommerce(fields, arguments, &evaluator)
      return .hits([hit(complete, arguments, evaluator)])
    }
    if arguments.boolean("track_transaction") {
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
    _ arguments: borrowing FunctionArguments
  ) -> OrderedDictionary<String, String>? {
    guard let members = arguments["analytics_fields"]?.value?.members else { return nil }
    var fields: OrderedDictionary<String, String> = [:]
    for (key, value) in members.elements { fields[key] = ValueConversion.text(value) }
    dropIdleAnonymizing(in: &fields)
    return fields
  }

  /// Leaves out an `&aip` that says not to anonymize: servers look only whether it is there.
  static func dropIdleAnonymizing(in fields: inout OrderedDictionary<String, String>) {
    if let anonymize = fields["&aip"]?.lowercased(), ["", "0", "false"].contains(anonymize) {
      fields.removeValue(forKey: "&aip")
    }
  }

  /// Source: section 1 of the behaviour notes: enhanced e-commerce came with 3.09.
  private static func withEcommerce(
    _ fields: OrderedDictionary<String, String>, _ arguments: borrowing FunctionArguments,
    _ evaluator: inout Evaluator
  ) -> OrderedDictionary<String, String> {
    guard arguments.boolean("enable_ecommerce"),
      evaluator.settings.sdkVersion >= EnhancedEcommerce.firstVersion
    else { return fields }
    let isInDataLayer = arguments.boolean("ecommerce_use_data_layer")
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
}
