import OrderedCollections

extension Runtime {
  /// Takes a preview link. Containers that are open are refreshed, within the limits of any refresh
  /// (section 2.5 of the behaviour notes).
  mutating func openPreview(_ url: String, at moment: Moment) {
    let (answer, actions) = preview.open(url)
    effects.append(.notify(.previewAnswered(answer)))
    switch answer {
    case .refused(let reason): log(.notAPreviewURL, url, reason)
    case .previewing(let id) where containers[id] == nil: log(.previewOfUnopened, id)
    case .previewing, .ended: break
    }
    for action in actions {
      switch action {
      case .load(let id, let path): changePreview(of: id, to: path, at: moment)
      case .endOthers(let id):
        for other in containers.keys where other != id && containers[other]?.previewPath != nil {
          changePreview(of: other, to: nil, at: moment)
        }
      }
    }
  }

  private mutating func changePreview(of id: String, to path: String?, at moment: Moment) {
    guard containers[id] != nil else { return }
    containers[id]?.previewPath = path
    guard mayRefresh(id, at: moment) else { return }
    drive(id) { $0.previewChanged() }
  }
}
