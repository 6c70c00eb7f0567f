import OrderedCollections

extension FirebaseFunction {
  /// Sends a hit to Universal Analytics: what the tag and its settings variable say, and what
  /// e-commerce adds, from the event or from a variable.
  ///
  /// That a transaction without enhanced e-commerce is read from the parameters of the event, where
  /// the first generation has the data layer, is a decision of this runtime.
  static let universalAnalytics = FirebaseFunction(
    id: "__ua", words: "hit to Universal Analytics",
    body: .tag { arguments, evaluator throws(FunctionFailure) in
      let event = evaluator.firebase?.event
      var hit = try UniversalAnalyticsHit(arguments.members, tag: arguments.name, event: event)
      hit.addEcommerce(of: event)
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
