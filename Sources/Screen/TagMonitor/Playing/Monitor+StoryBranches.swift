import ScenarioEngine
import TagPanes
import TagSimulation

/// The continuation after a story.
enum NextStory {
  /// A branch of the scenario that was not played yet, with its number.
  case branch(Int, ScenarioRun)
  /// Another way to play the scenario.
  case way(ScenarioRun)

  var title: String {
    switch self {
    case .branch(_, let run), .way(let run): run.scenario.wayTitle
    }
  }
}

/// The branches that a scenario defines: they are kept beside its story from their marks on, and
/// follow at its end.
extension Monitor {
  /// The number of the current story's run, or of the one from which the current branch branches.
  var storyID: Int {
    let here = comparing.branches.current
    return telling.plan.storyBranches.first { $0.id == here }?.story ?? here
  }

  /// The continuation after the current story; nil if there is none.
  var nextStory: NextStory? {
    let story = storyID
    for known in telling.plan.storyBranches where known.story == story {
      if let run = comparing.branches.at(known.id)?.run, run.isUntoldBranch {
        return .branch(known.id, run)
      }
    }
    return telling.plan.ways.first.map { .way($0) }
  }

  /// Keeps the branches of the scenario whose marks were passed, in their state at the mark. They
  /// belong to the story as written: a branch by the user has none.
  mutating func keepStoryBranches() {
    let here = comparing.branches.here
    guard here.isStory, run.scenario.branch == nil, !comparing.isOneWorld else { return }
    for start in run.branches {
      let name = start.scenario.branch?.name ?? ""
      let known = telling.plan.storyBranches.first { $0.story == here.id && $0.name == name }
      if let known {
        // After an undo, the story passes its marks again.
        if comparing.branches.at(known.id)?.run?.isUntoldBranch == true {
          comparing.branches.renew(known.id, with: start)
        }
      } else if comparing.branches.isFull {
        message = .failure(Self.noRoom(for: name))
      } else {
        let kept = comparing.branches.keep(
          start, name: name, below: here.id, from: start.timeline.rowCount,
          start: start.record.count, isOfScenario: true)
        guard let id = comparing.branches.named(kept)?.id else { continue }
        telling.plan.storyBranches.append(StoryBranch(id: id, story: here.id, name: name))
      }
    }
  }

  private static func noRoom(for name: String) -> String {
    "branch \"\(name)\" is left out: there are already \(Branches.limit), the limit; drop one in "
      + ":branches with Del"
  }

  /// Continues with a branch of the scenario, or in another way from the start.
  mutating func playNextStory() {
    guard let next = nextStory, keepUndone() else { return }
    switch next {
    case .branch(let id, _): go(toBranch: id)
    case .way(let run):
      telling.plan.ways.removeFirst()
      let name = run.scenario.wayTitle
      comparing.branches.begin(
        comparing.branches.named(name) == nil ? name : nil, from: 0, start: 0, isAskedFor: true,
        leaving: Branches.Left(run: self.run, cursor: nil, marks: finding.marks),
        below: storyID)
      enter(run, at: nil)
      selection = Selection()
    }
    message = nil
    refreshView()
    telling.playback.goesOn = true
    isPlaying = true
  }

  /// The played runs of the scenario: as written, in its other ways, and of its branches.
  var toldRuns: [ScenarioRun] {
    comparing.branches.all.compactMap { branch in
      guard let run = branch.id == comparing.branches.current ? run : branch.run else { return nil }
      return (branch.isStory || branch.isOfScenario) && !run.isUntoldBranch ? run : nil
    }
  }
}

extension ScenarioRun {
  /// Whether it is a branch of a scenario that was not played yet.
  var isUntoldBranch: Bool {
    guard let branch = scenario.branch else { return false }
    return position == branch.position && record.last?.origin == .scenario(position - 1)
  }
}
