import OrderedCollections

extension Runtime {
  /// Where the flows of the runtime stand, for who counts in which of their states a fault struck.
  package struct Flows: Sendable, Hashable {
    /// Whether somebody waits for a container.
    package enum Opening: String, Sendable, Hashable, CaseIterable {
      /// No container is open.
      case closed
      /// An opener waits for one.
      case waiting
      /// Whoever wanted one has it.
      case done
    }

    /// How far the saved copy of a container is.
    package enum Saved: String, Sendable, Hashable, CaseIterable {
      /// Nobody has asked for it.
      case untouched
      /// The disk is being read.
      case reading
      /// It was read, or there is none.
      case done
    }

    /// Whether the tag server is asked.
    package enum Network: String, Sendable, Hashable, CaseIterable {
      /// No question is under way or due.
      case idle
      /// One is due.
      case scheduled
      /// One is under way.
      case loading
    }

    /// What a dispatch does.
    package enum Dispatch: String, Sendable, Hashable, CaseIterable {
      /// None goes on.
      case idle
      /// It reads hits.
      case reading
      /// Its request is under way.
      case sending
    }

    /// The opener of any container; one that waits counts first.
    package var opening: Opening
    /// The saved copies that are being dealt with.
    package var saved: Set<Saved>
    /// The questions to the tag server.
    package var network: Set<Network>
    /// The dispatches of all queues.
    package var dispatch: Set<Dispatch>
    /// Whether a container is previewed.
    package var isPreviewing: Bool
  }

  /// Where the flows stand now.
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
