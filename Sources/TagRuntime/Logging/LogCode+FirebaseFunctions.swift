extension LogCode {
  /// What is said of the functions of v5 containers. What their own runtime says is not quoted.
  var firebaseFunctionEntry: LogEntry {
    switch self {
    case .unknownFunction:
      .sdk(.error, nil, "no function ◊ is defined: what calls it comes to nothing")
    case .runtimeFunction:
      .hint(
        .warning,
        "the function ◊ stands in the container's own runtime, which is not run here: what calls "
          + "it comes to nothing")
    case .functionFailed: .sdk(.error, nil, "◊ (◊) failed: ◊")
    case .noEventParameter:
      .sdk(
        .warning, nil,
        "◊: the event has no parameter ◊ and there is no default value, so it is undefined")
    case .noParameterName:
      .sdk(.error, nil, "◊: it names no event parameter, so it is undefined")
    case .secondParameterName:
      .sdk(.error, nil, "◊: it names a second event parameter in ◊, which does not count")
    case .badEventName:
      .sdk(
        .warning, nil,
        "◊: '◊' is no name for an event, so none is logged: use letters, digits and '_', with no "
          + "'_' first")
    case .badParameterName:
      .sdk(
        .warning, nil,
        "◊: '◊' is no name for a parameter, so no event is logged: use letters, digits and '_', "
          + "with no '_' first")
    case .setAndDropped:
      .sdk(.warning, nil, "◊: the parameter ◊ is both set and dropped: it is dropped")
    case .unknownHitField: .sdk(.warning, nil, "◊: a hit has no field ◊: it is left out")
    case .noClass:
      .sdk(
        .error, nil, "◊: the app has no class '◊' that it can run: nothing runs")
    case .classFailed: .sdk(.error, nil, "◊: the app's class ◊ failed: ◊")
    default:
      .sdk(
        .warning, nil,
        "◊: the app's class ◊ gave a ◊, and only texts and numbers count: it is undefined")
    }
  }
}
