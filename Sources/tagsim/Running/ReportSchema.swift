import ArgumentParser

/// The JSON Schemas (draft 2020-12) of the reports for machines. A report with other members has a
/// schema of another number, unless they are there only with an option that is new.
enum ReportSchema: String, CaseIterable, ExpressibleByArgument {
  /// `--report json`.
  case run
  /// A line of `--report ndjson`.
  case facts
  /// `tagsim diff OLD NEW SCENARIO… --report json`.
  case diff
  /// `tagsim forecast … -o FILE`, and `--report json`.
  case forecast

  /// The schema as text, indented.
  var lines: [String] {
    switch self {
    case .run: Self.runText.split(separator: "\n").map(String.init)
    case .diff: Self.diffText.split(separator: "\n").map(String.init)
    case .forecast: Self.forecastText.split(separator: "\n").map(String.init)
    case .facts: Self.factsText.split(separator: "\n").map(String.init)
    }
  }

  private static let forecastText = """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "tagsim.forecast/3",
      "description": "The counts of a forecast or of a part of one: whole numbers, which add up.",
      "type": "object",
      "required": ["schema", "forecast", "shards", "of", "played", "counts", "digest"],
      "additionalProperties": false,
      "properties": {
        "schema": {"const": "tagsim.forecast/3"},
        "forecast": {
          "type": "object",
          "required": [
            "phones", "days", "publishMinute", "seed", "files", "container", "old", "new",
            "population", "journeys", "tags", "zone"
          ],
          "additionalProperties": false,
          "properties": {
            "phones": {"$ref": "#/$defs/count"}, "days": {"$ref": "#/$defs/count"},
            "publishMinute": {"$ref": "#/$defs/count", "description": "of the day, in UTC"},
            "seed": {"type": "string"},
            "files": {"type": "string", "description": "a digest of what is in them"},
            "container": {"type": "string"}, "old": {"type": "string"}, "new": {"type": "string"},
            "population": {"type": "string"},
            "journeys": {"type": "array", "items": {"type": "string"}},
            "tags": {"type": "array", "items": {"type": "string"}},
            "zone": {"type": "string", "description": "by whose clock hits are late"}
          }
        },
        "shards": {"$ref": "#/$defs/counts", "description": "which parts these are, from 1"},
        "of": {"$ref": "#/$defs/count"},
        "played": {"$ref": "#/$defs/count", "description": "phones"},
        "digest": {"type": "string", "description": "FNV-1a of all else, without white space"},
        "counts": {
          "type": "object",
          "required": [
            "phones", "steps", "undone", "carried", "made", "opened", "adopted", "reasons",
            "tagServer", "collector", "groups", "waiting", "sessions", "events", "daySessions", "dayEvents", "firings", "others", "strange"
          ],
          "additionalProperties": false,
          "properties": {
            "phones": {"$ref": "#/$defs/count"},
            "steps": {"$ref": "#/$defs/count", "description": "of sessions"},
            "undone": {"$ref": "#/$defs/count", "description": "those that could not be done"},
            "groups": {
              "$ref": "#/$defs/rows",
              "description": "used in the week before, not, installed after, other SDK: all, opened, NEW"
            },
            "opened": {"$ref": "#/$defs/counts", "description": "first uses, by minute"},
            "adopted": {"$ref": "#/$defs/counts", "description": "first with NEW, by minute"},
            "waiting": {
              "$ref": "#/$defs/rows", "description": "without NEW by hour, and reason as below"
            },
            "reasons": {
              "$ref": "#/$defs/counts",
              "description": "not opened, offline, saved only, not due, never asks, other SDK"
            },
            "sessions": {"$ref": "#/$defs/rows", "description": "by hour, and container"},
            "events": {"$ref": "#/$defs/rows", "description": "by hour, and container"},
            "daySessions": {
              "$ref": "#/$defs/rows", "description": "tallies by day: NEW alone"
            },
            "dayEvents": {"$ref": "#/$defs/rows", "description": "tallies by day: NEW"},
            "firings": {
              "$ref": "#/$defs/rows",
              "description": "tallies of sessions by container: default, OLD, several, NEW; by tag"
            },
            "others": {
              "$ref": "#/$defs/rows",
              "description": "tallies: events by container; hits sent, waiting, late, twice, lost"
            },
            "carried": {"$ref": "#/$defs/count", "description": "hits that waited before NEW"},
            "made": {"$ref": "#/$defs/count", "description": "hits"},
            "tagServer": {"$ref": "#/$defs/counts", "description": "requests, by minute"},
            "collector": {"$ref": "#/$defs/counts", "description": "requests, by minute"},
            "strange": {
              "$ref": "#/$defs/rows",
              "description": "number, score, minutes and 1, reason, lost, late, twice, waiting"
            }
          }
        }
      },
      "$defs": {
        "count": {"type": "integer", "minimum": 0},
        "counts": {"type": "array", "items": {"$ref": "#/$defs/count"}},
        "rows": {
          "type": "array", "items": {"$ref": "#/$defs/counts"},
          "description": "a tally is phones, sum, squares; for each part sum, squares, products"
        }
      }
    }
    """

  private static let diffText = """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "tagsim.diff/1",
      "description": "The report of tagsim diff OLD NEW SCENARIO... --report json.",
      "type": "object",
      "required": [
        "schema", "version", "same", "told", "summary", "old", "new", "changes", "untried",
        "idleRules", "remarks", "played"
      ],
      "additionalProperties": false,
      "properties": {
        "schema": {"const": "tagsim.diff/1"},
        "version": {"type": "string", "description": "of tagsim"},
        "same": {"type": "boolean"},
        "told": {"type": "boolean", "description": "whether one of the containers was in use"},
        "summary": {"type": "string"},
        "old": {"$ref": "#/$defs/side"}, "new": {"$ref": "#/$defs/side"},
        "changes": {"type": "array", "items": {"$ref": "#/$defs/change"}},
        "untried": {"type": "array", "items": {"type": "string"}},
        "idleRules": {"type": "array", "items": {"type": "string"}},
        "remarks": {"type": "array", "items": {"type": "string"}},
        "played": {"type": "array", "items": {"$ref": "#/$defs/played"}}
      },
      "$defs": {
        "count": {"type": "integer", "minimum": 0},
        "side": {
          "type": "object", "required": ["file", "containerId", "version"],
          "additionalProperties": false,
          "properties": {
            "file": {"type": "string"}, "containerId": {"type": ["string", "null"]},
            "version": {"type": "string"}
          }
        },
        "change": {
          "type": "object",
          "required": [
            "kind", "subject", "event", "what", "why", "count", "scenarios", "scenario", "row"
          ],
          "additionalProperties": false,
          "properties": {
            "kind": {"enum": ["tag", "hit", "value", "key", "event", "expectation"]},
            "subject": {"type": "string"}, "event": {"type": ["string", "null"]},
            "what": {"type": "string"}, "why": {"type": "string"},
            "count": {"$ref": "#/$defs/count"}, "scenarios": {"$ref": "#/$defs/count"},
            "scenario": {"type": "string"}, "row": {"type": "string"}
          }
        },
        "played": {
          "type": "object",
          "required": [
            "scenario", "events", "usesOld", "usesNew", "differing", "onlyDelivery", "failing",
            "cut"
          ],
          "additionalProperties": false,
          "properties": {
            "scenario": {"type": "string"}, "events": {"$ref": "#/$defs/count"},
            "usesOld": {"type": "boolean"}, "usesNew": {"type": "boolean"},
            "differing": {"$ref": "#/$defs/count"}, "onlyDelivery": {"$ref": "#/$defs/count"},
            "failing": {"$ref": "#/$defs/count"}, "cut": {"type": "boolean"}
          }
        }
      }
    }
    """

  private static let runText = """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "tagsim.run/1",
      "description": "The report of tagsim run --report json.",
      "type": "object",
      "required": ["schema", "version", "files", "totals"],
      "additionalProperties": false,
      "properties": {
        "schema": {"const": "tagsim.run/1"},
        "version": {"type": "string", "description": "of tagsim"},
        "files": {"type": "array", "items": {"$ref": "#/$defs/file"}},
        "totals": {"$ref": "#/$defs/totals"},
        "coverage": {"$ref": "#/$defs/coverage"}
      },
      "$defs": {
        "coverage": {
          "description": "with --coverage or --at-least",
          "type": "object",
          "required": ["containers", "apps", "rules", "wanted", "enough"],
          "additionalProperties": false,
          "properties": {
            "containers": {
              "type": "array",
              "items": {
                "type": "object",
                "required": [
                  "id", "version", "events", "missing", "uncounted", "tags", "rules", "conditions",
                  "variables"
                ],
                "additionalProperties": false,
                "properties": {
                  "id": {"type": "string"}, "version": {"type": "string"},
                  "events": {"$ref": "#/$defs/count"},
                  "missing": {"type": "array", "items": {"type": "string"}},
                  "uncounted": {"type": "array", "items": {"type": "string"}},
                  "tags": {"$ref": "#/$defs/reached"}, "rules": {"$ref": "#/$defs/reached"},
                  "conditions": {"$ref": "#/$defs/reached"},
                  "variables": {"$ref": "#/$defs/reached"}
                }
              }
            },
            "apps": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["name", "buttons", "missing"],
                "additionalProperties": false,
                "properties": {
                  "name": {"type": "string"}, "buttons": {"$ref": "#/$defs/reached"},
                  "missing": {"type": "array", "items": {"type": "string"}}
                }
              }
            },
            "rules": {"$ref": "#/$defs/reached"},
            "wanted": {"type": ["integer", "null"]},
            "enough": {"type": "boolean"}
          }
        },
        "reached": {
          "type": "object", "required": ["reached", "all"], "additionalProperties": false,
          "properties": {"reached": {"$ref": "#/$defs/count"}, "all": {"$ref": "#/$defs/count"}}
        },
        "text": {"type": ["string", "null"]},
        "count": {"type": "integer", "minimum": 0},
        "file": {
          "type": "object",
          "required": ["file", "problems", "runs"],
          "additionalProperties": false,
          "properties": {
            "file": {"type": "string"},
            "problems": {
              "description": "why it cannot be read; empty where it was",
              "type": "array", "items": {"$ref": "#/$defs/problem"}
            },
            "runs": {
              "description": "one for each way to play it",
              "type": "array", "items": {"$ref": "#/$defs/run"}
            }
          }
        },
        "problem": {
          "type": "object",
          "required": ["file", "line", "column", "text"],
          "additionalProperties": false,
          "properties": {
            "file": {"$ref": "#/$defs/text"},
            "line": {"type": ["integer", "null"]},
            "column": {"type": ["integer", "null"]},
            "text": {"type": "string"}
          }
        },
        "run": {
          "type": "object",
          "required": [
            "variant", "title", "tags", "seed", "failed", "containers", "remarks", "points"
          ],
          "additionalProperties": false,
          "properties": {
            "variant": {"$ref": "#/$defs/text"},
            "title": {"$ref": "#/$defs/text"},
            "tags": {"type": "array", "items": {"type": "string"}},
            "seed": {"type": "string", "pattern": "^[0-9]+$"},
            "failed": {"type": "boolean"},
            "containers": {
              "description": "that were opened, with the version that was in use last",
              "type": "array",
              "items": {
                "type": "object",
                "required": ["id", "text"],
                "additionalProperties": false,
                "properties": {"id": {"type": "string"}, "text": {"type": "string"}}
              }
            },
            "remarks": {"type": "array", "items": {"type": "string"}},
            "points": {"type": "array", "items": {"$ref": "#/$defs/point"}}
          }
        },
        "point": {
          "description": "an expectation, or a step that could not be done",
          "type": "object",
          "required": [
            "file", "line", "column", "text", "label", "pass", "optional", "outcome", "why",
            "remarks", "row", "see", "chapter", "date", "clock"
          ],
          "additionalProperties": false,
          "properties": {
            "file": {"type": "string"},
            "line": {"$ref": "#/$defs/count"},
            "column": {"$ref": "#/$defs/count"},
            "text": {"type": "string"},
            "label": {"$ref": "#/$defs/text"},
            "pass": {"$ref": "#/$defs/text"},
            "optional": {"type": "boolean"},
            "outcome": {"enum": ["held", "failed", "error"]},
            "why": {"type": "array", "items": {"type": "string"}},
            "remarks": {
              "description": "what is to be known of it though it held",
              "type": "array", "items": {"type": "string"}
            },
            "row": {"description": "the number of the event that was looked at, 0 before the first",
              "$ref": "#/$defs/count"},
            "see": {"description": "the command that shows the world at a failure",
              "$ref": "#/$defs/text"},
            "chapter": {"$ref": "#/$defs/text"},
            "date": {"type": "string"},
            "clock": {"type": "string"}
          }
        },
        "totals": {
          "type": "object",
          "required": ["scenarios", "unreadable", "expectations", "steps"],
          "additionalProperties": false,
          "properties": {
            "scenarios": {"$ref": "#/$defs/count"},
            "unreadable": {"$ref": "#/$defs/count"},
            "expectations": {"$ref": "#/$defs/tally"},
            "steps": {"$ref": "#/$defs/tally"}
          }
        },
        "tally": {
          "type": "object",
          "required": ["all", "failed", "optional"],
          "additionalProperties": false,
          "properties": {
            "all": {"$ref": "#/$defs/count"},
            "failed": {"$ref": "#/$defs/count"},
            "optional": {"description": "of those that failed", "$ref": "#/$defs/count"}
          }
        }
      }
    }
    """

  /// The members of each fact, with what they are: the schema is made of this table.
  static let factKinds: [(name: String, description: String, members: [(String, String)])] = [
    ("begin", "the first line", [("schema", "schema"), ("version", "string")]),
    (
      "problem", "why a file cannot be read", [("path", "string"), ("problem", "problem")]
    ),
    (
      "run", "a way to play a file begins",
      [
        ("file", "string"), ("variant", "text"), ("title", "text"), ("tags", "strings"),
        ("seed", "string"),
      ]
    ),
    ("chapter", "a chapter begins", [("line", "count"), ("text", "string")]),
    ("caption", "what the audience is told", [("line", "count"), ("text", "string")]),
    ("note", "what the presenter is told", [("line", "count"), ("text", "string")]),
    (
      "question", "what the room is asked",
      [("line", "count"), ("text", "string"), ("answer", "text")]
    ),
    ("act", "a statement that does something, or could not", statement),
    ("expectation", "a statement that expects something", statement),
    (
      "event", "a row of the event list",
      [
        ("row", "count"), ("time", "string"), ("name", "string"), ("detail", "text"),
        ("hits", "ids"),
      ]
    ),
    (
      "data", "what a push wrote, a value each",
      [
        ("row", "count"), ("path", "string"), ("type", "string"), ("value", "any"),
        ("cut", "flag"),
      ]
    ),
    (
      "rule", "a rule at an event",
      [("row", "count"), ("container", "string"), ("rule", "string"), ("holds", "flag")]
    ),
    (
      "tag", "a tag at an event, whether it fired or not",
      [
        ("row", "count"), ("container", "string"), ("tag", "string"), ("function", "string"),
        ("fired", "flag"), ("outcome", "string"), ("why", "text"),
      ]
    ),
    (
      "value", "what the app reads from a container, where it is another than before",
      [
        ("row", "count"), ("key", "string"), ("origin", "string"), ("type", "string"),
        ("value", "any"), ("cut", "flag"),
      ]
    ),
    (
      "log", "a line of the log",
      [
        ("time", "string"), ("level", "string"), ("source", "string"), ("text", "string"),
        ("printed", "flag"),
      ]
    ),
    (
      "hit", "a hit as it is at the end of the run",
      [
        ("hit", "id"), ("row", "id"), ("queue", "string"), ("type", "string"),
        ("title", "string"), ("tag", "text"), ("state", "string"), ("loss", "text"),
        ("late", "flag"), ("tries", "count"), ("made", "string"), ("received", "text"),
        ("payload", "string"), ("unreported", "text"),
      ]
    ),
    ("cut", "there were too many facts in a run, so many are left out", [("left", "count")]),
    ("end", "the last line", [("totals", "totals")]),
  ]

  private static let statement = [
    ("file", "string"), ("line", "count"), ("column", "count"), ("text", "string"),
    ("label", "text"), ("pass", "text"), ("optional", "flag"), ("outcome", "outcome"),
    ("why", "strings"), ("remarks", "strings"),
  ]

  private static var factsText: String {
    let kinds = factKinds.map { fact in
      let members = fact.members.map { "\"\($0.0)\": {\"$ref\": \"#/$defs/\($0.1)\"}" }
      let names = (["fact"] + fact.members.map(\.0)).map { "\"\($0)\"" }
      return """
            {
              "description": "\(fact.description)",
              "required": [\(names.joined(separator: ", "))],
              "additionalProperties": false,
              "properties": {
                "fact": {"const": "\(fact.name)"},
                \(members.joined(separator: ",\n            "))
              }
            }
        """
    }
    return """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "tagsim.facts/1",
        "description": "A line of tagsim run --report ndjson.",
        "type": "object",
        "oneOf": [
      \(kinds.joined(separator: ",\n"))
        ],
        "$defs": {
          "schema": {"const": "tagsim.facts/1"},
          "string": {"type": "string"},
          "text": {"type": ["string", "null"]},
          "strings": {"type": "array", "items": {"type": "string"}},
          "count": {"type": "integer", "minimum": 0},
          "id": {"type": ["integer", "null"]},
          "ids": {"type": "array", "items": {"type": ["integer", "null"]}},
          "flag": {"type": "boolean"},
          "any": true,
          "outcome": {"enum": ["done", "held", "failed", "error"]},
          "problem": {
            "type": "object",
            "required": ["file", "line", "column", "text"],
            "properties": {
              "file": {"type": ["string", "null"]}, "line": {"type": ["integer", "null"]},
              "column": {"type": ["integer", "null"]}, "text": {"type": "string"}
            }
          },
          "totals": {
            "type": "object",
            "required": ["scenarios", "unreadable", "expectations", "steps"]
          }
        }
      }
      """
  }
}
