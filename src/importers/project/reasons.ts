/** Why something is not the same after an import, with what people read about it. */

interface ReasonText {
  /** What the original did, what callers get now, and what to do instead. Plain sentences. */
  text: string;
  /** 3: callers lose something; 2: callers notice; 1: only people who maintain the flow notice. */
  weight: 1 | 2 | 3;
}

export const reasons = {
  AGENT_DESKTOP: {
    text: 'The original showed something on an agent’s screen. Callers notice nothing; send the data to your desktop with an http step.',
    weight: 1,
  },
  AGENT_SIDE_FLOW: {
    text: 'This concerned agents, logs or statistics only. Callers notice nothing.',
    weight: 1,
  },
  AI_AGENT: {
    text: 'Your voice agent is not a call flow. Run it behind a WebSocket and use a stream step.',
    weight: 3,
  },
  AMD: {
    text: 'The original detected answering machines. A flow cannot tell one from a person; here the call goes on as with a person.',
    weight: 2,
  },
  AUDIO_ADDRESS: {
    text: 'Audio needs an https address here. Give the address of this file in the answers, or upload it as a stored prompt.',
    weight: 2,
  },
  BLIND_TRANSFER: {
    text: 'The original handed the call over and left it. Here the call stays with the flow while the two talk, and then ends.',
    weight: 1,
  },
  CALLBACK_IN_QUEUE: {
    text: 'The original kept the caller’s place in a queue and called back. Use the standard flow std/callback.',
    weight: 3,
  },
  CANCEL_KEY: {
    text: 'The star key cleared what the caller had keyed in. Here it ends the entry as if nothing had been entered.',
    weight: 1,
  },
  CONNECT_FAILURES: {
    text: 'The original knew more reasons why a call fails. Here they are busy, no_answer and failed.',
    weight: 1,
  },
  CALLER_NUMBER_SHOWN: {
    text: 'The original showed the other party the number of the caller. Calls can only come from numbers of the project, so one of these is shown.',
    weight: 2,
  },
  CONNECT_OPTIONS: {
    text: 'The original had options for the second leg that have no counterpart, such as confirmation or headers. The call is connected without them.',
    weight: 2,
  },
  DATA_ACTION_AS_HTTP: {
    text: 'Your data action is asked over HTTPS with the same fields; put it behind an address.',
    weight: 2,
  },
  DIALLED_NUMBER: {
    text: 'Callers keyed in whom they want to reach, and the dial plan that knows these numbers is not imported. Give under numbers in the answers the number for each value, or one address in which $0 or $1, as in the original, stands for what was keyed in.',
    weight: 3,
  },
  DIALPLAN_ELSEWHERE: {
    text: 'The original went on in its dial plan, which is not imported. Here callers are connected to the number that the answers give.',
    weight: 2,
  },
  DIFFERS: {
    text: 'On some path callers notice something else here than in the original: see the first difference. Change the step, or keep it if you want it so.',
    weight: 3,
  },
  DIGITS_PLAYED: {
    text: 'The original played key tones. That is not possible here: they are not played.',
    weight: 3,
  },
  ECMASCRIPT: {
    text: 'This script uses more than the importer can translate. Compute the value in a web service, or with a set step.',
    weight: 3,
  },
  ENDLESS_ASKING: {
    text: 'The original asked for ever. Here the question ends after twenty attempts, and the call is hung up.',
    weight: 2,
  },
  ENDLESS_LOOP: {
    text: 'The original goes round here without asking anybody, until its provider ends the call. Here the call ends; lead the way out of the loop.',
    weight: 3,
  },
  EXPRESSION: {
    text: 'This does more than the importer can translate. Compute the value with set and switch.',
    weight: 3,
  },
  EXTENSION_IN_MENU: {
    text: 'The original let callers dial extensions at any menu. Here they can dial those that the answers give under numbers, as choices of the menu.',
    weight: 2,
  },
  ENTITY_ELSEWHERE: {
    text: 'The original has an entity whose text stands elsewhere or holds markup. The import does not read it: its name stands in its place. Write the text there.',
    weight: 3,
  },
  EXTERNAL_GRAMMAR: {
    text: 'What may be said is in another file, or in a form that is not read. List the words as phrases of the step.',
    weight: 3,
  },
  FLOW_CHOSEN_AT_RUN_TIME: {
    text: 'The original computed which flow comes next. Here it has to be named; use a switch with one goto for each flow.',
    weight: 3,
  },
  FUNCTION_AS_HTTP: {
    text: 'Your function is asked over HTTPS with the same fields; put it behind an address.',
    weight: 2,
  },
  KEYS_ONLY: {
    text: 'Callers could also say this value. Here they key it in; with speech: true they can say it, too.',
    weight: 2,
  },
  KEYS_WITHIN_KEYS: {
    text: 'Some keys are the beginning of others, such as 1 and 11. In the original further keys made the answer wrong; here what was keyed in first counts: 10 is taken as 1.',
    weight: 2,
  },
  LAMBDA_AS_HTTP: {
    text: 'Your Lambda function is asked over HTTPS with the same fields; put it behind an address, such as a function URL.',
    weight: 2,
  },
  LIQUID_LOGIC: {
    text: 'This Liquid expression uses more than the importer can translate. Compute the value with set and switch.',
    weight: 3,
  },
  LIST: {
    text: 'The original worked with a list or an object. Variables here hold single values; keep the fields that you need.',
    weight: 2,
  },
  LOOP_OF_STUB: {
    text: 'The call would go round here without asking anybody, but only because a step on the way is left to you. Here it ends; lead it back once that step is written.',
    weight: 2,
  },
  MESSAGE_CONVERSATION: {
    text: 'This flow answers text messages, not calls. Ringflow runs calls.',
    weight: 3,
  },
  NLU_BOT: {
    text: 'Intents became phrases: only these words are understood.',
    weight: 3,
  },
  NOT_RECORDED: {
    text: 'The original recorded the call from here on. Here nothing is; a record step behind the outcome bridged of a connect step records what two people say.',
    weight: 2,
  },
  NO_SUCH_VALUE: {
    text: 'The original reads a value that a call does not have here, such as a header, the address of a recording or the key that ended an entry. Here it is empty; write the step without it.',
    weight: 2,
  },
  ONLY_BEHIND_STUB: {
    text: 'The call comes here only from a step that is left to you, so it was not written. Write that step, and what follows it.',
    weight: 3,
  },
  OPTION_WITHOUT_EFFECT: {
    text: 'This option has no counterpart here, and the call goes on without it.',
    weight: 2,
  },
  OUTGOING_CALL: {
    text: 'The original placed a call of its own. A flow is one call here, answered or placed by the API; place further calls with the API.',
    weight: 3,
  },
  PARALLEL_DIAL: {
    text: 'Several telephones rang together. Here they ring one after the other.',
    weight: 2,
  },
  PARTICIPANT_DATA: {
    text: 'The original kept data with the conversation, where other systems can read and change them. Here they are variables of the call.',
    weight: 2,
  },
  PAYMENT: {
    text: 'The original took a payment. Card numbers must not be collected by a call flow; connect to a payment service.',
    weight: 3,
  },
  PHRASES_OF_OTHER_LANGUAGE: {
    text: 'A choice has words in some of the languages only. In the original callers of the others could not say it; here they can, with the words of the first language that has some. Add words for each language.',
    weight: 2,
  },
  PROMPT_LIBRARY: {
    text: 'The original played a prompt of its own library. Upload the audio under this name, or give its address in the answers.',
    weight: 2,
  },
  QUEUE: {
    text: 'Callers waited in a queue. Here they are connected to its number at once, without a place in line and without music. Keep your queue behind that number.',
    weight: 2,
  },
  QUEUE_BY_NAME: {
    text: 'The original looked this queue up by its name, and had a way for the case that there is none. Here the answers give its number, so that way is never taken, and its name stands for its id.',
    weight: 1,
  },
  QUEUE_METRICS: {
    text: 'The original asked its queues, for instance how busy one is or which one has an id. Ask yours over HTTPS, with an http step.',
    weight: 3,
  },
  RANDOM_CHOICE: {
    text: 'The original chose a way by chance. A flow has no chance; let a web service choose, with an http step.',
    weight: 3,
  },
  READ_BACK: {
    text: 'The original read back what callers had keyed in and asked whether it was right. The flow asks in its own words, in the languages that it has them for.',
    weight: 1,
  },
  RECORDS_BRIDGED_ONLY: {
    text: 'The original recorded from the beginning. Here a recording begins when a second person talks to the caller.',
    weight: 2,
  },
  REMOTE_DOCUMENT: {
    text: 'The original fetched the next part of the call from an address. Import that document too, or write the step.',
    weight: 3,
  },
  REQUEST_TIMEOUT: {
    text: 'The original set no limit to how long this request may take, or a longer one. Here it fails after 60 seconds.',
    weight: 1,
  },
  SCHEDULES_ELSEWHERE: {
    text: 'The opening hours are not in this file. The flow has those of the answers; without them, the step is to be written by you.',
    weight: 3,
  },
  SILENCE_LEADS_ELSEWHERE: {
    text: 'Silence and a wrong key led to different places, as they do here: silent and exhausted.',
    weight: 1,
  },
  SMS_TEMPLATE: {
    text: 'Text messages are sent by template here. Create a template with this text and name it in the answers.',
    weight: 2,
  },
  SPEECH_TEXT: {
    text: 'The original tested the words that it heard. Here these words are the phrases of the step, and the caller must say one of them.',
    weight: 2,
  },
  SPEECH_UNTESTED: {
    text: 'The original went on with whatever callers said. Here they press a key: what they say is not heard.',
    weight: 2,
  },
  STAR_AND_POUND: {
    text: 'The original took star and pound as parts of a number. Here an entry with them is invalid, as any wrong key.',
    weight: 1,
  },
  SUBFLOW_ELSEWHERE: {
    text: 'This flow runs another one, or goes on with it, that is not among the files. Import it together with this one.',
    weight: 3,
  },
  TABLE_ELSEWHERE: {
    text: 'The rows of this table are not in the file. Put them into a CSV file beside the flow.',
    weight: 3,
  },
  TEMPLATE_PLACEHOLDER: {
    text: 'The file has a placeholder that a deployment tool replaces. Give its value in the answers; until then it is a setting.',
    weight: 2,
  },
  TIMING: {
    text: 'The original waited longer after this input than the flow does. Callers who answer hear the next prompt sooner.',
    weight: 1,
  },
  TRANSCRIPTION: {
    text: 'The original transcribed or recorded what was said to a service. Use a stream step to your own service.',
    weight: 3,
  },
  UNANSWERED_CALL: {
    text: 'The original did more when nobody answered the call that it placed. Here the flow begins only once somebody has answered; do the rest where you place the call.',
    weight: 3,
  },
  UNDECLARED_VARIABLE: {
    text: 'The original uses a variable that it does not declare. Here it is a text that is empty at first, or the counter of a loop. Check its type.',
    weight: 2,
  },
  UNKNOWN_NODE: {
    text: 'The importer does not know this construct. The step is to be written by you.',
    weight: 3,
  },
  UNKNOWN_VALUE: {
    text: 'The original reads a value that nothing in it sets and no call has here, so it is empty. Give it to the flow as a parameter, or correct its name.',
    weight: 2,
  },
  UNREACHABLE: {
    text: 'No way leads here, so it was not written.',
    weight: 1,
  },
  VALUE_SHAPE: {
    text: 'This value has a shape that the importer does not expect, so it was read as far as possible.',
    weight: 2,
  },
  VALUE_UNSAID: {
    text: 'The original said a value here that a script computes. Here the question is asked without it. Compute the value with an http or a set step, and say it.',
    weight: 2,
  },
  VOICE_PER_FLOW: {
    text: 'The original named the voice that speaks here. A flow has one voice for all its texts, of which it says only whether it is male or female.',
    weight: 2,
  },
  VOICEMAIL: {
    text: 'The original recorded the caller alone. What callers get instead is chosen under voicemail in the answers.',
    weight: 3,
  },
  WAY_MISSING: {
    text: 'The original drops the caller when this fails, and so does the flow. Lead them to a person.',
    weight: 2,
  },
  WHOLE_TRIGGER_AS_JSON: {
    text: 'The original sent everything that it knew of the call. Here the request sends the fields that it names.',
    weight: 2,
  },
} as const satisfies Record<string, ReasonText>;

export type Reason = keyof typeof reasons;
