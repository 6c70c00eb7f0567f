import OrderedCollections

extension Runtime {
  /// The states of the runtime's flows, to count in which of them a fault struck.
  package struct Flows: Sendable, Hashable {
    /// Whether the app waits for a container.
    package enum Opening: String, Sendable, Hashable, CaseIterable {
      /// No container is open.
      case closed
      case waiting
      /// The app has its container.
      case done
    }

    /// The progress of loading the saved copy of a container.
    package enum Saved: String, Sendable, Hashable, CaseIterable {
      /// It was not requested yet.
      case untouched
      /// The disk is being read.
      case reading
      /// It was read, or there is none.
      case done
    }

    /// The state of a container's request to the tag server.
    package enum Network: String, Sendable, Hashable, CaseIterable {
      /// No request is under way or due.
      case idle
      /// A request is due.
      case scheduled
      /// A request is under way.
      case loading
    }

    package enum Dispatch: String, Sendable, Hashable, CaseIterable {
      /// No dispatch is running.
      case idle
      case reading
      /// Its request is under way.
      case sending
    }

    /// The opener of any container; a waiting one takes precedence.
    package var opening: Opening
    /// The states of loading the saved copies.
    package var saved: Set<Saved>
    /// The states of the requests to the tag server.
    package var network: Set<Network>
    /// The states of the dispatches of all queues.
    package var dispatch: Set<Dispatch>
    package var isPreviewing: Bool
  }

  /// The current states of the flows.
  ///
  /// - Complexity: O(n) in the open containers.
  package var flows: Flows {
    let open = containers.values
    return Flows(
      opening: open.isEmpty ? .closed : open.contains { $0.opening.isWaiting } ? .waiting : .done,
      saved: Set(open.map { Self.flow($0.refresher.disk) }),
      network: Set(open.map { Self.flow($0.refresher.network) }),
      dispatch: Set(HitQueue.allCases.map { Self.flow(dispatchers[$0].state) }),
      isPreviewing: previewedContainer != nil)
  }

  /// Where the dispatch of a queue stands now.
  package func dispatch(of queue: HitQueue) -> Flows.Dispatch {
    Self.flow(dispatchers[queue].state)
  }

  private static func flow(_ disk: Refresher.Disk) -> Flows.Saved {
    switch disk {
    case .untouched: .untouched
    case .reading: .reading
    case .done: .done
    }
  }

  private static func flow(_ network: Refresher.Network) -> Flows.Network {
    switch network {
    case .idle: .idle
    case .scheduled: .scheduled
    case .loading: .loading
    }
  }

  private static func flow(_ state: Dispatcher.State) -> Flows.Dispatch {
    switch state {
    case .idle: .idle
    case .reading: .reading
    case .sending: .sending
    }
  }
}
