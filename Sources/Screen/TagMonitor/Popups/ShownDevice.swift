import ScenarioEngine
import TagPanes
import TagSimulation
import TerminalKit

extension Monitor {
  mutating func openDevice() { open(ShownDevice()) }
}

/// The device and its containers over the panes. The place is that of the selected entry of the
/// agenda, and beyond its end the number of lines scrolled.
struct ShownDevice: Overlay {
  var selected = 0

  static let place = KeyPlace.pane(.device)
  static let keys =
    [
      row([.enter], "wait", "let the time pass until then", hint: "goes there") {
        $1.passTime(toEntry: $0.selected)
      },
      row([.character("t")], "time", "the menu of times", hint: "time") { $1.openTimeMenu() },
    ]
    + moving("to the entry above", "to the entry below", hint: "next") {
      $0.selected = $0.selected.moved(by: $1, upTo: $0.popup(in: $2).limit)
    } + copying
    + [row([.escape], "close", "close; so does any other key", hint: "close") { $1.close() }]

  func subject(in monitor: Monitor) -> Explained? {
    .container(monitor.run.timeline.live.world.app.containerID)
  }

  func hints(in monitor: Monitor) -> [KeyHint]? {
    hints(without: popup(in: monitor).limit > 0 ? [] : ["down"])
  }

  func copied(in monitor: Monitor) -> CopySource? { monitor.paneSource(.device) }

  private func popup(in monitor: Monitor) -> DevicePopup {
    DevicePopup(
      monitor.context, place: selected, in: monitor.layout(size: monitor.display.size).body)
  }

  mutating func take(_ key: Key, in monitor: inout Monitor) -> [MonitorEffect]? {
    monitor.close()
    return []
  }

  mutating func click(at point: Point, in monitor: inout Monitor) -> [MonitorEffect]? {
    if !popup(in: monitor).rect.contains(point) { monitor.close() }
    return []
  }

  func draw(_ monitor: Monitor, _ layout: Layout, on buffer: inout CellBuffer) -> Point? {
    popup(in: monitor).draw(on: &buffer)
  }
}
