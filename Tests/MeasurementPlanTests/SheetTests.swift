import MeasurementPlan
import Testing

/// Reads files that are written as texts.
func plan(_ texts: String...) -> MeasurementPlan {
  MeasurementPlan.read(
    texts.enumerated().map { (name: "file\($0 + 1)", bytes: Array($1.utf8)) })
}

/// A plan as text: `buy(price:number! currency:text=EUR|USD)`; a question mark is optional, and
/// nothing where the plan does not say.
func shown(_ plan: MeasurementPlan) -> String {
  plan.events.map(shown).joined(separator: " ")
}

func shown(_ event: PlannedEvent) -> String {
  let parameters = event.parameters.map { parameter in
    let type = parameter.types.isEmpty && !parameter.isList ? "" : ":" + parameter.typeName
    let sign = parameter.isRequired.map { $0 ? "!" : "?" } ?? ""
    let values = parameter.values.isEmpty ? "" : "=" + parameter.values.joined(separator: "|")
    return parameter.name + type + sign + values
  }
  let mark = (event.kind == .screen ? "#" : "") + (event.isForApps ? "" : "~")
  return mark + event.name + (parameters.isEmpty ? "" : "(\(parameters.joined(separator: " ")))")
}

struct SheetTests {
  @Test(arguments: [
    // Parameters in rows below their event.
    (
      """
      Event Name,Property Name,Data Type,Required
      buy,,,
      ,price,number,yes
      ,currency,string,no

      look,item,string,x
      """, "buy(price:number! currency:text?) look(item:text!)"
    ),
    // The event repeated in each row; a type column that another tool uses for the kind.
    (
      """
      event_name,parameter_name,Property Type,required
      buy,price,number,true
      buy,count,integer,
      look,item,string,FALSE
      """, "buy(price:number! count:whole number?) look(item:text?)"
    ),
    // The same head says what kind of property it is.
    (
      """
      Event Name,Property Name,Property Type,Property Value Type
      buy,price,Event,float
      buy,plan,User,string
      """, "buy(price:number)"
    ),
    // Lists in a cell, with brackets, groups and bullets.
    (
      """
      event;parameters
      buy;"price (number), currency ('EUR', 'USD'), step (a|b), note (when known)"
      look;"- item
      - place*"
      none;-
      """,
      "buy(price:number currency=EUR|USD step=a|b note) look(item place!) none"
    ),
    (
      "event,required_properties,optional_properties\nbuy,\"price,currency\",note",
      "buy(price! currency! note?)"
    ),
    ("event,required\nbuy,price|currency\nlook,item", "buy(price! currency!) look(item!)"),
    // An object in a cell: dots are no value, other texts are examples.
    (
      #"""
      GA4 Event Name,Event Name,GA4 Parameters (JSON),Pixel Parameters
      buy,Buy it,"{""items"": [{""item_id"": ""...""}], ""by"": ""Email"", ""n"": ""number""}",x
      """#, "buy(items[].item_id by n:number)"
    ),
    // Numbered columns, and one with a word.
    ("event\tparam_1\tparam_2\trevenue_param\nbuy\tid\t\tprice", "buy(id price)"),
    (
      "event,parameter 1 name,parameter 1 type,param_2,param_2_type\nbuy,id,string,n,int",
      "buy(id:text n:whole number)"
    ),
    // Screens, platforms, items of Google Analytics.
    ("Screen Name,Description\nHome,The first\nCart,Second", "#Home #Cart"),
    (
      "event,platform\nbuy,\"iOS, Web\"\nvisit,web\nsync,Server\nlook,both", "buy ~visit ~sync look"
    ),
    ("event,web,ios\nbuy,x,x\nvisit,x,", "buy ~visit"),
    (
      "Event Name,Parameter Name,Scope\nbuy,price,EVENT\nbuy,item_id,ITEM",
      "buy(price items[].item_id)"
    ),
    // What people write for values and types.
    (
      """
      event,property,type,enum values,sample values,is array
      buy,state,enum,"In progress, Done",Done,
      buy,kind,"string,null","a;b",,no
      buy,tags,string,,,yes
      buy,ids,string[],,,
      """,
      "buy(state=In progress|Done kind:text?=a|b tags:list of text ids:list of text)"
    ),
    // A key beside a title, a choice from a list, placeholders, values of a parameter.
    (
      """
      Event Name,Event Key,Segment Name,Segment Type,Segment List Options,Parameter Values
      Level Up,level_up,mode,List,"easy,hard",
      Level Up,level_up,id,String,<id>,"x, y"
      """, "level_up(mode=easy|hard id:text)"
    ),
    // Spanish, with a remark above the heads.
    (
      "# versión 2\nEvento,Parámetro,Tipo,Obligatorio\ncompra,precio,número,sí",
      "compra(precio:number!)"
    ),
  ])
  func aSheetIsRead(_ text: String, _ expected: String) {
    #expect(shown(plan(text)) == expected)
  }

  @Test func groupsCountForEachEventThatNamesThem() {
    let read = plan(
      """
      Action,Object Type,Object Name,Property Group Names,Event Property Name,Property Value Type,\
      Property Required,Event Schema Status
      ,Property Group,Common,,,,,
      ,,,,page,string,FALSE,
      ,,,,user_level,string,FALSE,
      ,Event,look,,,,,LIVE
      ,,,Common,,,,
      ,,,,page,string,TRUE,
      IGNORE,Event,old,,,,,
      ,,,,what,string,TRUE,
      ,Event,older,,,,,DELETED
      ,Event,lost,Unknown,,,,PLANNED
      """)
    #expect(shown(read) == "look(page:text! user_level:text?) lost")
    #expect(read.retired.map(\.name) == ["old", "older"])
    #expect(read.problems.map(\.place.row) == [11])
  }

  @Test func rowsAreRecordsAndStrayQuotesAreRead() {
    let read = plan(
      """
      event_name,parameter_name,type,example_value
      "buy",price,number,"in
      two lines"
      buy,items,array,[{item_id: "job", price: 2, x: 1}]
      buy,note,string,"not closed
      look,item,string,last
      """)
    #expect(shown(read) == "buy(price:number items:list of anything note:text) look(item:text)")
    #expect(read.events[1].place == PlanPlace(row: 5, line: 6, column: "event_name"))
    #expect(Set(read.problems.map(\.place.row)) == [3, 4])
    #expect(read.events[0].parameters[0].example == "in\ntwo lines")
  }

  @Test(arguments: [
    ("Item,Requirement\nlogin,must work", ["Item", "Requirement"]),
    (
      "timestamp,event_name,screen\n2025-10-13 17:09:36,ready,Home\n2025-10-13 17:09:37,ready,Home",
      ["timestamp", "log of events"]
    ),
    ("event,parameters\n,\n", ["no event"]),
    ("Property Name,Data Type\nprice,number", ["without events"]),
    ("version: rudder/v1\nkind: tp\nspec:\n  rules:", ["RudderStack"]),
    ("resource \"segment_tracking_plan\" \"x\" {\n}", ["Terraform"]),
    ("{\"title\": 3, \"pages\": {}}", ["title", "pages"]),
    ("{\"rules\": [", ["JSON", "line 1"]),
    ("", ["not a plan"]),
    ("[{\"name\": \"a\", \"type\": \"module\"}]", ["no event", "\"name\""]),
    ("PK\u{3}\u{4}", ["as CSV"]),
  ])
  func whatIsNoPlanIsSaid(_ text: String, _ words: [String]) throws {
    let read = plan(text)
    let problem = try #require(read.problems.last)
    #expect(read.events.isEmpty && !read.files[0].isPlan && problem.level == .error)
    for word in words { #expect(problem.text.contains(word), "\(problem.text)") }
  }

  @Test func encodingsAreReadAndGuessesSaid() {
    let text = "event,description\ncompra,Página"
    let units = Array(text.utf16)
    let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let forms: [[UInt8]] = [
      [0xEF, 0xBB, 0xBF] + Array(text.utf8), [0xFF, 0xFE] + little, little,
      units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
      text.unicodeScalars.map { UInt8($0.value) },
    ]
    for (number, bytes) in forms.enumerated() {
      let read = MeasurementPlan.read([(name: "p.csv", bytes: bytes)])
      #expect(read.events.map(\.description) == ["Página"], "form \(number)")
      #expect(read.files[0].remarks.contains { $0.contains("Windows-1252") } == (number == 4))
    }
  }

  @Test func filesAreUnitedAndWhatTheySayDifferentlyIsReported() {
    let read = plan(
      "Event Name,Description\nbuy,Bought\nlook,Seen",
      "Event Name,Property Name,Data Type,Required\nbuy,price,number,yes\nbuy,note,string,no",
      #"{"event": {"properties": {"event": {"const": "buy"}, "price": {"type": "string"}}}}"#,
      "Parameter Name,Type\nprice,number\nnote,string\nother,int")
    #expect(shown(read) == "buy(price:number! note:text?) look")
    #expect(read.problems.count == 1)
    #expect(read.problems[0].place.file == 2)
    #expect(read.problems[0].text.contains("file2, row 2"))
  }

  @Test func doubledRowsAreReportedAndListsUnited() {
    let rows = plan(
      "event,parameter,type\nbuy,price,number\nbuy,price,number\nbuy,price,string\nlook,,")
    #expect(shown(rows) == "buy(price:number) look")
    #expect(rows.problems.map(\.place.row) == [3, 4])
    let lists = plan("event,parameters\nbuy,\"price, at ('a')\"\nlook,x\nbuy,\"at ('b'), id\"")
    #expect(shown(lists) == "buy(price at=a|b id) look(x)")
    #expect(lists.problems.map(\.place.row) == [4])
  }

  @Test func aLargePlanIsReadOnce() {
    var text = "event,parameter,type,required\n"
    for event in 0..<400 {
      for parameter in 0..<30 { text += "event_\(event),parameter_\(parameter),string,yes\n" }
    }
    let read = plan(text)
    #expect(read.events.count == 400 && read.events.allSatisfy { $0.parameters.count == 30 })
    #expect(read.problems.isEmpty)
    let doubts = read.doubts().map(\.text)
    #expect(doubts.count == 1 && doubts[0].contains("400 events have more than 25"))
  }

  @Test func theSheetIsDoubtedByItself() {
    let doubts = plan(
      """
      event,parameter,type
      Order Completed,total price,number
      Order Cancelled,value,string
      firebase_buy,value,number
      first_open,1st,string
      """
    ).doubts()
    #expect(doubts.map(\.place.row) == [4, 4, 5, 2])
    #expect(doubts[3].text.contains("3: \"Order Completed\""))
  }
}
