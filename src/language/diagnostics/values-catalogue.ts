import { warning } from './catalogue-entry.ts';

/** Warnings about values, services and parties that are not as the flow takes them. */
export const valueLints = {
  'names-disagree': warning(
    'A field, a parameter or a variable gets the value of another name, although the value of its own name is at hand; or the values of two names are exchanged. The service, or the caller, is told the wrong thing.',
    'Give each name its own value; rename the variable if the value is meant.',
  ),
  'outcomes-exchanged': warning(
    'The targets of two outcomes are exchanged: callers hear of an outage where their number is unknown, and that it is unknown in an outage; that a line is busy where nobody answers; that something has failed where it has succeeded; that their key is wrong where they said nothing; or each leads to the step that has the name of the other.',
    'Exchange the targets under `on`, or the texts.',
  ),
  'failure-blamed-on-caller': warning(
    'When a service does not answer, callers hear that what they entered is unknown or wrong, or it counts as a wrong try: the failure leads where the refusal leads.',
    'Lead only `client_error` there, and the other failures to a step that says that it is not possible at the moment.',
  ),
  'optional-request-ends-call': warning(
    'A request fetches something to say before a question, and its failure ends the call, although callers need nothing of it for what they want.',
    'Lead the failure to the question.',
  ),
  'told-before-identity': warning(
    'A call tells a debt, an amount or a result before it asks who is on the line: whoever picks up hears it.',
    'Ask for the person first, and tell the matter behind the question.',
  ),
  'stale-offer': warning(
    'After a request callers come back to the menu that offered it, which tells the number from before and offers the same again.',
    'Lead to another step, or to the request that fetches the number.',
  ),
  'message-lost': warning(
    'The recorded message of a caller is passed on only when the caller stays on the line: a step that needs the call comes first. Most callers hang up after their message, and nobody hears it.',
    'Send the message right behind the recording, or in the finalizer (`on.end`).',
  ),
  'withheld-number-chosen': warning(
    'Callers may choose to be called on the number from which they call, and no step looks whether they withhold it: `call.from` is empty then, and nobody can call them.',
    'Look at `call.from` in a `switch` first, and ask for a number when it is empty.',
  ),
  'withheld-number-used': warning(
    'A text message or a call goes to the number of the caller on a way that only callers who withhold their number take: the condition on `call.from` is the wrong way round. Or somebody is asked to call this number back, and no condition looks whether there is one.',
    'Lead callers with `call.from == ""` past the step.',
  ),
  'refused-request-again': warning(
    'A request that the service has refused, or a lookup that has found nothing, is made again with the same values: nobody is asked in between, so the answer is the same.',
    'Lead back to the question, and count the attempts.',
  ),
  'reversed-comparison': warning(
    'A condition compares what callers entered the other way round than the name of the step to which it leads: `vars.reading > vars.last` leads to `too_low`. Or larger values are lowered to what a name, a comment or a text calls a minimum, or smaller ones are raised to a maximum.',
    'Turn the comparison round, or rename the step or the limit.',
  ),
  'single-confirmation': warning(
    'A question with `confirm` has one attempt, so whoever answers that the value is wrong cannot correct it.',
    'Allow 2 or 3 attempts, or lead `exhausted` to a question.',
  ),
  'premature-success': warning(
    'A success comes before the deed: an outcome or a variable notes what the next request still has to do and keeps its value when that fails; or callers hear that something has been done after a `get`, which only reads, or of a success which the next step still has to bring about.',
    'Note the outcome behind the request; use the method by which the service does it.',
  ),
  'case-falls-through': warning(
    'One case of a `switch` is followed by the words of another, or a conversation, a recorded message or a promise to call back by the steps of another choice, because the first has no `next`, or by a question to which another step leads; or callers hear that it is closed while it is open.',
    'Give the step a `next`.',
  ),
  'success-told-after-failure': warning(
    'A request or a message fails, and callers hear that it has been done: the failure leads to the words of the success, or to a decision by the number that was not fetched; or nothing was recorded, and callers are thanked for their message; or a text message was refused, and callers hear that it is on its way; or another announcement begins with the sentence that tells the success. Or a sub-flow returns after a refusal as it does after its success.',
    'Lead the failure to a step that says so, and what callers can do.',
  ),
  'request-contradicts-step': warning(
    'A request does the opposite of what its step is called after: "cancel" posts to `/confirm`, "book" sends a `delete`, "refuse" the answer `accepted`; or a step notes another value than the one that it is called after, or that something was done when it has only read again what another step has read.',
    'Correct the address, the method or the value, or the name of the step.',
  ),
  'compared-with-secret': warning(
    'What callers enter is compared with something secret, but is no secret itself: the right answer is kept in clear and shown in traces, and a confirmation reads it out.',
    'Declare the variable with `secret: true`, and leave out `confirm`.',
  ),
  'wrong-unit': warning(
    'A value is told or passed on in a unit that is not its own: minutes as hours, hours divided by 60 as minutes; or a number of things is added to an amount; or one of two amounts of an answer is divided by 100 and the other is not.',
    'Convert the value, or name it after its unit.',
  ),
  'counter-stands-still': warning(
    'A condition waits for a counter to reach a number, and no step brings it there: it counts the other way, gets its own value, or is counted on from another counter, or the step before counts another one, or no step counts it.',
    'Add or subtract 1 towards the number.',
  ),
  'sum-overwritten': warning(
    'A condition compares the sum of a total and a new amount with a bound, but a later step sets the total to the new amount alone, so all amounts before it are forgotten.',
    'Add the amount to the total.',
  ),
  'value-overwritten': warning(
    'A step keeps an answer of the caller, of a table or of a service, and another step sets the same variable anew on every way before anything reads it; or the step behind a key or a step that sets a variable sets it anew.',
    'Lead these callers past the step that sets it, or keep the two values under names of their own.',
  ),
  'answer-not-noted': warning(
    'A key of one menu sets an answer and leads to the step that bears its name; a key of another menu leads there without setting it, so the flow goes on, or reports, with the value that the variable has at first.',
    'Set the same value with every key that leads to this step.',
  ),
  'secret-in-finalizer': warning(
    'The finalizer sends a secret of the caller, such as a PIN. When the call is over there is nothing left to check with it, and a log has more readers than the service that checks it.',
    'Leave it out of the request.',
  ),
  'joined-digits': warning(
    'Numbers that callers enter are texts, and "+" joins texts: of 2 and 3, int(a + b) makes 23.',
    'Make each of them a number first: int(a) + int(b).',
  ),
  'answer-changes-nothing': warning(
    'Callers who answer a question come back to it for ever: nothing on the way changes the variable on which the way out depends.',
    'Lead the answer over the step that changes the variable, for instance the one that counts.',
  ),
  'hours-alike': warning(
    'Two opening hours are looked at one after the other, and the first answer decides the second: they are the same, or one lies within the other. One of the two ways is never taken.',
    'Correct the hours of one of the two, or leave out the second look.',
  ),
  'local-address': warning(
    'A request goes to the machine on which the flow runs, such as `localhost`: an address of a trial that was left in the flow.',
    'Declare a setting with the address under `env`, and write `${env.NAME}`.',
  ),
  'link-without-token': warning(
    'The link of an invitation to a room has no token, so the invited person is not let in.',
    'Add `${room.token}` to the link.',
  ),
  'room-without-moderator': warning(
    'Callers wait in the lobby of a room until a moderator comes, and the person who is invited is no moderator: both wait.',
    'Invite the person with `role: moderator`, or leave out `wait_for_moderator` and `knock`.',
  ),
  'mean-without-brackets': warning(
    'Of a sum of answers only the last one is divided: a mean without its brackets.',
    'Put the sum in brackets.',
  ),
  'branches-exchanged': warning(
    'Callers who give the right answer hear that it is wrong, and all others go on.',
    'Exchange the targets, or `==` and `!=`.',
  ),
  'said-twice': warning(
    'Callers hear one value twice in a sentence, or a value where the words announce another: a copied value was not changed, or two values have changed places.',
    'Say the value that belongs there; a sentence that repeats a value says so ("again").',
  ),
  'code-told-first': warning(
    'Callers hear a code from a service and are then asked for it, so that it proves nothing.',
    'Send it by text message instead.',
  ),
  'text-order': warning(
    'Two texts that hold numbers are compared by their order, character by character: "120" comes before "15".',
    'Convert them with `int(…)` or `double(…)`, or declare the variable as a number.',
  ),
  'unanchored-number': warning(
    'A condition looks for a few digits anywhere in a telephone number, so that numbers of other areas and networks count too.',
    'Test the beginning of the number with its country code: `startsWith("+49170")`, `matches("^[+]491[5-7]")`.',
  ),
  'unusable-header': warning(
    'A header has a form that no service understands: `Basic` with user and password in clear, a scheme written twice or without a value, a media type that is none.',
    'Write it as the message says; ignore the warning if the service is known to accept it.',
  ),
  'credentials-lost': warning(
    'A request goes without the key which the other requests to the same service carry: the headers of a step replace those of `defaults` as a whole, or the header is forgotten.',
    'Repeat the header in the step, or write it once under `defaults`.',
  ),
  'rings-itself': warning(
    'A step connects to a party that is on the line already: the number that the caller dialled, which the flow itself answers, or the caller.',
    'Connect to a number that does not lead to this flow.',
  ),
  'caller-id-refused': warning(
    'A connection is made from the number of the caller. The platform accepts only numbers of the project, so every such call fails.',
    'Remove `from`: the number that the caller dialled is shown.',
  ),
  'other-currency': warning(
    'Callers enter an amount in one currency, or the texts speak of it, and it is read out or sent in another.',
    'Write the same currency, or convert the amount into a variable of its own.',
  ),
  'other-country': warning(
    'Telephone numbers are read by the rules of a country that neither the languages nor the numbers of the flow suggest, or callers are told an emergency number that its country does not have.',
    'Write the `country` from which callers call, or its emergency number; ignore the warning if it is right.',
  ),
  'unmatched-key': warning(
    'The key of a lookup can never be a key of the table, or a row is found by no key that the flow takes: the number of digits, the pattern of a question, the first column or a cell without its leading zeros does not fit; or the table lacks the default of a parameter or a setting, a cell of another table or one of the few answers that a question allows; or a part of a number is taken at another place than where its key stands. Or a value of a column has no case in a switch and goes with those of another value.',
    'Let the question, the lookup and the table agree; quote keys with leading zeros; add the case.',
  ),
  'wrong-party': warning(
    "The company's own number is sent or kept as the customer's: `call.from` on an outbound call, `call.to` on an inbound one, also as the recipient of a text message. Or a text message goes to callers and tells them their own number, because its recipient is missing, or is the caller in `with` of a flow that announces a callback; or two recipients get each other's message.",
    'Write the other number of the call; give the message a `to`.',
  ),
  'open-on-holiday': warning(
    'A day is a holiday and has opening hours of its own under `exceptions`, which take precedence: the holiday has no effect.',
    'Correct the day of one of them, or remove the holiday.',
  ),
  'initial-as-answer': warning(
    'A variable that the finalizer reports begins with a value which an answer or a success gives it as well, such as a score of 0 or "served", or begins with the value that the last step of a finished call sets: whoever hangs up before is counted with it. Or it begins with another value than its description gives it before an answer. Or a condition such as `vars.rating <= 2` also holds for the negative number that stands for no answer.',
    'Let it begin with a value that no answer has, such as -1 or "abandoned".',
  ),
  'unclear-time': warning(
    'Callers may say a time of day, which is read on a 24-hour clock, and no `range` tells which half of the day is meant: "half past two" is 02:30.',
    "Add a `range`, such as `{ min: '08:00', max: '19:00' }`, or `confirm: true`.",
  ),
  'beginning-missed': warning(
    'A condition asks whether `indexOf` is greater than 0, so that texts which begin with what is looked for do not count: their place is 0.',
    'Compare with `>= 0`, or write `contains(…)`.',
  ),
  'glued-address': warning(
    'The path of a request follows the host without a slash, so that the request goes to another host: `${env.CRM_URL}orders`. A slash at the end of the setting does not help, since requests leave it out. Or a slash stands inside of a value, where it is sent as `%2F`.',
    'Write the slash between the values: `${env.CRM_URL}/orders`.',
  ),
  'recording-ends-talk': warning(
    'A recording begins while people are talking, and its failure has no edge: it would take them out of their conversation to `on.error`.',
    'Lead `failed` to a step that waits for the end of the conversation.',
  ),
  'only-value': warning(
    'A variable begins with the only value that any step gives it, such as a consent that is "yes" from the beginning, so it is the same in every call.',
    'Let it begin with another value, or set another one on the other ways.',
  ),
  'reason-before-end': warning(
    'A step of the call reads `call.reason`, which tells how the call has ended and is empty until then.',
    'Read it in the steps of `on.end`, or write the variable that is meant.',
  ),
  'phrase-names-key': warning(
    'A phrase of a choice is the spoken name of another key of the same menu: callers who say "one" are taken to the choice with the key 2.',
    'Remove the phrase, or exchange the keys.',
  ),
  'result-never-set': warning(
    'A sub-flow returns a variable that none of its steps sets, so its result is the same in every call; or one way through it returns as after its success with no result at all.',
    'Save the result in the variable that is returned; name the outcome of the way that has none.',
  ),
};
