extension Runtime {
  mutating func store(_ hit: Hit) {
    guard hit.payload.utf8.count <= Limits.hitBytes else {
      log(.hitTooLarge)
      effects.append(.discardHit(hit, .tooLarge))
      return
    }
    effects.append(.appendHit(hit))
    perform(dispatcher.hitStored())
  }

  mutating func perform(_ actions: [Dispatcher.Action]) {
    for action in actions {
      switch action {
      case .startTimer(let duration): effects.append(.startTimer(.dispatch, duration))
      case .cancelTimer: effects.append(.cancelTimer(.dispatch))
      case .read(let id, let limit): effects.append(.readHits(after: id, limit: limit))
      case .deliver(let stored): effects.append(.deliver(stored))
      case .remove(let stored, let outcome): effects.append(.removeHit(stored, outcome))
      case .keep(let stored): effects.append(.keepHit(stored))
      case .finished(let result): effects.append(.notify(.dispatchFinished(result)))
      case .log(let record): effects.append(.log(record))
      }
    }
  }
}
