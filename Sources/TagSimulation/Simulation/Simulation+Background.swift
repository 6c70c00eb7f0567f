import DequeModule
import TagRuntime

/// Coming and going: the background, its tasks, and the end of the process.
///
/// ```
///                 background                      task: ended
///   foreground ───────────────► background, awake ───────────► suspended
///    ▲    ▲                        │ no task                      ▲  │
///    │    └────────────────────────┼──────────────────────────────┘  │ foreground
///    └─────────────────────────────┴─────────────────────────────────┘
///                 task: expired, and not ended within its grace ──► process ended
/// ```
extension Simulation {
  /// - Parameter sendsHits: whether the app sends what waits, as the guide on background
  ///   dispatching shows.
  mutating func background(sendsHits: Bool) {
    process?.isInBackground = true
    addRow(.backgrounded)
    let isAwake = process?.task != nil
    if process?.usesFirebase == true { ask(.entered(.background)) }
    let uploads = process?.runtime.isUploading == true
    guard sendsHits || isAwake || uploads else { return }
    let duration = world.device.backgroundTime
    let expires = now.instant + duration
    events.schedule(.backgroundTaskExpired, at: expires, launch: launches)
    if isAwake {
      // A task that outlasted the last visit goes on, and its time counts anew.
      process?.task?.expires = expires
    } else {
      process?.task = BackgroundTask(began: now.instant, expires: expires)
      process?.task?.isOfFirebase = !sendsHits
      addRow(.backgroundTaskBegan(duration))
      if sendsHits { ask(.dispatchWithCompletion) }
    }
  }

  /// The completion handler of the guide: once more while the result is good and there is time,
  /// else the task ends.
  mutating func dispatchCompleted(_ result: DispatchResult) {
    addRow(.dispatchCompleted(result))
    guard let task = process?.task else { return }
    process?.task?.dispatches += 1
    if result == .good, !task.isExpired {
      ask(.dispatchWithCompletion)
    } else {
      endBackgroundTask(task.isExpired ? .expired : .dispatched(result))
    }
  }

  /// Firebase ends its own task as soon as its upload has ended.
  mutating func uploadEnded(_ result: DispatchResult) {
    guard let task = process?.task, task.isOfFirebase, process?.runtime.isUploading == false
    else { return }
    endBackgroundTask(task.isExpired ? .expired : .dispatched(result))
  }

  private mutating func endBackgroundTask(_ end: EventRow.BackgroundTaskEnd) {
    if case .dispatched = end, process?.runtime.isUploading == true {
      // The app is done, and Firebase is not.
      process?.task?.isOfFirebase = true
      return
    }
    process?.task = nil
    events.removeTaskLimits()
    addRow(.backgroundTaskEnded(end))
  }

  /// The guide's expiration handler only notes that it is over; the completion handler that follows
  /// ends the task.
  mutating func backgroundTaskExpired() {
    process?.task?.isExpired = true
    addRow(.backgroundTaskExpired)
    if process?.task?.isOfFirebase == true { return endBackgroundTask(.expired) }
    events.schedule(
      .backgroundTaskOverdue, at: now.instant + BackgroundTask.grace, launch: launches)
  }

  /// The system ends a process whose task has expired and was not ended.
  mutating func backgroundTaskOverdue() {
    log(.backgroundTaskOverdue)
    kill()
  }

  /// What came due while the app was suspended happens now, in its order.
  mutating func foreground() {
    process?.isInBackground = false
    // In the foreground a task has all the time it wants.
    events.removeTaskLimits()
    addRow(.foregrounded)
    if process?.usesFirebase == true { ask(.entered(.foreground)) }
    if let interval = world.app.foregroundInterval { ask(.setDispatchInterval(interval)) }
    while let next = process?.deferred.first {
      process?.deferred.removeFirst()
      switch next {
      case .due(let kind): happen(kind, launch: launches)
      case .input(let input): ask(input)
      }
    }
  }

  mutating func kill() {
    for queue in HitQueue.allCases {
      let tally = tallies[queue]
      if tally.sent > 0 { addRow(.dispatched(queue, .error, sent: tally.sent, lost: tally.lost)) }
    }
    tallies = PerQueue { _ in DispatchTally() }
    process = nil
    events.removeAllInside()
    world.requests.endAll(at: now.wall)
    addRow(.killed)
  }

  /// The app goes with everything that it saved, and comes back as new.
  mutating func reinstall() {
    if isRunning { kill() }
    let hits = world.disk.hits
    let (nextHitID, oldClientID) = (world.disk.nextHitID, world.disk.clientID)
    world.disk = Disk()
    // A request of the old installation may still arrive: the numbers of its hits stay theirs.
    world.disk.nextHitID = nextHitID
    for stored in hits { settle(stored, .lost(.uninstalled)) }
    // A disk from another time may come from an installation that was counted there.
    repeat { installations += 1 } while clientID == oldClientID
    world.disk.clientID = clientID
    world.braze = Braze()
    addRow(.reinstalled(lost: hits.count))
  }

  /// A newer build takes the app's place; what it saved stays.
  mutating func upgrade(build: Int64?, version: String?) {
    if isRunning { kill() }
    world.app.build = build ?? world.app.build + 1
    world.app.version = version ?? world.app.version
    addRow(.upgraded(build: world.app.build))
  }
}
