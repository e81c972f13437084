import type { Entry } from './catalogue-entry.ts';

/** Warnings about callers' experience, unneeded parts, and comments that suppress diagnostics. */
export const lints = {
  // Prompts and answers of callers.
  'duplicate-choice': {
    severity: 'error',
    meaning: 'Two choices of a menu have the same key or phrase, or two targets of `always` the same phrase.',
    mend: 'Give each its own.',
  },
  'shadowed-key': {
    severity: 'warning',
    meaning: 'A key is the beginning of another one, so the caller waits the inter-digit timeout after it.',
    mend: 'Use keys of the same length.',
  },
  'unheard-key': {
    severity: 'warning',
    meaning:
      'A key of `always` never counts at a `collect` step, where it is an answer by itself, ends the answer or is longer than one. A digit counts where it is no answer: an answer has more of them and nothing else is pressed, or `pattern` or `range` refuse it.',
    mend: 'Take another key, ask for more digits, or use another `terminator`.',
  },
  'range-out-of-reach': {
    severity: 'warning',
    meaning: 'The greatest value of a `range` has more digits than the step takes, so it cannot be entered.',
    mend: 'Take more `digits`, or correct the `range`.',
  },
  'unused-next': {
    severity: 'warning',
    meaning:
      'A step has `next`, but each of its outcomes leads elsewhere: a menu goes where its choices and `exhausted` say.',
    mend: 'Remove it, or name the outcome under `on`.',
  },
  'key-not-offered': {
    severity: 'warning',
    meaning:
      'A text tells the caller to press a key that means nothing there: at a menu, while digits are collected or confirmed, or on the bridge that follows.',
    mend: 'Add a choice for the key, or correct the text.',
  },
  'choice-not-spoken': {
    severity: 'warning',
    meaning: 'No text of a menu names the key of one of its choices, so no caller can know of it.',
    mend: 'Name the key in the prompt, in every language.',
  },
  'back-before-question': {
    severity: 'warning',
    meaning:
      'A step says `back`, but the call can come to it before the caller was asked anything; it then goes to `on.error`.',
    mend: 'Name a step instead, or lead those callers elsewhere.',
  },
  'long-menu': {
    severity: 'warning',
    meaning: 'A menu has more than five choices: by the last one the first is forgotten.',
    mend: 'Offer the most wanted ones, and the others in a menu behind the last key.',
  },
  'long-question': {
    severity: 'warning',
    meaning:
      'A question takes longer than 40 seconds to hear, so that its beginning is forgotten, or nobody listens to its end.',
    mend: 'Shorten it, or say what is no question in a step before it.',
  },
  'hasty-timeout': {
    severity: 'warning',
    meaning:
      'Callers have less than 2 seconds to begin with an answer, or between the keys of one that has more than four: too little to take the telephone from the ear, or to read a number off a card.',
    mend: 'Give them more time: 5s for the first key and 3s for the next one are the defaults.',
  },
  'late-answer': {
    severity: 'warning',
    meaning:
      'A question speaks for more than 30 seconds before a key counts. Keys count only during the last play of a question, and with `barge_in: false` not before its end.',
    mend: 'Shorten it, say the first part in a step before the question, or make one text or SSML document of it.',
  },
  'ssml-too-long': {
    severity: 'warning',
    meaning:
      'An SSML document has more than 1,024 characters. It cannot be split as text is, and the platform may refuse to speak it.',
    mend: 'Make a list of several documents, or write plain text.',
  },
  'unusual-speech': {
    severity: 'warning',
    meaning:
      'SSML or `prosody` holds an element or a value that the platform does not name, a pause of more than 10 seconds, a voice bent so far that nobody understands it, or nothing at all.',
    mend: 'Take what the message names; ignore this if the platform is known to take it.',
  },
  'silent-reask': {
    severity: 'warning',
    meaning: 'A question is put again, but nothing is heard: what would be said is empty.',
    mend: 'Give it a text, or leave `reprompt: false` out.',
  },
  'silence-leads-nowhere': {
    severity: 'warning',
    meaning: 'A caller who stays silent is asked for ever, or is cut off without a word.',
    mend: 'Lead `exhausted` to a person, or to a step that says goodbye.',
  },
  'dead-air': {
    severity: 'warning',
    meaning:
      'A step may wait for longer than 5 seconds, for a web service, a message or time to pass, and the caller, who has been answered, hears nothing meanwhile.',
    mend: 'Give a request a `filler`, a shorter `filler_after` or `timeout`, or fewer `retries`; put `hold` before another wait and `resume` behind it.',
  },
  'failure-cut-off': {
    severity: 'warning',
    meaning:
      'Where a web service, a lookup or a message fails, the call is ended without a word, though it would have gone on.',
    mend: 'Lead the failure to a person, or to a step that says what is the matter.',
  },
  'long-ringing': {
    severity: 'warning',
    meaning:
      'A caller may listen to a line that rings for longer than 90 seconds: one party after the other, or one for too long.',
    mend: 'Take a shorter `ring`, or fewer parties, and offer something else when nobody answers.',
  },
  'redial-loop': {
    severity: 'warning',
    meaning:
      'A party that is busy, or a web service, is tried again and again without a pause: hundreds of times a minute.',
    mend: 'Put a `wait` into the circle, or count the attempts with `set` and leave it by a `switch`.',
  },
  'hours-never-open': {
    severity: 'warning',
    meaning: 'Opening hours have no time at all, so every caller is told that it is closed.',
    mend: 'Name days and times under `open`.',
  },
  'closed-but-connected': {
    severity: 'warning',
    meaning:
      'Callers outside of the opening hours come to the same `connect` step as all others, without having been asked anything: mostly because a step that says “closed” goes on to the one below it.',
    mend: 'End the call behind what is said, with `next: hangup`, or lead it elsewhere.',
  },
  'recording-before-bridge': {
    severity: 'warning',
    meaning: 'A recording would begin before anybody else is on the line, which the platform refuses.',
    mend: 'Begin it on the way from `bridged` of a `connect` step, or with one of the `keys` of that step.',
  },
  'constant-recording-name': {
    severity: 'warning',
    meaning:
      'A recording has the same name in every call. The platform takes a name once, so that each call but the first is not recorded (`name_taken`).',
    mend: 'Put `${call.id}` into the name, or give `name_taken` an edge.',
  },
  'media-in-bridge': {
    severity: 'warning',
    meaning:
      'A step that speaks, asks, connects or joins a room, or runs a flow that does, is entered while two people talk. The platform refuses that, so the step waits until they have ended.',
    mend: 'Put `wait: { for: bridge_end }` before it, so that everybody sees it, or lead to it from `completed`.',
  },
  'wrong-order': {
    severity: 'warning',
    meaning:
      'A step ends, takes up or refuses what is not there at that time: it rejects an answered call, takes up one that is not on hold, speaks to one that is, waits for the end of a bridge that nobody has made, or stops a stream or a recording that has not begun.',
    mend: 'Move it to where the message says, or remove it.',
  },
  'finalizer-cut-short': {
    severity: 'warning',
    meaning:
      'A step of the finalizer, `on.end`, can fail, has no edge for that, and other steps stand behind it: a failure ends the finalizer, so those are not run.',
    mend: 'Lead `failed` to the step behind it, or put the step last.',
  },
  'never-returns': {
    severity: 'warning',
    meaning:
      'A flow is run that never comes back: every way in it ends the call, so that the steps behind `run` are never reached.',
    mend: 'Give that flow `returns:`, even empty, or lead to it with `goto`.',
  },
  'bare-expression': {
    severity: 'warning',
    meaning:
      'A text holds the name of a value outside of `${` and `}`, or a value as other products write it, so the name is spoken, sent or kept, not the value.',
    mend: 'Write `${` before it and `}` behind it; a prompt is named alone: `say: welcome`.',
  },
  'audio-as-text': {
    severity: 'warning',
    meaning:
      'A text is nothing but an address or the name of an audio file, which is read out letter by letter.',
    mend: 'Write `{ url: … }` for audio at an address, `{ stored: … }` for a prompt stored at the platform.',
  },
  'ssml-as-text': {
    severity: 'warning',
    meaning: 'A text holds a tag of SSML, which means something in SSML only; here it is part of the words.',
    mend: "Write `{ ssml: '<speak>…</speak>' }`, or a pause as `{ text: …, pause: 1s }`.",
  },
  'hash-begins-comment': {
    severity: 'warning',
    meaning:
      'A `#` that was probably meant as a key, or as part of a text, begins a comment, so that it and all behind it is not there.',
    mend: 'Put the key, or the whole text, in quotes.',
  },
  'number-as-written': {
    severity: 'warning',
    meaning:
      'A variable begins with a number that is written in another way than it is kept, so that it is spoken and sent otherwise: 01234 as 1234.',
    mend: 'Put it in quotes to keep it as it is written, or write the number plainly.',
  },
  'untranslated-text': {
    severity: 'warning',
    meaning:
      'A text stands in a step to which callers come in several languages: some hear it in the wrong one. A flow to which others lead may begin in any of its languages.',
    mend: 'Give the text a name under `prompts`, with a text for each language, or say which one it is: `{ text: …, language: en-US }`.',
  },
  'amount-without-currency': {
    severity: 'warning',
    meaning: 'An amount is read out, and nobody hears of which currency.',
    mend: 'Name it: `as: { currency: EUR }`, or `currency: EUR` beside `type: currency`.',
  },
  // Unneeded parts.
  'unused-variable': {
    severity: 'warning',
    meaning: 'A variable, parameter or setting is declared that nothing reads and nothing writes.',
    mend: 'Remove it, or use it.',
  },
  'unread-variable': {
    severity: 'warning',
    meaning: 'A variable is given values that nothing reads, but for its own next value.',
    mend: 'Read it, or remove it with what is kept in it; silence it where it is meant for the trace.',
  },
  'unset-variable': {
    severity: 'warning',
    meaning:
      'A variable that begins empty is read, but nothing gives it a value: perhaps another one is meant.',
    mend: 'Read the variable in which the value is kept, or keep it in this one.',
  },
  'unused-prompt': {
    severity: 'warning',
    meaning: 'A prompt is declared that no step says.',
    mend: 'Remove it, or say it.',
  },
  'unused-hours': {
    severity: 'warning',
    meaning: 'Opening hours are declared that no step asks for.',
    mend: 'Remove them, or use them.',
  },
  'unused-table': {
    severity: 'warning',
    meaning: 'A table is declared in which no step looks anything up.',
    mend: 'Remove it, or use it.',
  },
  // Comments that suppress diagnostics.
  'ignore-unknown-code': {
    severity: 'warning',
    meaning: 'A comment `ringflow-ignore` names no code of this page.',
    mend: 'Write `# ringflow-ignore <code>: <reason>` with one of the codes.',
  },
  'ignore-error': {
    severity: 'warning',
    meaning: 'A comment silences an error. Only warnings can be silenced.',
    mend: 'Correct the error and remove the comment.',
  },
  'ignore-without-reason': {
    severity: 'warning',
    meaning: 'A comment silences a warning without saying why, so it has no effect.',
    mend: 'Write the reason behind a colon.',
  },
  'ignore-unused': {
    severity: 'warning',
    meaning: 'A comment silences a warning that is not there, on its own line or on the one below.',
    mend: 'Remove the comment.',
  },
} as const satisfies Record<string, Entry>;
