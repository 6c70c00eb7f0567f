import ScenarioEngine
import TagMonitor
import TerminalKit

extension LimitTable {
  static let keys: [Group] = [
    Group(
      title: "Keys, lines and what a user keeps",
      rows: [
        Row("KeyMap.limit", 200, "keys that `bind` gives another meaning", "the next is refused"),
        Row("SearchText.limit", 100, "characters of a search", "the rest is not taken"),
        Row(
          "PastedLines.limit", 1_000, "pasted lines that are done one by one",
          "the others are not done"),
        Row(
          "Monitor.offeredLimit", 200, "screens, buttons and versions of the palette",
          "the others are typed behind their verb"),
        Row("Completion.limit", 500, "names to go through with Tab", "the others are left out"),
        Row(
          "Recording.replayLimit", Recording.replayLimit,
          "times that a recording is played to round its waits", "the other waits are exact"),
        Row(
          "Recording.replayedRows", Recording.replayedRows, "rows that are played again for that",
          "the other waits are exact"),
        Row(
          "ScenarioRun.keptLimit", ScenarioRun.keptLimit,
          "expectations that 'expect this' puts into a recording", "the next is refused"),
        Row(
          "RecordingFiles.keptLimit", RecordingFiles.keptLimit,
          "unsaved recordings with one name",
          "no more are kept, with a message"),
        Row(
          "ExpectationLines.limit", 300, "characters of a line for what is selected",
          "a longer one is not offered"),
        Row(
          "LongWork.typedLimit", 4096, "bytes of keys that are kept while something takes long",
          "the others are lost"),
        Row(
          "MonitorSession.nameLimit", 2000, "names of a folder that are completed",
          "the others are left out"),
        Row(
          "Monitor.configurationLimit", Monitor.configurationLimit, "bytes of a configuration",
          "it is refused, with a message"),
        Row(
          "ConfigurationMistakes.limit", 20, "reported mistakes in a configuration",
          "the others are counted"),
        Row(
          "HistoryFile.lineLimit", HistoryFile.lineLimit, "bytes of a typed line that is kept",
          "a longer one is not kept"),
        Row(
          "HistoryFile.fileLimit", HistoryFile.fileLimit, "bytes of the file of typed lines",
          "it is not read, with a message"),
        Row(
          "TerminalClipboard.limit", TerminalClipboard.limit,
          "bytes of a copy for the terminal, in Base64", "it is not sent, with a message"),
        Row(
          "ClipboardWay.screenPiece", ClipboardWay.screenPiece,
          "bytes of a copy that screen passes on at once", "the rest follows in more of them"),
        Row(
          "CopyCommand.secondLimit", CopyCommand.secondLimit, "seconds of a command for copies",
          "it is stopped, with a message"),
        Row(
          "CopyCommand.answerLimit", CopyCommand.answerLimit,
          "bytes of what such a command complains", "the rest is not read"),
        Row(
          "SessionTrace.limit", SessionTrace.limit, "traces of sessions that are kept",
          "the oldest are removed"),
        Row(
          "TraceFolder.room", 4096, "bytes read at the end of a session's trace",
          "a longer last line counts as no end"),
        Row(
          "TraceName.limit", TraceName.limit, "letters of a part of the name of a trace",
          "it is cut"),
        Row(
          "TraceDiff.limit", TraceDiff.limit, "events that two traces differ in",
          "the others are counted"),
        Row(
          "StreamReader.lineLimit", StreamReader.lineLimit, "bytes of a line of the plain mode",
          "it is left out, with a message"),
        Row(
          "PlainSession.heldLineLimit", PlainSession.heldLineLimit,
          "lines that JSON of the plain mode spans", "the statement is not run, with a message"),
        Row(
          "PlainSession.eventLimit", 200, "events and matches printed at once",
          "those before are counted"),
        Row(
          "PlainFacts.rowLimit", 2000, "events of one line of the plain mode",
          "the others are counted"),
        Row(
          "PlainFacts.tagLimit", 50, "tags of an event that did not fire, as lines",
          "the others are counted"),
        Row(
          "PlainText.keyLimit", 3, "keys printed with an event", "the others are counted"),
        Row(
          "WidthProbe.answerLimit", 32, "bytes of what a terminal answers",
          "its widths are not known"),
      ])
  ]
}
