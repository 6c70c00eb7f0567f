extension LogCode {
  /// What is said of values that outlast the process, and of experiments.
  var lastingEntry: LogEntry {
    switch self {
    case .lifetimeRefused:
      .sdk(.info, nil, "the gtm.lifetime '◊' ◊: nothing of the push is kept")
    case .lifetimeFlat:
      .hint(
        .warning,
        "gtm.lifetime stands here as one flat key, which asks for nothing: write "
          + "{\"gtm\": {\"lifetime\": \"2d\"}}")
    case .keysEvicted: .hint(.warning, "◊ of the oldest kept values made room: at most ◊ are kept")
    case .heldPushDropped:
      .hint(.error, "a push was dropped: ◊ wait already for the kept values to be loaded")
    case .referrerKept: .hint(.verbose, "the click referrer of conversion ◊ is kept")
    case .referrerWithoutConversion:
      .hint(.info, "the click referrer '◊' has no conv=ID, so it belongs to no conversion")
    case .referrerEvicted:
      .hint(.warning, "the click referrer of conversion ◊ made room: at most ◊ are kept")
    case .unrepeatableEvicted:
      .hint(
        .warning,
        "the unrepeatable ID ◊ is forgotten: at most ◊ are remembered, so its pixel "
          + "may be sent again")
    case .pushedNoMap:
      .hint(.warning, "◊: what it pushes after its evaluation is no map: it is not pushed")
    case .experimentIgnored:
      .hint(
        .info, "◊ is ignored: only supplementals whose names start ◊ are known to phones")
    default:
      .hint(.warning, "experiment ◊: the range of the random ◊ is empty (◊ to ◊): it is not set")
    }
  }
}
