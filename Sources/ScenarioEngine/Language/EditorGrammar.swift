import OrderedCollections
import TagRuntime

/// Syntax highlighting of scenarios and apps for editors, generated from the reader's tables: a
/// verb that is added there is highlighted at once.
package enum EditorGrammar {
  /// The words of the language in groups for highlighting.
  private enum Words {
    static let verbs = Verb.all.map(\.word)
    static let blocks =
      Set(StatementReader.blockWords + StatementReader.openingWords).sorted()
    static let app =
      AppReader.Word.allCases.map(\.rawValue) + ["banner", "button", "text"]
      + ["echoes", "fails", "returns"]
    static let leading = StatementReader.leadingWords + ["optional", "label"]
    static let constants = ["true", "false", "null", "absent"]
    static let keys = ScenarioHeader.keys.map(\.word)
  }

  /// A number with its unit, if it has one.
  private static let number = "-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?(ms|s|m|h|d|x|%)?"

  /// Returns a pattern for one of some words; the caller must exclude longer words.
  private static func anyOf(_ words: [String]) -> String { words.joined(separator: "|") }

  // MARK: TextMate

  /// A grammar for TextMate, Visual Studio Code and others, as JSON.
  package static var textMate: String {
    let end = "(?![-\\w])"
    let prefix = "^\\s*((?:(?:\(anyOf(Words.leading)))\\s+(?:\"(?:[^\"\\\\]|\\\\.)*\"\\s+)?)*)"
    return JSONWriter.write([
      "name": "tagsim", "scopeName": "source.tagsim", "fileTypes": ["scenario", "app"],
      "patterns": [
        ["include": "#header"], ["include": "#comment"],
        rule("^\\s*(\(anyOf(Words.blocks)))\(end)", ["keyword.control.block.tagsim"]),
        rule(
          prefix + "(\(anyOf(Words.verbs)))\(end)",
          ["keyword.other.leading.tagsim", "keyword.control.tagsim"]),
        rule("^\\s*(\(anyOf(Words.app)))\(end)", ["keyword.declaration.tagsim"]),
        rule("^\\s*(\\|)", ["punctuation.separator.table.tagsim"]),
        ["include": "#values"],
      ],
      "repository": [
        "header": [
          "begin": "\\A\\s*(tagsim)\\s+(1)", "end": "^---",
          "beginCaptures": captures(["keyword.other.tagsim", "constant.numeric.tagsim"]),
          "endCaptures": ["0": ["name": "punctuation.section.header.tagsim"]],
          "patterns": [
            ["include": "#comment"],
            rule(
              "^\\s*(\(anyOf(Words.keys)))(:)",
              ["variable.other.header.tagsim", "punctuation.separator.tagsim"]),
          ],
        ],
        "comment": ["match": "(?<=^|\\s)#.*$", "name": "comment.line.number-sign.tagsim"],
        "values": ["patterns": values],
      ],
    ])
  }

  private static var values: Value {
    [
      [
        "begin": "\"", "end": "\"|$", "name": "string.quoted.double.tagsim",
        "patterns": [
          [
            "match": "\\\\([\"\\\\/bfnrt]|u[0-9a-fA-F]{4})",
            "name": "constant.character.escape.tagsim",
          ]
        ],
      ],
      [
        "begin": "\\$\\{", "end": "\\}", "name": "variable.parameter.tagsim",
        "patterns": [["include": "#values"]],
      ],
      ["match": "[^\\s\"={}\\[\\]<>|]+(?==[^=])", "name": "entity.other.attribute-name.tagsim"],
      [
        "match": .string("(?<![-\\w.])\(number)(?![-\\w.])"), "name": "constant.numeric.tagsim",
      ],
      [
        "match": .string("(?<![-\\w.])(\(anyOf(Words.constants)))(?![-\\w.])"),
        "name": "constant.language.tagsim",
      ],
      ["match": "==|!=|<=|>=|<|>|=", "name": "keyword.operator.tagsim"],
    ]
  }

  private static func rule(_ expression: String, _ names: [String]) -> Value {
    ["match": .string(expression), "captures": captures(names)]
  }

  private static func captures(_ names: [String]) -> Value {
    var captures: OrderedDictionary<String, Value> = [:]
    for (index, name) in names.enumerated() {
      captures[String(index + 1)] = ["name": .string(name)]
    }
    return .map(captures)
  }

  // MARK: Vim

  /// A syntax file for Vim, line by line.
  package static var vim: [String] {
    let end = "\\%([-A-Za-z0-9_]\\)\\@!"
    let start = "\\%(^\\s*\\)\\@<="
    func group(_ words: [String]) -> String { words.joined(separator: "\\|") }
    let prefix =
      "\\%(^\\s*\\%(\\%(\(group(Words.leading))\\)\\s\\+\\%(\"[^\"]*\"\\s\\+\\)\\=\\)*\\)\\@<="
    return [
      "\" Scenarios and apps of tagsim. Made by 'tagsim grammar vim'.",
      "\" Put it into ~/.vim/syntax/tagsim.vim, and into your vimrc:",
      "\"   autocmd BufNewFile,BufRead *.scenario,*.app setfiletype tagsim",
      "if exists(\"b:current_syntax\")",
      "  finish",
      "endif",
      "syntax case match",
      "syntax match tagsimLeading /\(start)\\%(\(group(Words.leading))\\)\(end)/",
      "syntax match tagsimApp /\(start)\\%(\(group(Words.app))\\)\(end)/",
      "syntax match tagsimVerb /\(prefix)\\%(\(group(Words.verbs))\\)\(end)/",
      "syntax match tagsimBlock /\(start)\\%(\(group(Words.blocks))\\)\(end)/",
      "syntax match tagsimHeader /^\\%(\(group(Words.keys))\\):/",
      "syntax match tagsimHeader /^tagsim 1\\>\\|^---/",
      "syntax match tagsimKey /[^ \\t\"={}\\[\\]<>|]\\+\\ze=[^=]/",
      "syntax match tagsimNumber /[-A-Za-z0-9_.]\\@1<!-\\=\\d\\+\\%(\\.\\d\\+\\)\\="
        + "\\%(ms\\|[smhdx%]\\)\\=[-A-Za-z0-9_.]\\@!/",
      "syntax match tagsimConstant /[-A-Za-z0-9_.]\\@1<!\\%(\(group(Words.constants))\\)\(end)/",
      "syntax match tagsimEscape /\\\\./ contained",
      "syntax region tagsimString start=/\"/ skip=/\\\\./ end=/\"/ oneline contains=tagsimEscape",
      "syntax match tagsimParameter /${\\h\\w*/",
      "syntax match tagsimComment /\\%(^\\|\\s\\)\\@1<=#.*$/ contains=@Spell",
      "highlight default link tagsimLeading Label",
      "highlight default link tagsimApp Type",
      "highlight default link tagsimVerb Statement",
      "highlight default link tagsimBlock PreProc",
      "highlight default link tagsimHeader PreProc",
      "highlight default link tagsimKey Identifier",
      "highlight default link tagsimNumber Number",
      "highlight default link tagsimConstant Constant",
      "highlight default link tagsimEscape SpecialChar",
      "highlight default link tagsimString String",
      "highlight default link tagsimParameter Special",
      "highlight default link tagsimComment Comment",
      "let b:current_syntax = \"tagsim\"",
    ]
  }

  // MARK: Problems

  /// A problem matcher with which Visual Studio Code finds mistakes in the output of `tagsim
  /// check`, as JSON.
  package static var problemMatcher: String {
    JSONWriter.write([
      "owner": "tagsim", "source": "tagsim", "severity": "error",
      "fileLocation": ["autoDetect", "${workspaceFolder}"],
      "pattern": [
        "regexp": .string(problemPattern), "file": 1, "line": 2, "column": 3, "severity": 4,
        "message": 5,
      ],
    ])
  }

  /// The pattern of a line such as `offline.scenario:31:8: error: unknown verb 'lunch'`.
  package static let problemPattern =
    "^(?:tagsim: )?(.+?):([0-9]+):([0-9]+): (?:(error|warning): )?(.*)$"
}
