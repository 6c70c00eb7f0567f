import OrderedCollections
package import TagRuntime
import TextKit

/// The facts that a page draws, in tables. Texts stay texts here; ``packed()`` writes each of them
/// once, and rows as numbers.
package struct PageFacts: Sendable, Hashable {
  package enum Cell: Sendable, Hashable {
    case text(String)
    case number(Int)
    case numbers([Int])
    case texts([String])
  }

  /// The tables, in the order in which the script and the tests read them.
  package enum Table: String, Sendable, Hashable, CaseIterable {
    case outcomes, tags, uses, rules, conditions, variables, chapters, marks, events, values, data
    case readings, hits, fates, phone, log, checks, story, explained

    /// The kinds of its columns: text, number, list of numbers, list of texts.
    package var kinds: String {
      switch self {
      case .outcomes: "ntt"  // mark, reason in a few words, sentence
      case .tags: "ttt"  // name, container, what it does
      case .uses: "nnll"  // from which event, tag, rules, blocking rules
      case .rules: "tl"  // name, conditions
      case .conditions: "ntt"  // variable, verb, wanted
      case .variables: "tt"  // name, container
      case .chapters: "t"
      case .marks: "l"  // the outcome of each tag
      // time, name, of the app, shown name, cause, chapter, version, flags, hits, sentence,
      // waiting, needs a look, live sentence, marks, conditions that held, who pushed
      case .events: "ttnttntnltnntntt"
      case .values: "nnttn"  // event, variable, value, key, pushed at
      case .data: "nttn"  // event, key, value, whether it is there
      case .readings: "nttt"  // event, key, value, what is wrong
      case .hits: "nntnn"  // number, event, title, tag, event at which it left
      case .fates: "nnnt"  // event, hit, 1 sent 2 needs a look 3 lost, words
      case .phone: "ns"
      case .log: "ntt"  // event, level, text
      case .checks: "nntsn"  // event, 1 passed 0 failed 2 failed but optional, text, reason, tag
      case .story: "nntt"  // event, 0 caption 1 question, text, answer
      case .explained: "nnts"  // event, tag, sentence, names and texts
      }
    }
  }

  private var tables = Array(repeating: [[Cell]](), count: Table.allCases.count)

  package init() {}

  package subscript(_ table: Table) -> [[Cell]] {
    get { tables[Self.place(table)] }
    set { tables[Self.place(table)] = newValue }
    _modify { yield &tables[Self.place(table)] }
  }

  private static func place(_ table: Table) -> Int { Table.allCases.firstIndex(of: table) ?? 0 }

  /// The facts with all their texts changed.
  func mapped(_ change: (String) -> String) -> PageFacts {
    var facts = self
    for table in Table.allCases {
      facts[table] = self[table].map { row in
        row.map { cell in
          switch cell {
          case .text(let text): .text(change(text))
          case .texts(let texts): .texts(texts.map(change))
          case .number, .numbers: cell
          }
        }
      }
    }
    return facts
  }

  /// The facts as JSON: a list of texts, and tables with the places of texts in it.
  ///
  /// - Complexity: O(n) in the cells.
  package func packed() -> Value {
    var texts: OrderedSet<String> = [""]
    func place(_ text: String) -> Value {
      .count(texts.append(TerminalText.visible(text)).index)
    }
    var object: OrderedDictionary<String, Value> = ["schema": "tagsim.run-page/1", "text": .null]
    for table in Table.allCases {
      object[table.rawValue] = .list(
        self[table].map { row in
          .list(
            row.map { cell in
              switch cell {
              case .text(let text): place(text)
              case .number(let number): .count(number)
              case .numbers(let numbers): .counts(numbers)
              case .texts(let texts): .list(texts.map(place))
              }
            })
        })
    }
    object["text"] = .texts(Array(texts))
    return .map(object)
  }
}

extension PageFacts.Cell: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  package init(stringLiteral text: String) { self = .text(text) }
  package init(integerLiteral number: Int) { self = .number(number) }
}
