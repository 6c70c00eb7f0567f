import ContainerFormats
import TagInspection

extension LimitTable {
  static let containers: [Group] = [
    Group(
      title: "Containers",
      rows: [
        Row("ContainerLimits.bytes", ContainerLimits.bytes, "bytes of a file", "it is refused"),
        Row(
          "ContainerLimits.publishedBytes", ContainerLimits.publishedBytes,
          "bytes that Google publishes", "it is read, with a remark"),
        Row(
          "ContainerLimits.functions", ContainerLimits.functions,
          "variables, tags, conditions or rules", "the file is refused"),
        Row(
          "ContainerLimits.predicatesPerRule", ContainerLimits.predicatesPerRule,
          "conditions of a rule", "the file is refused"),
        Row(
          "ContainerLimits.triggersPerEntity", ContainerLimits.triggersPerEntity,
          "triggers of a tag of an export", "the file is refused"),
        Row(
          "ContainerLimits.dictionaryEntries", ContainerLimits.dictionaryEntries,
          "entries of a dictionary of a binary", "the file is refused"),
        Row(
          "ContainerLimits.experimentParts", ContainerLimits.experimentParts,
          "messages of experiments", "the file is refused"),
        Row(
          "ContainerLimits.propertiesPerFunction", ContainerLimits.propertiesPerFunction,
          "parameters of a call of a binary", "the file is refused"),
        Row(
          "ContainerLimits.escapings", ContainerLimits.escapings, "escapings of a value",
          "the file is refused"),
        Row(
          "ContainerLimits.indices", ContainerLimits.indices, "indices of a list of a binary",
          "the file is refused"),
        Row(
          "ContainerLimits.depth", ContainerLimits.depth, "levels of values and messages",
          "the file is refused"),
        Row(
          "ContainerLimits.runtimeInstructions", ContainerLimits.runtimeInstructions,
          "instructions of the runtime of a v5 container", "the file is refused"),
        Row(
          "ContainerLimits.memoryFloor", ContainerLimits.memoryFloor,
          "bytes of memory for a file of any size", "the file is refused"),
        Row(
          "ContainerLimits.memoryPerByte", ContainerLimits.memoryPerByte,
          "bytes of memory for each further byte", "the file is refused"),
        Row(
          "ContainerLimits.mapMembers", ContainerLimits.mapMembers, "members of a map",
          "the file is refused"),
        Row(
          "ContainerLimits.valueTextBytes", ContainerLimits.valueTextBytes,
          "bytes of text of a value of a binary", "the file is refused"),
        Row(
          "ContainerLimits.valueNodes", ContainerLimits.valueNodes, "parts of a value of a binary",
          "the file is refused"),
        Row(
          "ContainerLimits.totalNodes", ContainerLimits.totalNodes, "parts of all parameters",
          "the file is refused"),
        Row("ContainerRemark.namesPerSentence", 10, "names in a remark", "the others are counted"),
        Row("WireScanner.numberLength", 10, "bytes of a number of a binary", "the file is refused"),
        Row(
          "XMLPropertyListParser.entityLength", 10, "bytes of an entity of a property list",
          "the file is refused"),
        Row(
          "ForeignFile.headLength", 2_000, "bytes checked in a file that is not a container",
          "later bytes are ignored"),
        Row(
          "ForeignFile.shownBytes", 4, "bytes of an unknown file that are shown",
          "the others are not"),
        Row(
          "ForeignFile.shownCharacters", 20, "characters of an unknown file that are shown",
          "the others are not"),
        Row(
          "KnownContainers.limit", 64, "containers that are kept when they are read",
          "all are forgotten, and read again"),
      ]),
    Group(
      title: "Descriptions of containers",
      rows: [
        Row(
          "DescriptionLimits.words", 160, "characters of a name, value or address",
          "it is cut, with …"),
        Row(
          "DescriptionLimits.rule", 500, "characters of the conditions of a rule",
          "they are cut, with …"),
        Row("DescriptionLimits.notes", 500, "characters of a note", "it is cut, with …"),
        Row(
          "DescriptionLimits.rules", 20, "rules of a tag or a variable", "the others are counted"),
        Row("DescriptionLimits.names", 10, "names in a row", "the others are counted"),
        Row(
          "DescriptionLimits.fields", 30, "fields, parameters and keys", "the others are counted"),
        Row(
          "DescriptionLimits.looks", 50, "rules searched for names",
          "the others are not checked"),
        Row("DescriptionLimits.arrows", 20_000, "arrows of a graph", "the others are counted"),
        Row(
          "DescriptionLimits.variablesPerCondition", 20, "variables of a condition in a graph",
          "the others get no arrow"),
        Row(
          "ContainerTrial.eventLimit", ContainerTrial.eventLimit,
          "events of a scenario for a container", "the others are counted"),
        Row(
          "ContainerTrial.keyLimit", ContainerTrial.keyLimit, "keys of one event",
          "the others are left out"),
        Row(
          "ContainerTrial.readLimit", ContainerTrial.readLimit, "values that the app reads",
          "the others are left out"),
        Row(
          "ContainerTrial.functionLimit", ContainerTrial.functionLimit, "functions of each kind",
          "the others are left out"),
        Row(
          "ContainerTrial.textLimit", ContainerTrial.textLimit, "characters of a name or value",
          "it is left out"),
        Row("TrialScenario.titleLimit", 60, "characters of a button's title", "it is cut"),
        Row("PatternExample.limit", 10, "examples of a pattern", "the search stops"),
        Row(
          "PatternExample.depthLimit", 20, "groups of a pattern in each other",
          "the part gets no example"),
        Row(
          "PatternExample.repetitionLimit", 20, "repetitions of a part in an example",
          "the part gets no example"),
        Row(
          "ContainerComparer.passes", 4, "comparisons to find renamed variables",
          "further renamed ones count as new"),
        Row(
          "CapturedHits.byteLimit", CapturedHits.byteLimit, "bytes of a captured request",
          "it is not read"),
        Row("CapturedHits.hitLimit", 200, "hits of a captured request", "the others are counted"),
        Row("CapturedHits.fieldLimit", 500, "fields of a captured hit", "the others are counted"),
        Row("CapturedHits.valueLimit", 2000, "characters of a captured value", "it is cut with …"),
        Row("Linter.limit", Linter.limit, "findings of a container", "the others are counted"),
        Row(
          "Linter.trialLetters", 8, "characters of a pattern on which it is tried",
          "it is not tried on the others"),
        Row(
          "PatternExample.Mark.groupLimit", 9, "groups that an example refers back to",
          "the part gets no example"),
        Row("Linter.publishedBytes", 200_000, "bytes that Google publishes", "lint reports it"),
        Row("Linter.warnedBytes", 140_000, "bytes from which Google warns", "lint reports it"),
        Row(
          "Linter.constantLength", 1_024, "characters of a constant of the interface",
          "lint reports it"),
        Row(
          "Linter.nearLength", 4, "letters of a text that may be a part of another",
          "shorter ones are not compared"),
        Row(
          "Linter.comparisons", 20_000, "pairs of rules that are compared",
          "the others are not checked"),
      ]),
  ]
}
