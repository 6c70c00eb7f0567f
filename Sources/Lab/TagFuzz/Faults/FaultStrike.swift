import OrderedCollections
import TagRuntime
import TagSimulation

enum FaultStrike {
  static func kinds(of step: Timeline.RedoneStep) -> [FaultKind] {
    var kinds: [FaultKind] = step.act.map { Self.kinds(of: $0, step) } ?? []
    let updates = step.record.rows.compactMap(\.update)
    if step.record.rows.contains(where: { $0.loop != nil }) { kinds.append(.s6) }
    for update in updates {
      switch update.origin {
      case .handler, .tag: kinds.append(.s2)
      default: break
      }
      for firing in update.firings { kinds += Self.kinds(of: firing, step) }
    }
    if updates.contains(where: { !$0.firings.isEmpty }), step.after.world.app.containers.count > 1 {
      kinds.append(.l7)
    }
    if step.after.world.ledger.duplicates > step.before.world.ledger.duplicates {
      kinds.append(.n8)
    }
    for row in step.record.rows {
      switch row.kind {
      case .backgroundTaskExpired, .backgroundTaskEnded(.refused): kinds.append(.l2)
      default: break
      }
    }
    return Array(OrderedSet(kinds))
  }

  private static func kinds(
    of firing: UpdateRecord.Firing, _ step: Timeline.RedoneStep
  ) -> [FaultKind] {
    var kinds: [FaultKind] = []
    for tag in firing.tags {
      if case .threw = tag.result { kinds.append(.s3) }
    }
    guard let version = step.after.runtime?.compiledContainer(firing.container)?.version else {
      return kinds
    }
    let functions = version.macros + version.tags + version.predicates
    if functions.contains(where: { $0.function == "_zzz" || $0.function == "__gone" }) {
      kinds.append(.p7)
    }
    if version.macros.contains(where: { $0.name == "lost" || $0.name == "bare" }) {
      kinds.append(.p3)
    }
    if version.macros.contains(where: { $0.name == "selfish" }) { kinds.append(.p4) }
    let added = Set(version.rules.flatMap(\.addTags))
    if version.rules.contains(where: { !added.isDisjoint(with: $0.removeTags) }) {
      kinds.append(.p8)
    }
    return kinds
  }

  // MARK: Acts

  private static func kinds(of act: Act, _ step: Timeline.RedoneStep) -> [FaultKind] {
    switch act {
    case .setClock(let wall):
      let year = wall.milliseconds / 31_556_952_000
      let isFar = year < 1 || year > 67
      return [wall < step.before.now.wall ? .c2 : .c1] + (isFar ? [.c5] : [])
    case .jump:
      let fired = step.record.rows.count
      return [.c4, .c7] + (fired > 2 ? [.c6] : [])
    case .network(let condition): return kinds(of: condition)
    case .reachability(let believed): return believed == nil ? [] : [.n10]
    case .publishUnreadable: return [.n7, .v6]
    case .damageSaved: return [.k2]
    case .disk(let condition): return condition == .ok ? [] : [.k3]
    case .emptyDisk: return [.k1]
    case .installSaved(_, _, let age): return age > .hours(12) ? [.k6] : [.k7]
    case .background, .foreground: return [.l1]
    case .kill:
      let states = FaultState.all(of: step.before)
      let isAsking = states.contains(.dispatchSending) || states.contains(.networkLoading)
      return [.l3] + (isAsking ? [.n14] : [])
    case .reinstall: return [.l5]
    case .upgrade: return [.l6]
    case .app(let call): return kinds(of: call)
    default: return []
    }
  }

  private static func kinds(of condition: NetworkCondition) -> [FaultKind] {
    switch condition {
    case .online: [.v1]
    case .offline: [.n1]
    case .slow: [.n4]
    case .timeout: [.n3]
    case .reset, .lossy: [.n5]
    case .captive: [.n11, .v6]
    case .answersLost: [.n6]
    case .blocked: [.n2]
    case .status(204), .status(304): [.v2]
    case .status(300..<400): [.v3]
    case .status(400..<500): [.v4]
    case .status(500..<600): [.v5]
    case .status: [.v10]
    }
  }

  private static func kinds(of call: AppCall) -> [FaultKind] {
    switch call {
    case .close, .refresh: return [.s4]
    case .setOptOut: return [.l8]
    case .firebase(.setCollection), .firebase(.resetAnalytics): return [.l8]
    case .setDispatchInterval: return [.l9]
    case .push(let update): return kinds(of: update)
    case .firebase(.logEvent(let name, let parameters)):
      var all = parameters
      all[name] = true
      return kinds(of: all)
    default: return []
    }
  }

  private static func kinds(of update: OrderedDictionary<String, Value>) -> [FaultKind] {
    var kinds: [FaultKind] = []
    if depth(.map(update)) > 40 { kinds.append(.i1) }
    if update["many"] != nil { kinds.append(.i3) }
    for (key, value) in update {
      if key.utf8.count > 250 || (value.text?.utf8.count ?? 0) > 90 { kinds.append(.i4) }
      if key.isEmpty || key.hasPrefix(".") || key.hasSuffix(".") || key.contains("..")
        || key.contains(" ")
      {
        kinds.append(.i5)
      }
      switch value {
      case .map, .list: kinds.append(.i6)
      case .null: kinds.append(.i8)
      case .string(let text)
      where RandomWords.hostile.contains(text) || !text.allSatisfy(\.isASCII):
        kinds.append(.i9)
      default: break
      }
    }
    return kinds
  }

  private static func depth(_ value: Value) -> Int {
    switch value {
    case .map(let members): 1 + (members.values.map(depth).max() ?? 0)
    case .list(let elements): 1 + (elements.map(depth).max() ?? 0)
    default: 0
    }
  }
}
