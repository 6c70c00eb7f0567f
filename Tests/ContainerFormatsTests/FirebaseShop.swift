import TagRuntime

/// A v5 container of the demo shop as the web interface exports it, and as the compiler writes it.
enum FirebaseShop {
  private typealias Make = ExportBuilder

  static let export = Make.bytes(
    [
      Make.list(
        "tag",
        Make.tag(
          12, "Order to Analytics", "fm",
          [
            Make.flag("mergeEventParameters", true), Make.text("action", "measure"),
            Make.table(
              "editParamTable",
              [
                [
                  Make.text("editParamKey", "tier"), Make.text("editParamValue", "{{tier label}}"),
                ]
              ]),
            Make.text("eventName", "order_{{currency}}"),
          ],
          ", \"tagFiringOption\": \"ONCE_PER_EVENT\", \"firingTriggerId\": [\"5\", \"6\"], "
            + "\"blockingTriggerId\": [\"7\"]"),
        Make.tag(
          9, "Everything to Analytics", "ua",
          [
            Make.flag("nonInteraction", true), Make.text("trackType", "TRACK_EVENT"),
            Make.text("gaSettings", "{{settings}}"), Make.text("eventAction", "{{Event Name}}"),
          ], ", \"tagFiringOption\": \"ONCE_PER_EVENT\", \"firingTriggerId\": [\"2147479556\"]"),
        Make.tag(
          14, "Bonus", "funct", [Make.text("classPath", "BonusTag")],
          ", \"firingTriggerId\": [\"6\"]")),
      Make.list(
        "trigger",
        Make.trigger(
          5, "Ordered",
          [
            Make.filter("EQUALS", "{{Event Name}}", "order"),
            Make.filter("MATCH_REGEX", "{{currency}}", "^x", "ignore_case", "negate"),
          ]),
        Make.trigger(
          6, "From a campaign", [Make.filter("CONTAINS", "{{Campaign Name}}", "fall")],
          type: "FIREBASE_CAMPAIGN"),
        Make.trigger(7, "Staff", [Make.filter("EQUALS", "{{tier}}", "staff")])),
      Make.list(
        "variable",
        Make.variable(
          3, "settings", "gas",
          [Make.text("trackingId", "UA-12345-1"), Make.flag("collectAdid", false)]),
        Make.variable(
          4, "tier", "fup", [Make.flag("setDefaultValue", false), Make.text("key", "tier")]),
        Make.variable(
          5, "tier label", "smm",
          [
            Make.flag("setDefaultValue", true), Make.text("defaultValue", ""),
            Make.text("input", "{{tier}}"),
            Make.table("map", [[Make.text("key", "g"), Make.text("value", "Gold")]]),
          ]),
        Make.variable(8, "unused", "c", [Make.text("value", "x")]),
        Make.variable(
          2, "currency", "md",
          [
            Make.flag("setDefaultValue", false), Make.text("defaultValue", "left over"),
            Make.text("eventType", "CUSTOM"), Make.text("key", "currency"),
          ])),
      Make.list(
        "builtInVariable", Make.builtIn("APP_NAME", "App Name"),
        Make.builtIn("EVENT_NAME", "Event Name"),
        Make.builtIn("FIREBASE_EVENT_PARAMETER_CAMPAIGN", "Campaign Name")),
    ].joined(separator: ", "), usage: "[\"IOS_SDK_5\"]")

  static let compiled = Array(
    """
    {"fingerprint": "Mw$0", "resource": {"version": "3",
      "macros": [
        {"function": "__e", "instance_name": "_event"},
        {"function": "__gas", "instance_name": "settings", "vtp_trackingId": "UA-12345-1",
          "vtp_collectAdid": false, "vtp_enableRecaptchaOption": false, "vtp_enableUaRlsa": false,
          "vtp_enableUseInternalVersion": false, "vtp_enableFirebaseEcommerce": false},
        {"function": "__e", "instance_name": "Event Name"},
        {"function": "__md", "instance_name": "currency", "vtp_setDefaultValue": false,
          "vtp_eventType": "CUSTOM", "vtp_key": "currency"},
        {"function": "__fup", "instance_name": "tier", "vtp_setDefaultValue": false,
          "vtp_key": "tier"},
        {"function": "__smm", "instance_name": "tier label", "vtp_setDefaultValue": true,
          "vtp_defaultValue": "", "vtp_input": ["macro", 4],
          "vtp_map": ["list", ["map", "key", "g", "value", "Gold"]]},
        {"function": "__md", "instance_name": "Campaign Name", "vtp_eventType": "SUGGESTED",
          "vtp_suggestedEvent": "firebase_campaign", "vtp_firebaseCampaignParam": "campaign"},
        {"function": "__c", "instance_name": "unused", "vtp_value": "x"},
        {"function": "__an", "instance_name": "App Name"}],
      "tags": [
        {"function": "__ua", "once_per_event": true, "vtp_nonInteraction": true,
          "vtp_trackType": "TRACK_EVENT", "vtp_gaSettings": ["macro", 1],
          "vtp_eventAction": ["macro", 2], "vtp_enableRecaptchaOption": false,
          "vtp_enableUaRlsa": false, "vtp_enableUseInternalVersion": false,
          "vtp_enableFirebaseCampaignData": true, "vtp_trackTypeIsEvent": true,
          "vtp_enableFirebaseEcommerce": true, "tag_id": 9},
        {"function": "__fm", "once_per_event": true, "vtp_mergeEventParameters": true,
          "vtp_action": "measure",
          "vtp_editParamTable": ["list", ["map", "editParamKey", "tier", "editParamValue",
            ["macro", 5]]],
          "vtp_eventName": ["template", "order_", ["macro", 3]], "tag_id": 12},
        {"function": "__funct", "vtp_classPath": "BonusTag", "tag_id": 14}],
      "predicates": [
        {"function": "_re", "arg0": ["macro", 0], "arg1": ".*"},
        {"function": "_eq", "arg0": ["macro", 2], "arg1": "order"},
        {"function": "_re", "arg0": ["macro", 3], "arg1": "^x", "ignore_case": true},
        {"function": "_eq", "arg0": ["macro", 0], "arg1": "firebase_campaign"},
        {"function": "_cn", "arg0": ["macro", 6], "arg1": "fall"},
        {"function": "_eq", "arg0": ["macro", 4], "arg1": "staff"}],
      "rules": [
        [["if", 0], ["add", 0]],
        [["if", 1], ["unless", 2], ["add", 1]],
        [["if", 3, 4], ["add", 1, 2]],
        [["if", 5], ["block", 1]]]},
     "runtime": []}
    """.utf8)
}
