/// What a key can do.
enum Action: Sendable, Hashable {
  case help
  case prompt
  case push
  case playPause
  case stepForward
  case stepBack
  case firstEvent
  case backToLive
  case nextChapter
  case previousChapter
  case slower
  case faster
  case screens
  case buttons
  case network
  case background
  case kill
  case refresh
  case dispatch
  case explain
  case focus(Pane)
  case nextPane
  case previousPane
  case zoom
  case unzoom
  case up
  case down
  case pageUp
  case pageDown
  case top
  case bottom
  case logLevel
  case escape
  case back
  case quit
}
