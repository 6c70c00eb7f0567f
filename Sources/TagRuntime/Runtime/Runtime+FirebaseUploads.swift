/// When events travel: about an hour after the first that waits, when the app goes into the
/// background, some seconds after a launch that comes later than that, and at once in debug mode.
///
/// ```
///              event stored                          hour over, background, launch
///   no upload due ──────────────► due ───────────────────────────────► under way
///     ▲                          ▲ │ ▲                                   │   │
///     │        net comes back ───┘ │ └── failed (half an hour), new ones ┘   │
///     └────────────────────────────┴──── nothing waits any more ─────────────┘
/// ```
///
/// Source: the guide on DebugView: about an hour, to save the battery, and at once with the debug
/// flag; that the background sends too is what users report. The rest is a model.
extension Runtime {
  /// Events were stored.
  mutating func scheduleUpload() {
    if lasting.firebase.isDebugging {
      let wall = now.wall
      remember { $0.uploadDue = $0.uploadDue ?? wall }
      return upload()
    }
    if lasting.firebase.uploadDue == nil { scheduleUpload(in: settings.eventUpload) }
  }

  private mutating func scheduleUpload(in delay: Duration) {
    let due = now.wall + delay
    remember { $0.uploadDue = due }
    effects.append(.startTimer(.dispatch(.firebase), delay))
  }

  /// Sends what waits, unless that is under way.
  mutating func upload() { withDispatcher(of: .firebase) { $0.dispatch() } }

  /// The phone has a network again: what is overdue is sent.
  mutating func uploadIfDue() {
    if let due = lasting.firebase.uploadDue, due <= now.wall { upload() }
  }

  /// An upload ended, or could not begin.
  mutating func uploadEnded(_ result: DispatchResult) {
    let dispatcher = dispatchers[.firebase]
    if !dispatcher.hasHits {
      remember { $0.uploadDue = nil }
      effects.append(.cancelTimer(.dispatch(.firebase)))
    } else if result == .error {
      scheduleUpload(in: settings.eventUploadRetry)
    } else if dispatcher.isReachable {
      // They came while the others were sent.
      if lasting.firebase.isDebugging { upload() } else { scheduleUpload(in: settings.eventUpload) }
    }
  }
}
