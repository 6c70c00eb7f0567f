import OrderedCollections

extension TagFunction {
  /// Pushes each map of the list `value`; the pushes join the drain that is running. Then it clears
  /// `clear_data_layer_prefix`, both in the data layer and in what is kept.
  static let dataLayerWrite = TagFunction(
    id: "_dlw", required: ["value"]
  ) { arguments, evaluator in
    guard let elements = arguments["value"]?.value?.elements else {
      evaluator.log(.writeOfNoList, arguments.name)
      return .ignored(reason: "value is not a list of maps")
    }
    let updates = elements.filter { $0.members != nil }
    let origin = UpdateRecord.Origin.tag(arguments.name)
    evaluator.pushes += updates.map { NestedPush($0, origin) }
    if let prefix = arguments.text("clear_data_layer_prefix"), !prefix.isEmpty {
      evaluator.clearedPrefixes[evaluator.pushes.count] = prefix
      evaluator.pushes.append(NestedPush(.map([prefix: .null]), origin))
    }
    return .wrote(updates: updates.count)
  }
}
