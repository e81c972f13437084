import { error, warning } from './catalogue-entry.ts';
import type { Entry } from './catalogue-entry.ts';

/** Warnings about callers' experience, unneeded parts, and comments that suppress diagnostics. */
export const lints = {
  // Prompts and answers of callers.
  'duplicate-choice': error(
    'Two choices of a menu have the same key or phrase, or two targets of `always` the same phrase.',
    'Give each its own.',
  ),
  'shadowed-key': warning(
    'A key is the beginning of another key, so the caller waits for the inter-digit timeout after it.',
    'Use keys of the same length.',
  ),
  'unheard-key': warning(
    'A key of `always` never takes effect at a `collect` step, because it is an answer by itself, ends the answer or is longer than one key. A question whose text names the key is not reported. A digit takes effect where it is no answer: answers have more digits and nothing else is pressed, or `pattern` or `range` rejects it.',
    'Use another key, ask for more digits, or use another `terminator`.',
  ),
  'range-out-of-reach': warning(
    'The highest value of a `range` has more digits than the step takes, so it cannot be entered; or it is the greatest number of fewer digits, so all longer answers are refused.',
    'Allow more `digits`, or correct the `range`.',
  ),
  'unused-next': warning(
    'A step has `next`, but each of its outcomes leads elsewhere: a menu goes where its choices and `exhausted` say. Or `on` has `unreached` although busy, no_answer and failed all have edges of their own.',
    'Remove it, or name the outcome under `on`.',
  ),
  'key-not-offered': warning(
    'A text tells the caller to press a key that does nothing there: at a menu, while digits are collected or confirmed, while a message is recorded, or on the bridge that follows.',
    'Add a choice for the key, or correct the text.',
  ),
  'choice-not-spoken': warning(
    'No text of a menu names the key of one of its choices, so callers cannot know of it.',
    'Name the key in the prompt, in every language.',
  ),
  'back-before-question': warning(
    'A step leads `back`, but a call can reach it before the caller was asked anything; it then goes to `on.error`.',
    'Name a step instead, or lead those callers elsewhere.',
  ),
  'long-menu': warning(
    'A menu has more than five choices: callers forget the first before they hear the last.',
    'Offer the most common ones, and the others in a menu behind the last key.',
  ),
  'long-question': warning(
    'A question takes longer than 40 seconds to hear, so callers forget its beginning or stop listening.',
    'Shorten it, or move what is not part of the question to a step before it.',
  ),
  'many-attempts': warning(
    'A question is put more than 6 times, so that callers who cannot answer are held up by it.',
    'Use 2 to 4 attempts, and lead `exhausted` to somebody who helps.',
  ),
  'hasty-timeout': warning(
    'Callers have less than 2 seconds to begin an answer, or between the keys of an answer with more than four: too little to take the phone from the ear, or to read a number off a card. Or they have less than 20 seconds to write a text message, or less than 10 to go to a meter and read it, to receive and read a code, or to leave a message. Or a web service has less than 50 milliseconds to answer: milliseconds were written for seconds.',
    'Give them more time: the defaults are 5s for the first key and 3s for the next one.',
  ),
  'late-answer': warning(
    'A question speaks for more than 30 seconds before a key counts, plays a recording of more than 5 seconds each time that callers come back to it, or names a key before it counts. Keys count only during the last play of a question, and with `barge_in: false` not before its end.',
    'Shorten it, say the first part in a step before the question, or make one text or SSML document of it.',
  ),
  'ssml-too-long': warning(
    'An SSML document has more than 1,024 characters. It cannot be split as text is, and the platform may refuse to speak it.',
    'Make a list of several documents, or write plain text.',
  ),
  'unusual-speech': warning(
    'SSML or `prosody` has an element or a value that the platform does not document, a pause of more than 10 seconds, a voice changed beyond recognition, or no content at all.',
    'Use what the message names; ignore this if the platform is known to accept it.',
  ),
  'silent-reask': warning(
    'A question is repeated in silence: the text that would be spoken is empty.',
    'Give it a text, or remove `reprompt: false`.',
  ),
  'silence-leads-nowhere': warning(
    'A caller who stays silent is asked forever, or is cut off without a word, although no text told them that they may hang up.',
    'Lead `exhausted` to a person, or to a step that says goodbye.',
  ),
  'dead-air': warning(
    'A step may wait for longer than 5 seconds, for a web service, a message or time to pass, while the caller, who has been answered, hears nothing.',
    'Give a request a `filler`, a shorter `filler_after` or `timeout`, or fewer `retries`; put `hold` before another wait and `resume` after it.',
  ),
  'failure-cut-off': warning(
    'When a web service, a lookup or a message fails, the call ends without a word, although it would otherwise continue; or `on.error` ends it so, although other failures of the flow lead to an apology.',
    'Lead the failure to a person, or to a step that explains it.',
  ),
  'ends-without-next': warning(
    'A step ends the call where that is hardly meant: it has no `next` and stands above the step of `on.error` or `on.end`, into which a call does not run.',
    'Name the step to continue with under `next`, or write `next: hangup`.',
  ),
  'long-ringing': warning(
    'A caller may hear ringing for longer than 90 seconds: one party after the other, or one for too long.',
    'Use a shorter `ring`, or fewer parties, and offer something else when nobody answers.',
  ),
  'undialable-number': warning(
    'A number that callers are connected to, are shown or that gets a message cannot be dialled: it has too few or too many digits, no country code or one zero too many, no such numbers exist, or it is an emergency number or a placeholder.',
    'Write the number in the form +493012345; tell callers to dial emergency numbers themselves.',
  ),
  'premium-number': warning(
    'Calls are passed on, or messages are sent, to a premium-rate number, which costs the owner of the line money for every minute or message.',
    'Use an ordinary number.',
  ),
  'text-to-landline': warning(
    'A text message is sent to the number of a landline, where nobody receives it.',
    'Send it to a mobile number.',
  ),
  'number-twice': warning(
    'A list of parties or recipients has the same number twice: it rings again at a party that has just not answered, or the same person gets a message twice. Or one row of a table has the number of another.',
    'Replace one of the two by the number that was meant, or remove it.',
  ),
  'impossible-condition': warning(
    'A condition can never be true: it requires things that exclude each other, or what is decided before it excludes it, as `vars.people >= 40` behind `vars.people >= 20 ? 8 :`, or it compares a value with one that it never is, such as a language that the flow does not have, a date in another form, a listed phrase or a described value in another spelling, an empty number where it is always known, or what the range or the pattern of a question refuses.',
    'Put the narrower condition first; compare with a value that occurs, in the form in which it is stored.',
  ),
  'unreachable-case': warning(
    'No call takes a case of a `switch`, because the cases above it, or the `switch` before it, take every call that it fits.',
    'Put the narrower case first.',
  ),
  'certain-condition': warning(
    'A condition is true in every call, usually because `||` joins what `&&` was meant to join, because a value is compared with itself, because a count, a fee or what callers owe is never below 0, or because what is decided before it implies it.',
    'Correct the condition, or use `next` instead of a case.',
  ),
  'failing-expression': warning(
    'An expression fails for what some callers enter, say or hide: it divides by zero, reads a part or characters that a text does not have, makes a number of words, or saves an amount with cents as a whole number. The call then takes the error path.',
    'Test the value first, or give the question a `range`.',
  ),
  'early-rounding': warning(
    'Whole numbers are divided before they are multiplied or made decimal, so the result is rounded down, mostly to 0; or `int(…)` cuts the last cent off an amount times 100.',
    'Multiply first; write `int(…)` around the division where the rest is meant to be lost. Write `int(… + 0.5)` to round to the nearest number.',
  ),
  'refused-answer': warning(
    'A question refuses answers that its `range`, its `pattern` or its text allows: it takes an exact number of digits that some of them do not have, or its text names wider bounds.',
    'Write `digits: { max: 2 }` and ask for the pound key at the end, or name the same bounds in both.',
  ),
  'unencrypted-secret': warning(
    'A request carries something secret over `http://` to a host of the public network, where everybody on the way can read it.',
    'Write `https://`, also in the default of a setting.',
  ),
  'secret-in-flow': warning(
    'A key or a password of a service is written into the flow, where everybody can read it who may read the flow, its versions and its diffs.',
    'Declare a setting with `secret: true` under `env`, and send it as `${env.NAME}`.',
  ),
  'secret-in-address': warning(
    'A PIN, a password or a key is part of the address of a request. Servers and proxies write addresses to their logs.',
    'Send it in a header or in the body, and declare it with `secret: true`.',
  ),
  'shared-idempotency-key': warning(
    'Requests that are meant to be different have the same Idempotency-Key: it is constant, made of choices that many callers make, the same for all calls of a caller, or the same for several requests of a call. The service carries out the first one and takes the others for repetitions.',
    'Put `${call.id}` into the key, and what distinguishes the requests of one call.',
  ),
  'repeated-request': warning(
    'A request that may have been carried out is sent again with another Idempotency-Key, or without one: in a loop, with a key that changes with each try or is made of something that is created anew, or as a `get` with `retries`; one in doubt is sent once more by another step; or one that has been carried out is sent again, because something else failed, a caller wants to hear something again, or a wait leads back to it.',
    'Use `post`, and give all tries the same key, made of `${call.id}`.',
  ),
  'unchecked-answer': warning(
    'A part of an answer is saved without a look whether it is there, although it may be missing: an item of a list, or a field for whose absence the flow has a case. The request then fails.',
    'Look first: `has(response.json.name) ? response.json.name : ""`, or `size(response.json.items) > 0 ? … : …`.',
  ),
  'limit-too-low': warning(
    'A limit of the flow ends calls that it was written for: a step, or a decision after so many rounds, lies beyond `limits.steps`, a prompt, a timeout or a hunt list outlasts `limits.duration`, or a wait outlasts `limits.bridge`; or so many rounds of ringing and waiting outlast `limits.duration`.',
    'Raise the limit well above the longest call that goes as it should, or shorten the step.',
  ),
  'long-waiting': warning(
    'While a web service does not answer, callers hear the filler again and again for more than 90 seconds.',
    'Use a shorter `timeout` or fewer `retries`, and lead failures to a person.',
  ),
  'long-silence': warning(
    'A question is put again only after more than 60 seconds of silence, or nothing is heard for more than 8 seconds after the last digit of an answer that no key can end.',
    'Use a shorter `timeout`; let a `terminator` end answers of any length.',
  ),
  'short-ringing': warning(
    'A party is given up after less than 8 seconds of ringing, so nobody can pick up.',
    'Let it ring for 20 to 30 seconds.',
  ),
  'short-stream': warning(
    'A stream to a voice agent is stopped after less than 20 seconds, in the middle of the first sentences.',
    'Give the conversation minutes: the `timeout` is for one that does not end.',
  ),
  'promised-time': warning(
    'A prompt gives callers more time than the step does: they are counted as silent, or cut off, before the time is over. Or a message is sent after another time than they are told.',
    'Give them the time that the prompt promises, or correct the text.',
  ),
  'redial-loop': warning(
    'A busy party, or a web service, is tried again and again without a pause: hundreds of times a minute.',
    'Add a `wait` to the loop, or count the attempts with `set` and leave it by a `switch`.',
  ),
  'endless-circle': warning(
    'Callers go round the same steps for as long as nobody answers, a web service gives the same answer, the office is closed or a table lacks their key: no choice of theirs and no counter ends it.',
    'Count the rounds with `set` and leave the circle with a `switch`, or put a question into it.',
  ),
  'endless-guessing': warning(
    'Callers may guess a PIN or another secret as often as they like: a wrong one leads back to the question, and nothing counts the attempts, or the count begins anew in each round.',
    'Count the attempts with `set` before the question is put again, and end them with a `switch`; a flow that others run returns another outcome when all attempts are used up.',
  ),
  'runs-itself': warning(
    'A flow runs itself, directly or through others. Each round is nested in the one before and has variables of its own, so nothing counts the rounds, and the call ends at a limit.',
    'Lead back to a step of the flow, and count the rounds.',
  ),
  'hours-never-open': warning(
    'Opening hours have no open time at all, so every caller is told that it is closed.',
    'Add days and times under `open`.',
  ),
  'closed-but-connected': warning(
    'Callers outside of the opening hours reach the same `connect` step as all others, without being asked anything: usually because a step that says “closed” continues with the one below it.',
    'End the call after the announcement with `next: hangup`, or lead it elsewhere.',
  ),
  'recording-before-bridge': warning(
    'A recording would begin before another party is on the line, which the platform refuses.',
    'Begin it on the path from `bridged` of a `connect` step, or with one of the `keys` of that step.',
  ),
  'constant-recording-name': warning(
    'A recording has the same name in every call, or in every call of a caller. The platform accepts a name once, so only the first call is recorded (`name_taken`).',
    'Put `${call.id}` into the name, or give `name_taken` an edge.',
  ),
  'media-in-bridge': warning(
    'A step that speaks, asks, connects or joins a room, or runs a flow that does, is entered during a conversation. The platform refuses that, so the step waits until the conversation has ended.',
    'Put `wait: { for: bridge_end }` before it to make this visible, or lead to it from `completed`.',
  ),
  'wrong-order': warning(
    'A step does something that is impossible at that time: it rejects an answered call, resumes one that is not on hold, speaks to one that is, waits for the end of a bridge that does not exist, or stops a stream or a recording that has not begun.',
    'Move it to where the message says, or remove it.',
  ),
  'finalizer-cut-short': warning(
    'A step of the finalizer, `on.end`, can fail, has no edge for that, and other steps follow it: a failure ends the finalizer, so they do not run.',
    'Lead `failed` to the step after it, or put the step last.',
  ),
  'never-returns': warning(
    'A step runs a flow that never returns: every path in it ends the call, so the steps after `run` are never reached.',
    'Give that flow `returns:`, even empty, or lead to it with `goto`.',
  ),
  'bare-expression': warning(
    'A text contains the name of a value outside of `${` and `}`, or in the notation of another product, so the name is spoken, sent or saved instead of the value.',
    'Write `${` before it and `}` after it; a prompt is named alone: `say: welcome`.',
  ),
  'audio-as-text': warning(
    'A text is only an address or the name of an audio file, which is read out letter by letter.',
    'Write `{ url: … }` for audio at an address, `{ stored: … }` for a prompt stored at the platform.',
  ),
  'ssml-as-text': warning(
    'A text contains an SSML tag, which has a meaning in SSML only; here it is part of the words.',
    "Write `{ ssml: '<speak>…</speak>' }`, or a pause as `{ text: …, pause: 1s }`.",
  ),
  'hash-begins-comment': warning(
    'A `#` that was probably meant as a key, or as part of a text, begins a comment, so everything from there on is ignored.',
    'Put the key, or the whole text, in quotes.',
  ),
  'comma-splits-text': warning(
    'A comma in brackets makes several texts of what reads like one sentence, so callers hear only a part of it at a time: `[Sorry, I did not get that.]` is a list of two.',
    'Put the text in quotes.',
  ),
  'number-as-written': warning(
    'The initial value of a variable is a number written in another way than it is stored, so it is spoken and sent differently: 01234 as 1234.',
    'Put it in quotes to keep it as it is written, or write the number plainly.',
  ),
  'untranslated-text': warning(
    'A text is in a step that callers reach in several languages: some hear it in the wrong one. A flow to which others lead may begin in any of its languages.',
    'Give the text a name under `prompts`, with a text for each language, or state its language: `{ text: …, language: en-US }`.',
  ),
  'amount-without-currency': warning(
    'An amount is read out without its currency.',
    'Name it: `as: { currency: EUR }`, or `currency: EUR` beside `type: currency`.',
  ),
  // Unneeded parts.
  'unused-variable': warning(
    'A variable, parameter or setting is declared but never read or written.',
    'Remove it, or use it.',
  ),
  'unread-variable': warning(
    'A variable is assigned but never read, except for its own next value. Or a flow only asks whether a parameter is empty, and never uses what it contains. Or texts only tell callers their answer again, and the request for which it is asked sends other values.',
    'Read it, or remove it with everything that is saved in it; suppress the warning if the variable is meant for the trace.',
  ),
  'unset-variable': warning(
    'A variable that begins empty, or is declared by its type alone, is read but never assigned: perhaps another one is meant.',
    'Read the variable in which the value is saved, or save it in this one.',
  ),
  'read-before-set': warning(
    'A variable is spoken, dialled, sent or decided on while it is still empty: on some way of the call nothing has set it.',
    'Set it on that way too, or lead these callers to another step; where it may be empty, look at it in a `switch` first.',
  ),
  'unused-prompt': warning('A prompt is declared, but no step says it.', 'Remove it, or say it.'),
  'unused-hours': warning('Opening hours are declared, but no step uses them.', 'Remove them, or use them.'),
  'unused-table': warning(
    'A table is declared, but no step looks anything up in it.',
    'Remove it, or use it.',
  ),
  // Comments that suppress diagnostics.
  'ignore-unknown-code': warning(
    'A comment `ringflow-ignore` names a code that does not exist.',
    'Write `# ringflow-ignore <code>: <reason>` with an existing code.',
  ),
  'ignore-error': warning(
    'A comment suppresses an error. Only warnings can be suppressed.',
    'Correct the error and remove the comment.',
  ),
  'ignore-without-reason': warning(
    'A comment suppresses a warning without giving a reason, so it has no effect.',
    'Write the reason after a colon.',
  ),
  'ignore-unused': warning(
    'A comment suppresses a warning that does not occur, on its own line or on the one below.',
    'Remove the comment.',
  ),
} satisfies Record<string, Entry>;
