# Two flows of a swimming pool, and one whose content comes from elsewhere.
locals {
  instance = "0d0d0d0d-0000-4000-8000-00000000000d"
}

resource "aws_connect_contact_flow" "pool" {
  instance_id = local.instance
  name        = "Pool"
  type        = "CONTACT_FLOW"
  content     = <<-JSON
    {
      "Version": "2019-10-30",
      "StartAction": "menu",
      "Actions": [
        {
          "Identifier": "menu",
          "Type": "GetParticipantInput",
          "Parameters": { "Text": "For prices, press 1.", "StoreInput": "False", "InputTimeLimitSeconds": "5" },
          "Transitions": {
            "NextAction": "bye",
            "Conditions": [{ "NextAction": "prices", "Condition": { "Operator": "Equals", "Operands": ["1"] } }],
            "Errors": [
              { "ErrorType": "InputTimeLimitExceeded", "NextAction": "bye" },
              { "ErrorType": "NoMatchingCondition", "NextAction": "bye" },
              { "ErrorType": "NoMatchingError", "NextAction": "bye" }
            ]
          }
        },
        {
          "Identifier": "prices",
          "Type": "TransferToFlow",
          "Parameters": { "ContactFlowId": "${aws_connect_contact_flow.prices.arn}" },
          "Transitions": { "NextAction": "bye", "Errors": [{ "ErrorType": "NoMatchingError", "NextAction": "bye" }] }
        },
        { "Identifier": "bye", "Type": "DisconnectParticipant", "Parameters": {}, "Transitions": {} }
      ]
    }
  JSON
}

resource "aws_connect_contact_flow" "prices" {
  instance_id = local.instance
  name        = "Prices"
  content = jsonencode({
    "Version" : "2019-10-30",
    "StartAction" : "say",
    "Actions" : [
      {
        "Identifier" : "say",
        "Type" : "MessageParticipant",
        "Parameters" : { "Text" : "A swim (of any length) costs five euros." },
        "Transitions" : { "NextAction" : "bye", "Errors" : [{ "ErrorType" : "NoMatchingError", "NextAction" : "bye" }] }
      },
      { "Identifier" : "bye", "Type" : "DisconnectParticipant", "Parameters" : {}, "Transitions" : {} }
    ]
  })
  tags = { Name = "Prices" }
}

resource "aws_connect_contact_flow" "elsewhere" {
  instance_id = local.instance
  name        = "Elsewhere"
  content     = file("${path.module}/elsewhere.json")
}
