import ScenarioEngine
import TerminalKit

/// Where everything stands on a screen of a certain size.
struct Layout: Sendable, Hashable {
  /// The smallest screen that is drawn on.
  static let smallest = Size(columns: 40, rows: 10)
  /// From here on there is a list and a tabbed pane side by side.
  static let listColumns = 80
  /// From here on the four live panes stand at once.
  static let fourPaneColumns = 120
  /// From here on the log has a place of its own beside the four panes.
  static let logRows = 32
  /// From here on the device has a pane of its own; below it is a popup.
  static let devicePane = Size(columns: 200, rows: 50)
  /// The columns of the phone where it stands left of all other panes.
  static let phoneColumns = 40

  /// A pane with its place.
  struct Place: Sendable, Hashable {
    var pane: Pane
    var rect: Rect
    /// Whether tabs stand in its first line.
    var hasTabs = false
  }

  var isTooSmall = false
  var status = Rect(Size.zero)
  var strip = Rect(Size.zero)
  var panes: [Place] = []
  var caption = Rect(Size.zero)
  var message = Rect(Size.zero)
  var keys = Rect(Size.zero)
  /// Where the panes stand, and popups over them.
  var body = Rect(Size.zero)
}

extension Monitor {
  func layout(size: Size) -> Layout {
    var layout = Layout()
    guard size.columns >= Layout.smallest.columns, size.rows >= Layout.smallest.rows else {
      layout.isTooSmall = true
      return layout
    }
    var rest = Rect(size)
    (layout.status, rest) = rest.splitTop(1)
    (layout.strip, rest) = rest.splitTop(1)
    (rest, layout.keys) = rest.splitBottom(1)
    (rest, layout.message) = rest.splitBottom(1)
    (rest, layout.caption) = rest.splitBottom(captionRows(columns: size.columns, rows: size.rows))
    layout.body = rest
    if isZoomed {
      layout.panes = [Layout.Place(pane: focus, rect: rest)]
    } else if size.columns >= Layout.fourPaneColumns {
      layout.panes = fourPanes(in: rest, size)
    } else if size.columns >= Layout.listColumns {
      let (list, tabbed) = rest.splitLeft(max(view.isFirebase ? 33 : 28, size.columns * 35 / 100))
      layout.panes = [
        Layout.Place(pane: .events, rect: list),
        Layout.Place(pane: tab, rect: tabbed, hasTabs: true),
      ]
    } else {
      layout.panes = [Layout.Place(pane: focus, rect: rest, hasTabs: true)]
    }
    return layout
  }

  /// Whether the device has a pane of its own.
  var hasDevicePane: Bool { hasDevicePane(size) }

  private func hasDevicePane(_ size: Size) -> Bool {
    size.columns >= Layout.devicePane.columns && size.rows >= Layout.devicePane.rows
  }

  private func fourPanes(in body: Rect, _ size: Size) -> [Layout.Place] {
    var upper = body
    var places: [Layout.Place] = []
    let hasLog = size.rows >= Layout.logRows
    if hasLog {
      let (above, log) = body.splitBottom(max(6, body.rows / 6))
      upper = above
      places.append(Layout.Place(pane: .log, rect: log))
    }
    var docked: Rect?
    if selection.phone.isOpen, hasDevicePane(size) {
      let (left, right) = upper.splitLeft(Layout.phoneColumns)
      docked = left
      upper = right
    }
    let columns = upper.columns(weights: [38, 40, 42])
    let (data, values) = columns[1].splitTop(upper.rows * 46 / 100)
    let (tags, queue) = columns[2].splitTop(upper.rows * 58 / 100)
    var events = columns[0]
    if let docked { places.append(Layout.Place(pane: .phone, rect: docked)) }
    if selection.phone.isOpen, docked == nil {
      let (above, below) = events.splitTop(upper.rows * 54 / 100)
      events = below
      places.append(Layout.Place(pane: .phone, rect: above))
    }
    if hasDevicePane(size) {
      let (above, device) = events.splitTop(upper.rows * 46 / 100)
      events = above
      places.append(Layout.Place(pane: .device, rect: device))
    }
    // Beside the tags that call it Braze needs more room than the data layer and the values leave.
    let middle: [(Pane, Rect)] =
      focus == .braze ? [(.braze, columns[1])] : [(.data, data), (.values, values)]
    let panes = [(.events, events)] + middle + [(.tags, tags), (.queue, queue)]
    places += panes.map { Layout.Place(pane: $0.0, rect: $0.1) }
    // A pane without a place of its own stands where the queue is while it has the focus.
    if Pane.main.contains(focus), !places.contains(where: { $0.pane == focus }),
      let index = places.firstIndex(where: { $0.pane == .queue })
    {
      places[index].pane = focus
    }
    return places.sorted { $0.pane.number < $1.pane.number }
  }
}
