import PhoneLog
import TagInspection
import TagTrials

extension LimitTable {
  static let captures: [Group] = [
    Group(
      title: "Logs of phones",
      rows: [
        Row(
          "PhoneLogReader.lineLimit", PhoneLogReader.lineLimit, "bytes of a line",
          "the rest is not read, with a message"),
        Row(
          "PhoneLogReader.fieldLimit", PhoneLogReader.fieldLimit, "bytes of the value of a field",
          "the rest is cut, with a message"),
        Row(
          "PhoneLogReader.shownLimit", PhoneLogReader.shownLimit,
          "bytes of a line that are kept to be shown", "the rest is not shown"),
        Row(
          "PhoneLogReader.blockLimit", PhoneLogReader.blockLimit, "lines of a dictionary",
          "it counts as broken"),
        Row(
          "PhoneLogReader.openLimit", PhoneLogReader.openLimit,
          "dictionaries that are open at one time", "the oldest counts as broken"),
        Row(
          "PhoneLogReader.interruptionLimit", PhoneLogReader.interruptionLimit,
          "lines of others between those of a dictionary", "it counts as broken"),
        Row(
          "PropertyText.depthLimit", 16, "maps and lists inside of each other, of iOS",
          "the inner ones are texts"),
        Row(
          "BundleText.depthLimit", 16, "bundles and lists inside of each other, of Android",
          "the inner ones are texts"),
        Row("LinePrefix.nameLimit", 128, "bytes of a tag or a process", "the line has no prefix"),
        Row(
          "PhoneRecord.keptLimit", PhoneRecord.keptLimit, "events, and hits, that are kept",
          "the others are counted"),
        Row(
          "PhoneRecord.recentLimit", PhoneRecord.recentLimit,
          "events, and hits, that a further line may repeat", "it is another one"),
        Row(
          "PhoneRecord.flawLimit", PhoneRecord.flawLimit, "findings in a log, and lines of each",
          "the others are counted or left out"),
        Row(
          "PhoneRecord.echoMilliseconds", PhoneRecord.echoMilliseconds,
          "milliseconds within which two consoles write one line", "they are two events"),
        Row(
          "PhonePlayer.togetherMilliseconds", 5000,
          "milliseconds within which an event of a tag is seen on the phone", "it is another one"),
        Row(
          "PhonePlayer.leadMilliseconds", 60_000,
          "milliseconds from the start of the app to the first event", "it is played so long before"
        ),
        Row(
          "PhonePlayer.apartMilliseconds", 1000, "milliseconds between events of unknown times",
          "they are played so far apart"),
        Row(
          "PhonePlayer.waitingLimit", 1000, "hits, and expectations, that wait for each other",
          "the oldest counts as not seen"),
        Row(
          "PhonePlayer.patience", 10,
          "seconds for which a growing log may still show what a tag does at once",
          "it counts as not seen until it is"),
        Row(
          "PhonePlayer.dispatchPatience", 130,
          "seconds for which it may still show that a hit is sent, on iOS",
          "it counts as not seen until it is"),
        Row(
          "PhonePlayer.androidPatience", 1830, "the same on Android",
          "it counts as not seen until it is"),
        Row(
          "PhonePlayer.unplayedLimit", 100, "reported lines that could not be played",
          "the others are left out"),
        Row(
          "PhoneTraits.nameLimit", 100, "characters of a phone's description of itself",
          "the rest is cut"),
        Row(
          "FollowReport.rowLimit", 500, "events, and things that tags do, of a report for people",
          "--report json has the others"),
        Row(
          "PhoneExpectation.textLimit", 60, "characters of a value that a difference shows",
          "the rest is cut"),
      ]),
    Group(
      title: "Captures of proxies",
      rows: [
        Row("Capture.byteLimit", Capture.byteLimit, "bytes of a capture", "it is refused"),
        Row("Capture.entryLimit", 500_000, "requests of a capture", "the others are counted"),
        Row("Capture.hitLimit", 20_000, "hits of a capture", "the others are counted"),
        Row(
          "Capture.unreadLimit", 5, "requests that cannot be read and are named",
          "the others are counted"),
        Row(
          "CaptureFault.toldHits", 8, "hits that a finding names", "the others are counted"),
        Row(
          "CaptureFault.reportHour", 4, "hours of the next day in which a hit counts for its own",
          "it is reported as late"),
        Row("CaptureFault.queueHours", 4, "hours that a hit may wait", "it is reported"),
        Row(
          "CaptureFault.twiceMilliseconds", 1000,
          "milliseconds within which two equal hits are one made twice", "they are two hits"),
        Row(
          "CollectorRules.sessionHits", 500, "hits of a session that are processed",
          "a hit is in no report"),
        Row(
          "CollectorRules.dayHits", 200_000, "hits of a user that are processed in a day",
          "a hit is in no report"),
        Row(
          "World.toldReasons", 3, "reasons why hits are in no report that a remark names",
          "the others are counted"),
        Row(
          "CollectorSessions.remembered", 1000, "users whose sessions are counted",
          "the oldest is forgotten"),
        Row(
          "CollectorRules.quotedCharacters", 60, "characters of a value that a reason quotes",
          "the rest is cut"),
        Row(
          "CollectorRules.sessionMinutes", 30, "minutes without a hit in a session",
          "a new one begins"),
        Row(
          "HitInversion.wayLimit", 16, "ways to read one hit that are followed",
          "the others are not tried"),
        Row(
          "HitInversion.candidateLimit", 8, "pushes that are tried for a hit",
          "the others are not tried"),
        Row(
          "HitInversion.depthLimit", 16, "macros that refer to each other for a field of a hit",
          "the tag counts as none that can make it"),
        Row(
          "EcommerceReading.partLimit", 200, "products of a list of a captured hit",
          "no tag makes the hit"),
        Row(
          "CaptureReplay.hitLimit", CaptureReplay.hitLimit, "hits that are traced to tags",
          "the others are counted"),
        Row(
          "CaptureReplay.togetherMilliseconds", 2000,
          "milliseconds within which hits may come from one push", "each is traced separately"),
        Row(
          "CaptureReplay.apartMilliseconds", 2000,
          "milliseconds between hits of unknown times", "they are played so far apart"),
        Row(
          "CaptureReplay.leadMilliseconds", 10_000,
          "milliseconds from the start of the app to the first hit", "it is played so long before"),
        Row(
          "ContainerProbes.probeLimit", ContainerProbes.probeLimit, "pushes that try a container",
          "the others are counted"),
        Row(
          "ContainerProbes.blockerLimit", 8, "blocking rules that are tried with a rule",
          "the others are not tried"),
        Row(
          "ProbedPush.purposeLimit", 3, "purposes of a push listed in its comment",
          "the others are counted"),
        Row("ReachScenario.goalLimit", 8, "goals listed in a comment", "the others are counted"),
        Row(
          "ReachScenario.expectationLimit", 20, "expectations after a push",
          "the others are left out"),
        Row(
          "ReachScenario.missingLimit", 200, "goals reported as not reached",
          "the others are counted"),
        Row(
          "ReachPlayer.missingLimit", ReachPlayer.missingLimit,
          "reported goals that no push reaches", "the others are counted"),
        Row("ImportReport.hostLimit", 5, "hosts that are named", "the others are counted"),
        Row(
          "ImportReport.hostNameLimit", 253, "characters of the name of a host",
          "the rest is cut off"),
        Row("ImportReport.hitLimit", 1000, "hits of the table", "--json has the others"),
      ]),
  ]
}
