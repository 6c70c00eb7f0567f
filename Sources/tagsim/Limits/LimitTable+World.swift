import CommandKit
import NcursesTerminal
import ScenarioEngine
import TagMonitor
import TagSimulation
import TagStore
import TerminalKit
import TextKit

extension LimitTable {
  static let world: [Group] = [
    Group(
      title: "Scenarios and apps",
      rows: [
        Row(
          "ScenarioLoader.textLimit", ScenarioLoader.textLimit, "bytes of a scenario or app",
          "it is not read"),
        Row("SourceText.fileLimit", 50_000_000, "bytes of a scenario", "it is refused"),
        Row("SourceText.lineLimit", 1_000_000, "bytes of a line", "it is refused, with its number"),
        Row(
          "ScenarioErrors.limit", ScenarioErrors.limit, "mistakes of a file",
          "the rest is left unread"),
        Row(
          "ScenarioError.quoteLimit", ScenarioError.quoteLimit, "characters that a mistake quotes",
          "the rest is cut, with …"),
        Row(
          "Scenario.statementLimit", 100_000, "statements of a scenario, with its blocks unrolled",
          "it is refused, with the place"),
        Row("Scenario.branchLimit", 64, "branches of a scenario", "the next is refused"),
        Row(
          "ScenarioBranch.nameLimit", 100, "bytes of the name of a branch",
          "it is refused, with its place"),
        Row(
          "ScenarioReader.passLimit", 10_000, "passes of a block that is repeated",
          "it is refused, with its place"),
        Row(
          "ScenarioReader.includeLimit", 16, "files that include each other",
          "the next is refused, with its place"),
        Row(
          "Snapshot.lineLimit", 2_000, "lines of a snapshot", "the others are counted"),
        Row(
          "StatementReader.snapshotNameLimit", 100, "bytes of the name of a snapshot",
          "it is refused, with its place"),
        Row(
          "ScenarioReader.readingLimit", 200_000, "passes and included files of a scenario",
          "it is refused, with the place"),
        Row(
          "MatrixAxis.wayLimit", 64, "ways to play a scenario", "the matrix is refused"),
        Row(
          "TokenCursor.keyDepthLimit", TokenCursor.keyDepthLimit, "dots of a key",
          "it is refused, with its place"),
        Row(
          "DurationText.limitDays", 36_500, "days of a duration", "it is refused, with its place"),
        Row(
          "ScenarioRun.resultLimit", ScenarioRun.resultLimit, "results that are kept",
          "further ones are only counted"),
        Row(
          "ScenarioRun.actLimit", ScenarioRun.actLimit, "acts of a trace",
          "further ones are left out, with a message"),
        Row(
          "Trace.wordRoom", Trace.wordRoom, "bytes that identify a trace",
          "a longer first line is not a trace"),
        Row(
          "TraceDigest.spacing", TraceDigest.spacing, "events between two digests of a trace",
          "a departure is located no closer"),
        Row(
          "Trace.byteLimit", Trace.byteLimit, "bytes of a trace",
          "it is refused, with a message"),
        Row(
          "Trace.fileLimit", Trace.fileLimit, "files, and time zones, of a trace",
          "one more is refused, with its place"),
        Row(
          "ScenarioRun.seekLimit", ScenarioRun.seekLimit, "steps that a question searches",
          "it reports how far it searched"),
        Row(
          "ScenarioRun.toldLimit", 5, "Braze calls listed in a failure",
          "the older ones are not listed"),
        Row("BoundedText.lineLimit", 2000, "characters of a line of a result", "it is cut with …"),
        Row("BoundedText.lineCountLimit", 100, "lines of a result", "the others are counted"),
        Row(
          "EventSummary.partLimit", 5, "different rows of a summary",
          "the others are counted together"),
        Row("RunFacts.limit", 50_000, "facts of a run in a report", "the others are counted"),
        Row(
          "RunTraffic.limit", RunTraffic.limit, "requests and hits of a run that are exported",
          "the first ones are left out, with a message"),
        Row(
          "RunFacts.hitLimit", 2000,
          "hits of a run in a report, of those that wait and of those "
            + "that have ended", "the others are not listed"),
        Row(
          "PageReport.failureLimit", 100, "failures on a page", "the others are counted"),
        Row(
          "RunComparison.rowLimit", RunComparison.rowLimit,
          "rows of two runs that are compared, beside those that both share",
          "later ones are not compared, with a message"),
        Row(
          "RunComparison.firstRows", RunComparison.firstRows,
          "rows searched for a first difference", "the others are searched later"),
        Row(
          "RunComparison.sumPairs", RunComparison.sumPairs,
          "rows that are summed up together", "the title says which"),
        Row(
          "RunComparison.toldLimit", RunComparison.toldLimit,
          "listed differences of one kind", "the others are counted"),
        Row(
          "RunComparison.earlierHits", 500,
          "hits checked among those made before two runs differ",
          "older ones are not compared"),
        Row(
          "RowAlignment.window", 64, "rows of two runs that are aligned together",
          "the next ones come after them"),
        Row(
          "ComparisonMemory.reasonLimit", 50, "tags that are remembered with their reasons",
          "the oldest is computed again"),
        Row("VariantReport.lineLimit", 60, "lines of a comparison", "the others are counted"),
        Row("App.shortestRefreshTimer", 1, "seconds of a refresh timer", "less is refused"),
        Row("Simulation.visitLimit", 1000, "screens that one action opens", "the act is refused"),
        Row(
          "ScenarioFolder.depthLimit", 16, "levels of folders that are searched",
          "deeper files are not found"),
        Row(
          "ScenarioFolder.heightLimit", 64, "folders above that are searched for a repository",
          "files are named from the current folder"),
        Row(
          "Scenarios.heightLimit", 64, "folders above a test that are searched for its scenarios",
          "the test fails"),
        Row(
          "PlaceCompletion.fileLimit", 100, "scenarios that are read to complete their tags",
          "tags of the others are not offered"),
      ]),
    Group(
      title: "The world and its history",
      rows: [
        Row(
          "Timeline.stepLimit", Timeline.stepLimit, "steps, and rows, of a history",
          "the world stops, with a message"),
        Row(
          "Timeline.settleLimit", 10, "seconds in which the world settles",
          "the next act comes before that"),
        Row(
          "HistorySize.usualBytes", HistorySize.usualBytes, "bytes of a history",
          "the older half is thinned out; in the end, the world stops"),
        Row(
          "HistorySize.leastBytes", HistorySize.leastBytes, "bytes of the smallest history",
          "less is refused"),
        Row(
          "HistorySize.most", 1 << 40, "bytes that `--history` may ask for", "the option is refused"
        ),
        Row("History.stretchSteps", 64, "steps of a stretch at least", "it is not ended before"),
        Row("History.stretchLimit", 2048, "steps of a stretch", "another one begins"),
        Row("History.joinedSteps", 512, "steps of a joined stretch", "it is not joined further"),
        Row(
          "History.searchedStretches", 16, "stretches searched for a write",
          "the search ends, and says from which row on"),
        Row(
          "KeptWorld.endedHits", 4, "ended hits kept with a world", "the others are played again"),
        Row(
          "OpenTrail.worldCount", 8, "worlds kept on the way to a selected one",
          "going back plays more steps"),
        Row(
          "PlayedStretch.worldCount", 8, "worlds kept of a stretch", "going back plays more steps"),
        Row(
          "PlayedStretches.limit", 8, "stretches in memory", "the least used one is replayed"
        ),
        Row(
          "PlayedStretches.byteLimit", 32 << 20, "bytes of the worlds in memory",
          "the least used one is replayed"),
        Row(
          "KnownWrites.limit", 4096, "answers about writes that are kept",
          "all are forgotten, and found again"),
        Row(
          "Ledger.rememberedHits", Ledger.rememberedHits, "ended hits remembered one by one",
          "the oldest are only counted"),
        Row(
          "RequestLog.remembered", RequestLog.remembered, "requests remembered one by one",
          "the oldest are only counted"),
        Row(
          "BackgroundTask.grace", 5, "seconds for the end of an expired task",
          "the process is ended"),
        Row("Disk.Unsaved.limit", 10_000, "changes between two saves", "the file is compared"),
      ]),
    Group(
      title: "The file of a phone",
      rows: [
        Row(
          "TagStore.byteLimit", TagStore.byteLimit, "bytes of the file",
          "a save is refused, with a message"),
        Row(
          "TagStore.reservedBytes", TagStore.reservedBytes,
          "bytes of the disk for the log, at most a third of what is free",
          "removals are refused on a full disk"),
        Row("TagStore.logPageLimit", 48, "pages in the log", "it is worked into the file"),
        Row(
          "StoreFile.asideLimit", 1000, "files kept aside",
          "no further one is, and the file is refused"),
        Row("StoreFile.linkLimit", 40, "links followed to the file", "it is refused"),
        Row("FoundFile.copiedFiles", 4, "times the limit copied for a check", "it is foreign"),
        Row(
          "RowText.numberLimit", 1 << 53, "the highest number of a row",
          "the row is damaged; a time is this one"),
      ]),
    Group(
      title: "The screen",
      rows: [
        Row("KeyScript.limit", KeyScript.limit, "keys that render presses", "they are refused"),
        Row("Size.limit", Size.limit, "columns, or rows, of the screen", "the rest stays blank"),
        Row(
          "TextWidth.columnLimit", TextWidth.columnLimit, "columns that text is padded to",
          "it is padded no further"),
        Row(
          "Point.limit", Point.limit, "cells from the corner", "a coordinate is this one at most"),
        Row(
          "TerminalText.maximumMarks", TerminalText.maximumMarks, "marks of one character",
          "the others are left out"),
        Row(
          "TerminalText.maximumJoiners", TerminalText.maximumJoiners, "joiners of one emoji",
          "the rest is another character"),
        Row(
          "TextField.maximumScalars", TextField.maximumScalars, "characters of the prompt",
          "no further one is taken"),
        Row(
          "TextField.maximumHistory", TextField.maximumHistory, "lines that the prompt remembers",
          "the oldest is removed"),
        Row(
          "InputDecoder.maximumPasteBytes", InputDecoder.maximumPasteBytes, "bytes of one paste",
          "the others are dropped, and counted"),
        Row(
          "InputDecoder.maximumSequenceBytes", InputDecoder.maximumSequenceBytes,
          "bytes of a key sequence", "it is skipped"),
        Row(
          "NcursesTerminal.escapeDelayMilliseconds", NcursesTerminal.escapeDelayMilliseconds,
          "milliseconds that Esc waits for more", "it is a key"),
        Row("NcursesTerminal.readBytes", 4_096, "bytes read at once", "the others are read next"),
        Row(
          "MonitorSession.burstLimit", 1000, "events taken before a frame",
          "the screen is drawn in between"),
        Row(
          "PlayedWait.longest", 3, "seconds in which a wait is played",
          "a longer one passes faster, unless a speed was chosen"),
        Row(
          "Monitor.searchLimit", 20_000, "events searched for a problem per key press",
          "the next key press continues the search"),
        Row(
          "Notes.lineLimit", 65_536, "bytes of a presenter's note", "it is shown in several lines"),
        Row("Lessons.limit", 3, "lessons that the end of one offers", "the rest are not named"),
        Row(
          "Monitor.longestTick", 1, "seconds of real time played at once",
          "the rest is not caught up with"),
        Row(
          "RowFilter.lengthLimit", RowFilter.lengthLimit, "characters of a filter",
          "it is refused"),
        Row(
          "RowFilter.depthLimit", RowFilter.depthLimit,
          "parentheses and negations of a filter in each other", "it is refused"),
        Row(
          "FindText.lengthLimit", 200, "characters of a text that is found",
          "the others are left out"),
        Row(
          "PaneMatches.rowLimit", 2000, "rows of a pane in which a text is found",
          "only the first are searched, as the title says"),
        Row(
          "RowIndex.rowsAtOnce", 20_000, "events taken in at one key to find and to filter",
          "the next key continues"),
        Row(
          "RowIndex.rowLimit", 100_000, "events kept to find and to filter",
          "only the last are searched"),
        Row(
          "EventFacts.textLimit", 2000, "characters of an event in which a text is found",
          "the rest is not searched"),
        Row("Monitor.markLimit", 1000, "events marked by hand", "no further one is marked"),
        Row("LogPane.lineLimit", 2000, "log lines to scroll through", "the oldest are not shown"),
        Row(
          "DataPane.sortedLeaves", 200, "data layer values sorted by age",
          "the others stay in the order of writing"),
        Row(
          "DispatchForecast.searchedRows", 200, "events searched for the start of an outage",
          "it is shown without"),
        Row(
          "EditedCopies.limit", 50, "edited containers that are kept",
          "the oldest is removed, with a message"),
        Row(
          "Monitor.namesShown", 6, "names of tags in a sentence of the form",
          "the others are counted"),
        Row("Readings.limit", 4096, "values kept for a moment", "others are read again"),
        Row(
          "FiringsPane.window", 1000, "firings of a run to go through at once",
          "those around the selected event are shown"),
        Row("FiringIndex.limit", 100_000, "firings kept for the list", "the oldest half goes"),
        Row(
          "Branches.limit", Branches.limit, "runs that are kept as branches",
          "another one is refused; :branches drops one"),
        Row(
          "Branches.undoLimit", Branches.undoLimit, "actions that z undoes in a row",
          "Z does the last ones again"),
        Row("ExplainMemory.pageLimit", 6, "explanations kept", "others are made again"),
        Row(
          "RunRecord.rowLimit", 20_000, "events that an explanation considers",
          "only the last are considered"),
        Row(
          "ExplainState.limit", 50, "pages to come back to in Explain", "the oldest are forgotten"),
        Row("DataKeyPage.writeLimit", 100, "writes of a key shown", "the last of them are"),
        Row("ReadersText.limit", 20, "readers of a value named", "the others are counted"),
        Row("TagPage.ruleLimit", 8, "rules of a tag shown whole", "the others are counted"),
        Row("ValuePage.turnLimit", 150, "events considered for a value", "the last of them are"),
        Row("ValuePage.valueLimit", 20, "values of a run shown", "the others are counted"),
        Row(
          "ContainerOutlook.eventLimit", 200, "events on the first page of a container",
          "the others are counted"),
        Row(
          "ContainerLife.loadLineLimit", 500, "loads of a container to scroll through",
          "the oldest are not shown"),
        Row(
          "ContainerLife.searchedLoads", 100, "loads searched for the cause of one",
          "it is shown without"),
        Row(
          "WorldView.shownWaiting", 200, "waiting hits shown one by one", "the others are counted"),
        Row(
          "WorldView.shownEnded", 50, "settled hits shown one by one",
          "the older ones are not shown"),
        Row("BrazePane.shownEvents", 100, "events of a user shown", "the oldest are not"),
        Row("BrazePane.shownCalls", 100, "calls of a user shown", "the oldest are not"),
        Row(
          "AddressTable.shownParameters", 200, "parameters of an address shown",
          "the others are counted"),
      ]),
    Group(
      title: "The command line",
      rows: [
        Row("Shard.limit", Shard.limit, "parts of `--shard`", "it is refused"),
        Row("SeedRequest.limit", SeedRequest.limit, "seeds of `--seeds`", "it is refused"),
        Row(
          "RunChance.repeatLimit", RunChance.repeatLimit, "times of `--repeat`", "it is refused"),
        Row(
          "Watcher.fileLimit", Watcher.fileLimit, "files that `--watch` watches",
          "the others are counted, and their changes are not seen"),
        Row(
          "Interruption.grace", 2, "seconds in which long work notices an interruption",
          "the process is stopped"),
        Row("WorkThreads.limit", 256, "threads that `--workers` may ask for", "it is refused"),
        Row(
          "WorkThreads.aheadOfEach", 32, "results that wait for their turn, for each thread",
          "the thread waits"),
        Row(
          "WorkThreads.stackSize", 8 << 20, "bytes of a thread's stack",
          "bounds of depth end hostile input before it"),
        Row(
          "NewScenario.nameLimit", NewScenario.nameLimit, "characters of a new scenario's name",
          "it is refused, that of a container cut"),
        Row(
          "UnknownSubject.limit", 12, "names that `explain` lists for an unknown one",
          "the others are counted"),
      ]),
  ]
}
