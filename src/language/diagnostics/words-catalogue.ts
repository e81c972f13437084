import { warning } from './catalogue-entry.ts';

/** Warnings about what callers hear and what they are promised. */
export const wordLints = {
  // Texts that cannot be heard as they are written.
  'unspeakable-text': warning(
    'A text contains something that can be written but not spoken: an HTML entity, Markdown, an emoji, `\\n` in single quotes, a web address, or the text of a technical error.',
    'Write what callers should hear.',
  ),
  'unfinished-text': warning(
    'A text contains a note such as TODO, or a placeholder, which callers hear.',
    'Write the text.',
  ),
  'invisible-character': warning(
    'A value contains an invisible character, usually copied from a web page: a phrase with one is never understood, and text between signs for the direction of writing may be spoken backwards.',
    'Remove it.',
  ),
  'prompt-as-text': warning(
    'A `text` consists of the name of a prompt, so callers hear the name.',
    'Write the name as an item of its own, without `text`.',
  ),
  'misread-value': warning(
    'A value is read out as something else than it is: a telephone or ticket number as millions, an amount without its cents, a date as figures, or a whole sentence letter by letter.',
    'Give the value an item of its own with `as`, for instance `{ text: "${call.from}", as: telephone }`.',
  ),
  'leading-zeros-lost': warning(
    'A number of a fixed length is collected with `type: number`, so that its leading zeros are lost and it is spoken as an amount.',
    'Leave out `type`, and keep the digits in a text variable.',
  ),
  'long-speech': warning(
    'One text of a `say` step takes more than a minute to hear, or more than 30 seconds before the first question, or what comes before the first question takes more than a minute in all, recordings of a known length included; and no key cuts it short.',
    'Shorten it, or offer it behind a key.',
  ),
  'inaudible-text': warning(
    'Callers hear nothing: a text is spoken at the volume `silent`, or the pauses of a prompt add up to more than 10 seconds.',
    'Remove the volume; use pauses of a second.',
  ),
  'empty-message-data': warning(
    'A placeholder of a text message is filled with an empty text in every call.',
    'Write its value.',
  ),
  'unheard-text': warning(
    'A question has a reply to silence or mistakes that no caller hears: after its last attempt the call goes on at once.',
    'Allow more `attempts`, or remove the text.',
  ),
  'heard-twice': warning(
    'Callers hear the same twice: a reply repeats the question, which is asked again after it anyway; two steps in a row say goodbye; or one way back to the menu leads through the whole greeting.',
    'Remove one of the two, or lead the step behind the first.',
  ),
  // Texts that say something else than the flow does.
  'goodbye-goes-on': warning(
    'A text ends with a farewell, so callers hang up, but the flow continues with a question or a connection.',
    'End the call after it, or leave the farewell out.',
  ),
  'misleading-question': warning(
    'The text of a question asks for something else than the step takes: another number of digits, another range, day and month in another order, cents after the key that ends the answer, the answer to the next question as well, or it promises more attempts than callers have.',
    'Change the text or the step, in every language.',
  ),
  'phrase-not-understood': warning(
    'A text asks callers to say a word that the menu does not understand.',
    'Add it to the `phrases` of the choice, or correct the text.',
  ),
  'phrases-exchanged': warning(
    'Callers who say a word are led where another choice leads: the text names the word with one key, and it stands at another; a word for yes refuses and a word for no accepts; or the phrases of two languages stand at each other.',
    'Exchange the phrases, or correct the text.',
  ),
  'promise-not-kept': warning(
    'A text promises what no step does: that callers are connected, called back or get a text message, that they may leave a message, that a tone comes before it, that somebody comes if they stay on the line, or that they are not called again where nothing notes it; or it thanks them for waiting before they have waited.',
    'Add the step, or say what really happens.',
  ),
  'question-without-answer': warning(
    'An announcement ends with a question, or tells callers to press a key, and the call ends without a step that takes an answer.',
    'Make it the prompt of a `menu` or a `collect`, or say something else.',
  ),
  'copied-text': warning(
    'A text was copied and not changed: two questions for different variables have the same prompt, a confirmation reads back another value, two choices lead to announcements with the same text, or a row of a table names the key of another row.',
    'Write the text of its own.',
  ),
  'number-differs': warning(
    'Callers are told a telephone number that differs from a number of the flow by two exchanged digits, or by one digit.',
    'Correct one of the two.',
  ),
  'mixed-address': warning(
    'One text addresses callers formally and all others of its language informally, or the other way round: du among Sie, tu among vous.',
    'Address callers in one form.',
  ),
  'attempts-misstated': warning(
    'Callers who have used up their attempts hear of another number than the flow lets pass: "that was three wrong codes" behind `vars.wrong > 3`, which only the fourth one reaches.',
    'Correct the condition or the text.',
  ),
  'hours-misstated': warning(
    'Callers are told other opening hours or days than the flow keeps, also where it has several and one is meant, or the hours are kept in another time zone than callers are told.',
    'Correct the text or the hours.',
  ),
  'wrong-language': warning(
    'A text is in another language than that in which it is spoken, or a prompt has the same text in two languages.',
    'Translate it, or state its language.',
  ),
  'numbers-differ': warning(
    'A prompt says a number in one language and another one in its place in another language, for instance after an hour was changed in one of them, or two keys are exchanged; or it says a value in one language and leaves it out in another.',
    'Correct one of the two.',
  ),
  'bound-misstated': warning(
    'A condition takes in a number that a text leaves out, or leaves out one that it takes in: "free from five bags on", and `vars.bags > 5`.',
    'Write `>=` for `>`, or `<` for `<=`, or correct the text.',
  ),
  'key-leads-elsewhere': warning(
    'A text offers something with a key, such as the main menu, a person or the end of the call, or announces a party, a menu or a language, and the flow leads to something else. Or two menus, or the texts of two languages, offer the same with different keys. Keys of `always` are judged, too.',
    'Correct the target or the text.',
  ),
  'overheard-phrase': warning(
    'A phrase is heard inside sentences that mean something else: "yes" or "no" in `always`, "correct" in a menu that does not know "not correct", or "appointment" beside the shorter "cancel". A phrase counts wherever it occurs, and the longest one counts.',
    'Take a phrase of several words, or give the refusal a longer phrase.',
  ),
  'speech-not-understood': warning(
    'A question takes spoken dates, times or amounts in a language whose words for them are not understood.',
    'Ask for the keys in this language.',
  ),
  'untrue-tomorrow': warning(
    'Callers hear "tomorrow" whenever it is closed, which is not true before opening and on the eve of a closed day.',
    'Say the opening hours, or decide by the day before.',
  ),
  // Ways that callers do not expect.
  'silence-decides': warning(
    'Callers who say nothing, or something that does not fit, are led where a choice leads, and something is booked, sent or noted as if they had made it, or they count as having agreed to what the text asks.',
    'Lead `silent` and `exhausted` to a step that changes nothing.',
  ),
  'machine-connected': warning(
    'In a flow that calls people, silence leads to a party, so that every answering machine is connected.',
    'Say a message and end the call.',
  ),
  'talk-cut-off': warning(
    'A limit ends conversations within minutes: `limits.bridge`, or `limits.duration`, in which the time in a room and of a stream counts. Or `bridged` leads to the end of the call, which cuts the conversation off as it begins.',
    'Raise the limit; use `next` for what follows a conversation.',
  ),
  'talk-not-noticed': warning(
    'After a finished conversation callers come to what is meant for those whom nobody answered.',
    'Give `connect` a `next` of its own.',
  ),
  'dead-choice': warning(
    'A choice leads back to its own menu through steps that say nothing, so that its key seems dead. Steps that count or set something do so, too, when every caller comes back and nothing else reads what they set.',
    'Say why, set the counter back first, or lead it to another party.',
  ),
  'choices-alike': warning(
    'All choices of a menu, all cases of a `switch` or all outcomes of `hours` lead to the same step, or two choices set the same where all others differ, so they make no difference.',
    'Lead each to a step of its own; correct a choice that was copied; a `switch` that lets some callers pass needs a `next` for all others.',
  ),
  'value-kept': warning(
    'Callers who come back to a menu and choose otherwise keep a value that another choice has set. Or a key begins a test again behind the step that sets its sum to the beginning, so that the second round adds to the first.',
    'Set the value in both choices; lead the key to the step that sets the sum.',
  ),
  'language-overridden': warning(
    'A `language` step leads straight to another one, so its language is never heard.',
    'Give it a `next` that leads behind the other one.',
  ),
  'unanswered-cut-off': warning(
    'When a party is busy, does not answer or cannot be reached, a caller who has been answered is cut off without a word.',
    'Lead the outcome to another party, or to a step that says when to call again.',
  ),
  'apology-after-success': warning(
    'Callers hear an apology after a success: a step without `next` is followed by the apology to which its failures lead; a text message about what was done cannot be sent, or what is only read behind it cannot be fetched, and that leads to the apology for the whole.',
    'Give the step a `next`; lead `failed` of what is additional to a step that tells the result.',
  ),
  'result-ignored': warning(
    'The result of another flow makes no difference: what it returns is not saved, or its refusal leads where its success leads.',
    'Save the result and decide by it, or lead the refusal to a step of its own.',
  ),
  'hours-swapped': warning(
    'Callers hear that it is closed while it is open, and are connected while it is closed.',
    'Exchange the targets of `open` and `closed`.',
  ),
  'same-outcome': warning(
    'Two choices of a menu lead to different steps that note the same outcome, so that one of them is counted as the other.',
    'Name each outcome after its choice.',
  ),
  // Privacy.
  'secret-by-name': warning(
    'A variable, parameter or setting has the name of a secret, such as pin, cvv, password, iban, card or API_KEY, and is not declared as one, so traces and logs keep it in clear.',
    'Declare it with `secret: true`; suppress the warning if it is none.',
  ),
  'secret-overheard': warning(
    'Callers enter a secret while the audio of the call is streamed to a server.',
    'Stop the stream before the question.',
  ),
  'recording-unannounced': warning(
    'A flow records callers, and none of its texts says so.',
    'Tell callers before the recording, and let them choose.',
  ),
  'recording-against-will': warning(
    'Callers are recorded who were told that nothing is recorded, who refused it, or who said nothing when they were asked; or the condition on their answer is the wrong way round, so that only those are recorded who refuse.',
    'Remove the recording from this way, or turn the condition round.',
  ),
};
