import TagRuntime

/// The meaning of a column of a sheet.
enum SheetMeaning: String {
  case event, screen, name
  case parameter, requiredNames, optionalNames, itemNames, userNames
  /// A data type, or event or user property: the cells decide.
  case type
  case kind, array, required, nullable, closed, values, constant, pattern
  case shortest, longest, minimum, maximum, isInteger, fewest, most
  case example, eventDescription, description, trigger
  case platform, appTick, otherTick, state, active, action, group, time

  /// The heads of each meaning, without blanks and signs.
  static let heads: [String: SheetMeaning] = PlanWords.table(
    """
    event eventname event events eventkey objectname eventnames evento nombreevento nombredelevento
    event nomeevento nomedoevento ereignis ereignisname nomevenement nomdelevenement evenement
    event trackingevent analyticsevent eventcode 事件 事件名 事件名称 イベント名
    screen screenname screen screenviewname pantalla nombrepantalla nombredelapantalla tela nometela
    screen bildschirm screens screenviewed
    name name
    parameter parameter parameters parametername parameternames param params paramname property
    parameter propertyname propertynames properties props prop propname eventpropertyname payload
    parameter eventparametername eventparameters eventproperties eventparameter eventproperty
    parameter eventparams eventparam segmentname segment parametro parametros propiedad propiedades
    parameter propriedade propriedades eigenschaft eigenschaften parametre parametres propriete
    parameter proprietes attribute attributes attributename eventattributes parameterkey paramkey
    parameter propertykey schema nombreparametro nombredelparametro parametersjson 参数 参数名
    requiredNames requiredproperties requiredparameters requiredparams requiredprops requiredfields
    requiredNames mandatoryparameters mandatoryproperties mandatoryparams parametrosobligatorios
    optionalNames optionalproperties optionalparameters optionalparams optionalprops optionalfields
    itemNames itemparameters itemparams itemproperties itemparameter
    userNames userproperties userproperty userpropertyname userattributes usertraits
    type type datatype propertyvaluetype propertydatatype variabletype segmenttype valuetype scope
    type parametertype paramtype propertytype eventparametertype eventpropertytype tipo tipodedato
    type tipodedatos tipodedado typ datentyp fieldtype propertyscope parameterscope format 类型
    kind objecttype eventtype ruletype calltype eventkind kind
    array ispropertyarray propertyisarray propertyvalueislist isarray islist array list
    required ispropertyrequired propertyrequired isrequired segmentrequired required reqd req
    required mandatory ismandatory requiredoptional parameterrequired paramrequired optionality
    required obligatorio requerido obrigatorio pflicht erforderlich obligatoire presence 必填
    nullable nullable isnullable allowsnull
    closed closed noadditionalparameters
    values propertyenumerationoptions enumvalues permittedvalues propertyallowedvalues allowedvalues
    values segmentlistoptions possiblevalues enum enumeration values options acceptedvalues
    values validvalues enumoptions valorespermitidos valoresposibles expectedvalues allowed
    values possibleparametervalues propertyenumvalues erlaubtewerte valeurspossibles
    constant constvalue pinnedvalue constant fixedvalue const
    pattern propertyregex segmentregex regex pattern regexp regularexpression validationregex
    shortest stringpropertyvalueminlength minlength minimumlength
    longest stringpropertyvaluemaxlength maxlength maximumlength
    minimum numberpropertyvaluemin min minimum minvalue
    maximum numberpropertyvaluemax max maximum maxvalue
    isInteger numberisinteger isinteger
    fewest arrayminitems minitems
    most arraymaxitems maxitems
    example propertyregexsamplestring eventparametervalue example examplevalue samplevalue value
    example samplevalues examples parametervalue propertyvalue samples sample examplevalues
    example parametervalues propertyvalues eventparametervalues eventvalues segmentvalues
    example ejemplo ejemplos exemplo exemple beispiel paramvalue
    eventDescription eventdescription objectdescription eventdefinition businessdefinition
    eventDescription triggereventdescription eventtriggerdescription
    description description propertydescription additionalcomments notes note comments comment
    description parameterdescription eventparameterdescription definition descripcion descricao
    description beschreibung eventpropertydescription 描述 说明
    trigger trigger triggerpoint triggerdescription triggercondition whentotrigger when
    platform platform platforms sources eventsource eventsources labels destination destinations
    platform plataforma plataformas plattform plateforme os
    appTick ios android app mobile iosapp androidapp mobileapp flutter
    otherTick web server backend website
    state status eventschemastatus implementationstatus state schemastatus estado eventstatus
    state eventactivity activity lifecycle
    active isactive active enabled activo
    action action
    group propertygroupnames propertygroupname propertybundlename eventpropertybundlename
    group propertybundles propertygroups propertybundle propertygroup eventpropertybundle
    time timestamp time eventtime eventtimestamp datetime date ts eventdate senttime clienttime
    time servertime receivedat clienteventtime uploadtime loggedat sentat hora fecha occurredat
    """)
}

/// A column of a sheet.
struct SheetColumn {
  var index: Int
  var head: String
  var meaning: SheetMeaning?
  /// Which of several numbered parameters it belongs to; 0 for none.
  var slot = 0
  /// Whether the head names Google Analytics 4, Firebase or Tag Manager.
  var isPreferred = false
  /// Whether no row fills it in.
  var isBlank = false

  private static let tools = ["googleanalytics4", "googleanalytics", "ga4", "firebase", "gtm"]

  init(_ head: String, index: Int) {
    self.head = head
    self.index = index
    let whole = PlanWords.key(head)
    var key = head.contains("(") ? PlanWords.key(String(head.prefix { $0 != "(" })) : whole
    isPreferred = whole == "eventkey"
    for tool in Self.tools where whole.contains(tool) {
      isPreferred = true
      key = key.replacing(tool, with: "")
    }
    meaning = SheetMeaning.heads[key]
    for start in ["parameter", "property", "event"] where meaning == nil && key.hasPrefix(start) {
      meaning = SheetMeaning.heads[String(key.dropFirst(start.count))]
    }
    if meaning == .name { meaning = isPreferred ? .event : key == "name" ? .name : nil }
    guard meaning == nil, !key.isEmpty else { return }
    let word = key.filter { !$0.isNumber }
    let numbered = SheetMeaning.heads[word]
    if let numbered,
      [.parameter, .type, .required, .values, .example, .description].contains(numbered)
    {
      guard let number = Int(key.filter(\.isNumber)), (1...SheetScanner.cellLimit).contains(number)
      else { return }
      (meaning, slot) = (numbered, number)
    } else if word.hasSuffix("param") || word.hasSuffix("parameter") {
      (meaning, slot) = (.parameter, SheetScanner.cellLimit + 1 + index)
    }
  }
}

/// The heads of a sheet by meaning.
struct SheetHead {
  private(set) var columns: [SheetColumn] = []
  /// The columns that have a meaning.
  private(set) var known: [SheetColumn] = []
  /// The number of rows above them.
  private(set) var row = 0
  private var first: [SheetMeaning: Int] = [:]
  private(set) var remarks: [String] = []

  /// How far down the heads are searched.
  static let depth = 50
  /// The most different cells by which a column is judged.
  private static let wordLimit = 50

  /// Finds the heads: the first row with most known columns; nil if none has events or parameters.
  init?(_ rows: some Sequence<SheetRow>) {
    var best = 0
    for (row, record) in rows.prefix(Self.depth).enumerated() {
      let columns = record.cells.enumerated().map { SheetColumn($1, index: $0) }
      let meanings = Set(columns.compactMap(\.meaning))
      let isWeak =
        !meanings.isDisjoint(with: [.parameter, .userNames, .screen])
        || meanings.isSuperset(of: [.name, .type])
      guard meanings.contains(.event) || isWeak && meanings.count > 1, meanings.count > best else {
        continue
      }
      (self.row, self.columns, best) = (row, columns, meanings.count)
    }
    if best == 0 { return nil }
  }

  func index(_ meaning: SheetMeaning) -> Int? { first[meaning] }

  func has(_ meaning: SheetMeaning) -> Bool { first[meaning] != nil }

  /// Decides what several heads or the cells below them leave open.
  ///
  /// - Complexity: O(n) in the cells.
  mutating func settle(_ rows: ArraySlice<SheetRow>) {
    let words = columns.map { Self.words(of: $0.index, rows) }
    for index in columns.indices where words[index].isEmpty {
      columns[index].isBlank = true
      let isName = [.event, .parameter].contains(columns[index].meaning)
      if !isName { columns[index].meaning = nil }
    }
    settleNames(words)
    for index in columns.indices {
      guard let meaning = columns[index].meaning else { continue }
      columns[index].meaning = settled(meaning, words[index])
      if meaning == .type, columns[index].meaning == .kind { columns[index].slot = 0 }
    }
    // A name without a type beside it may be that of anything.
    if !columns.contains(where: { $0.meaning == .type }),
      let index = columns.firstIndex(where: { $0.meaning == .name })
    {
      columns[index].meaning = nil
    }
    settleDoubles()
    known = columns.filter { $0.meaning != nil }
  }

  /// The meaning of a column by its cells; nil if they do not fit to it.
  private func settled(_ meaning: SheetMeaning, _ words: Set<String>) -> SheetMeaning? {
    let kinds = words.count { PlanWords.kinds[PlanWords.key($0)] != nil }
    if meaning == .kind { return kinds > 0 ? .kind : nil }
    if meaning == .type {
      let types = words.count { !PlanWords.type($0).isUnknown }
      return kinds > types ? .kind : types > 0 ? .type : nil
    }
    if meaning == .state, !columns.contains(where: { $0.meaning == .required }),
      words.contains(where: { ["required", "optional"].contains(PlanWords.key($0)) })
    {
      return .required
    }
    if meaning == .action {
      return columns.contains { PlanWords.key($0.head) == "objectname" } ? .state : nil
    }
    let isTruth = [.appTick, .otherTick, .array, .active, .nullable, .closed].contains(meaning)
    return isTruth && !words.allSatisfy { PlanWords.truth($0) != nil } ? nil : meaning
  }

  private mutating func settleNames(_ words: [Set<String>]) {
    let meanings = Set(columns.compactMap(\.meaning))
    let names: Set<SheetMeaning> = [.parameter, .requiredNames, .optionalNames, .itemNames]
    let hasNames = !meanings.isDisjoint(with: names)
    for index in columns.indices where columns[index].meaning == .name {
      if meanings.contains(.event) {
        columns[index].meaning = nil
      } else if hasNames || !meanings.contains(.type) {
        columns[index].meaning = hasNames || meanings.contains(.kind) ? .event : nil
      }
    }
    // A list of names under "required" where there is no column of parameters.
    guard !hasNames, let index = columns.firstIndex(where: { $0.meaning == .required }) else {
      return
    }
    if words[index].contains(where: { PlanWords.truth($0) == nil }) {
      columns[index].meaning = .requiredNames
    }
  }

  /// The different cells of a column, a few of them.
  private static func words(of index: Int, _ rows: ArraySlice<SheetRow>) -> Set<String> {
    var words: Set<String> = []
    for row in rows where index < row.cells.count && !row.cells[index].isEmpty {
      words.insert(row.cells[index])
      if words.count >= wordLimit { break }
    }
    return words
  }

  /// Meanings of which each column counts.
  private static let plural: Set<SheetMeaning> = [
    .kind, .state, .appTick, .otherTick, .description, .platform, .group, .example, .active,
  ]

  /// Of several columns of one meaning, one that names our tools wins, then the first.
  private mutating func settleDoubles() {
    for index in columns.indices {
      guard let meaning = columns[index].meaning, columns[index].slot == 0 else { continue }
      guard let other = first[meaning] else {
        first[meaning] = index
        continue
      }
      if Self.plural.contains(meaning) { continue }
      let isBetter = columns[index].isPreferred && !columns[other].isPreferred
      let (taken, left) = isBetter ? (index, other) : (other, index)
      first[meaning] = taken
      columns[left].meaning = nil
      guard meaning == .event || meaning == .parameter else { continue }
      let (read, unread) = (columns[taken].head.quoted, columns[left].head.quoted)
      remarks.append("The \(meaning.rawValue) names are read from \(read), not \(unread).")
    }
  }
}
