extension DemoFiles {
  /// The container on the server.
  static let publishedContainer = #"""
    {
      "exportFormatVersion": 2,
      "exportTime": "2026-03-16 09:00:00",
      "containerVersion": {
        "containerId": "4711",
        "containerVersionId": "8",
        "container": {
          "containerId": "4711",
          "name": "Demo shop",
          "publicId": "GTM-AB12",
          "usageContext": ["IOS"]
        },
        "tag": [
          {
            "tagId": "1",
            "name": "GA screen view",
            "type": "ua",
            "parameter": [
              { "type": "TEMPLATE", "key": "trackingId", "value": "UA-12345-1" },
              { "type": "TEMPLATE", "key": "trackType", "value": "TRACK_APPVIEW" },
              {
                "type": "LIST",
                "key": "fieldsToSet",
                "list": [
                  {
                    "type": "MAP",
                    "map": [
                      { "type": "TEMPLATE", "key": "fieldName", "value": "screenName" },
                      { "type": "TEMPLATE", "key": "value", "value": "{{screen name}}" }
                    ]
                  }
                ]
              }
            ],
            "firingTriggerId": ["1"]
          },
          {
            "tagId": "2",
            "name": "Ads conversion",
            "type": "img",
            "parameter": [
              {
                "type": "TEMPLATE",
                "key": "url",
                "value": "https://ads.example.com/conversion?label=purchase"
              }
            ],
            "firingTriggerId": ["2"]
          },
          {
            "tagId": "3",
            "name": "Bonus",
            "type": "func",
            "parameter": [
              { "type": "TEMPLATE", "key": "functionName", "value": "addBonus" },
              {
                "type": "LIST",
                "key": "functionParameters",
                "list": [
                  {
                    "type": "MAP",
                    "map": [
                      { "type": "TEMPLATE", "key": "key", "value": "screen" },
                      { "type": "TEMPLATE", "key": "value", "value": "{{screen name}}" }
                    ]
                  }
                ]
              }
            ],
            "firingTriggerId": ["1"]
          },
          {
            "tagId": "4",
            "name": "Debug pixel",
            "type": "img",
            "parameter": [
              { "type": "TEMPLATE", "key": "url", "value": "https://pixel.example.com/debug" }
            ],
            "firingTriggerId": ["3"]
          },
          {
            "tagId": "5",
            "name": "GA tap",
            "type": "ua",
            "parameter": [
              { "type": "TEMPLATE", "key": "trackingId", "value": "UA-12345-1" },
              { "type": "TEMPLATE", "key": "trackType", "value": "TRACK_EVENT" },
              { "type": "TEMPLATE", "key": "eventCategory", "value": "shop" },
              { "type": "TEMPLATE", "key": "eventAction", "value": "{{Event}}" },
              { "type": "TEMPLATE", "key": "eventLabel", "value": "{{sku}}" }
            ],
            "firingTriggerId": ["4"],
            "blockingTriggerId": ["5"]
          }
        ],
        "trigger": [
          {
            "triggerId": "1",
            "name": "Screen opened",
            "type": "ALWAYS",
            "filter": [
              {
                "type": "EQUALS",
                "parameter": [
                  { "type": "TEMPLATE", "key": "arg0", "value": "{{Event}}" },
                  { "type": "TEMPLATE", "key": "arg1", "value": "openScreen" }
                ]
              }
            ]
          },
          {
            "triggerId": "2",
            "name": "Purchase done",
            "type": "ALWAYS",
            "filter": [
              {
                "type": "EQUALS",
                "parameter": [
                  { "type": "TEMPLATE", "key": "arg0", "value": "{{Event}}" },
                  { "type": "TEMPLATE", "key": "arg1", "value": "openScreen" }
                ]
              },
              {
                "type": "EQUALS",
                "parameter": [
                  { "type": "TEMPLATE", "key": "arg0", "value": "{{screen name}}" },
                  { "type": "TEMPLATE", "key": "arg1", "value": "ConfirmationScreen" }
                ]
              }
            ]
          },
          {
            "triggerId": "3",
            "name": "Debug build",
            "type": "ALWAYS",
            "filter": [
              {
                "type": "EQUALS",
                "parameter": [
                  { "type": "TEMPLATE", "key": "arg0", "value": "{{Event}}" },
                  { "type": "TEMPLATE", "key": "arg1", "value": "openScreen" }
                ]
              },
              {
                "type": "EQUALS",
                "parameter": [
                  { "type": "TEMPLATE", "key": "arg0", "value": "{{Event}}" },
                  { "type": "TEMPLATE", "key": "arg1", "value": "debugOnly" }
                ]
              }
            ]
          },
          {
            "triggerId": "4",
            "name": "Tapped",
            "type": "ALWAYS",
            "filter": [
              {
                "type": "STARTS_WITH",
                "parameter": [
                  { "type": "TEMPLATE", "key": "arg0", "value": "{{Event}}" },
                  { "type": "TEMPLATE", "key": "arg1", "value": "tap" }
                ]
              }
            ]
          },
          {
            "triggerId": "5",
            "name": "Staff",
            "type": "ALWAYS",
            "filter": [
              {
                "type": "EQUALS",
                "parameter": [
                  { "type": "TEMPLATE", "key": "arg0", "value": "{{user tier}}" },
                  { "type": "TEMPLATE", "key": "arg1", "value": "staff" }
                ]
              }
            ]
          },
          {
            "triggerId": "6",
            "name": "Speaks Spanish",
            "type": "ALWAYS",
            "filter": [
              {
                "type": "EQUALS",
                "parameter": [
                  { "type": "TEMPLATE", "key": "arg0", "value": "{{Language}}" },
                  { "type": "TEMPLATE", "key": "arg1", "value": "es" }
                ]
              }
            ]
          },
          {
            "triggerId": "7",
            "name": "Speaks another language",
            "type": "ALWAYS",
            "filter": [
              {
                "type": "EQUALS",
                "parameter": [
                  { "type": "TEMPLATE", "key": "arg0", "value": "{{Language}}" },
                  { "type": "TEMPLATE", "key": "arg1", "value": "es" },
                  { "type": "BOOLEAN", "key": "negate", "value": "true" }
                ]
              }
            ]
          }
        ],
        "variable": [
          {
            "variableId": "1",
            "name": "screen name",
            "type": "v",
            "parameter": [
              { "type": "TEMPLATE", "key": "name", "value": "screenName" },
              { "type": "BOOLEAN", "key": "setDefaultValue", "value": "true" },
              { "type": "TEMPLATE", "key": "defaultValue", "value": "unset" }
            ]
          },
          {
            "variableId": "2",
            "name": "sku",
            "type": "v",
            "parameter": [
              { "type": "TEMPLATE", "key": "name", "value": "sku" },
              { "type": "BOOLEAN", "key": "setDefaultValue", "value": "false" }
            ]
          },
          {
            "variableId": "3",
            "name": "user tier",
            "type": "v",
            "parameter": [
              { "type": "TEMPLATE", "key": "name", "value": "user.tier" },
              { "type": "BOOLEAN", "key": "setDefaultValue", "value": "false" }
            ]
          },
          {
            "variableId": "4",
            "name": "price",
            "type": "v",
            "parameter": [
              { "type": "TEMPLATE", "key": "name", "value": "price" },
              { "type": "BOOLEAN", "key": "setDefaultValue", "value": "false" }
            ]
          },
          {
            "variableId": "5",
            "name": "discount",
            "type": "func",
            "parameter": [
              { "type": "TEMPLATE", "key": "functionName", "value": "discount" }
            ]
          },
          {
            "variableId": "6",
            "name": "Spanish texts",
            "type": "vc",
            "parameter": [
              {
                "type": "TEMPLATE",
                "key": "collection",
                "value": "{'title_string': 'Bienvenido'}"
              }
            ],
            "enablingTriggerId": ["6"]
          },
          {
            "variableId": "7",
            "name": "English texts",
            "type": "vc",
            "parameter": [
              {
                "type": "TEMPLATE",
                "key": "collection",
                "value": "{'title_string': 'Welcome back'}"
              }
            ],
            "enablingTriggerId": ["7"]
          },
          {
            "variableId": "8",
            "name": "Shop settings",
            "type": "vc",
            "parameter": [
              {
                "type": "TEMPLATE",
                "key": "collection",
                "value": "{'banner_size': 320, 'promo_on': true, 'subtitle': 'Spring sale'}"
              }
            ],
            "enablingTriggerId": ["2147479555"]
          }
        ],
        "builtInVariable": [
          { "type": "EVENT", "name": "Event" },
          { "type": "LANGUAGE", "name": "Language" },
          { "type": "APP_NAME", "name": "App Name" },
          { "type": "APP_VERSION_CODE", "name": "App Version Code" }
        ]
      }
    }

    """#
}
