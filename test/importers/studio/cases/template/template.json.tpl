{
  "description": "A template of a deployment tool",
  "states": [
    {
      "name": "Trigger",
      "type": "trigger",
      "transitions": [
        {
          "event": "incomingMessage"
        },
        {
          "event": "incomingCall",
          "next": "hello"
        },
        {
          "event": "incomingConversationMessage"
        },
        {
          "event": "incomingRequest"
        },
        {
          "event": "incomingParent"
        }
      ],
      "properties": {
        "offset": {
          "x": 0,
          "y": 0
        }
      }
    },
    {
      "name": "hello",
      "type": "say-play",
      "transitions": [
        {
          "event": "audioComplete",
          "next": "desk"
        }
      ],
      "properties": {
        "offset": {
          "x": 0,
          "y": 0
        },
        "say": "Welcome to ${shop.name}.",
        "voice": "alice",
        "language": "en-US",
        "loop": 1
      }
    },
    {
      "name": "desk",
      "type": "connect-call-to",
      "transitions": [
        {
          "event": "callCompleted",
          "next": "result"
        },
        {
          "event": "hangup"
        }
      ],
      "properties": {
        "offset": {
          "x": 0,
          "y": 0
        },
        "noun": "number",
        "to": {{ desk_number }},
        "caller_id": "{{flow.channel.address}}",
        "timeout": 30
      }
    },
    {
      "name": "result",
      "type": "split-based-on",
      "transitions": [
        {
          "event": "noMatch",
          "next": "away"
        },
        {
          "event": "match",
          "conditions": [
            {
              "friendly_name": "If value equal_to completed",
              "arguments": [
                "{{widgets.desk.DialCallStatus}}"
              ],
              "type": "equal_to",
              "value": "completed"
            }
          ]
        }
      ],
      "properties": {
        "input": "{{widgets.desk.DialCallStatus}}",
        "offset": {
          "x": 0,
          "y": 0
        }
      }
    },
    {
      "name": "away",
      "type": "say-play",
      "transitions": [
        {
          "event": "audioComplete"
        }
      ],
      "properties": {
        "offset": {
          "x": 0,
          "y": 0
        },
        "say": "Nobody is free at ${shop.name}.",
        "voice": "alice",
        "language": "en-US",
        "loop": 1
      }
    }
  ],
  "initial_state": "Trigger",
  "flags": {
    "allow_concurrent_calls": true
  }
}