import { warning } from './catalogue-entry.ts';

/** Warnings about calls in which a service, the platform or the caller does not do what the flow expects. */
export const robustnessLints = {
  'doubt-taken-for-refusal': warning(
    'A `timeout` leads where a refusal leads: callers hear that a service has refused what it may have done, or that nothing is left, or lose an order because no delivery report came, which some networks never send.',
    'Lead `timeout` to a step that says what is not known yet, or that leaves everything as it is.',
  ),
  'repeated-message': warning(
    'Callers get the same text message twice: it is sent again because its delivery report is late, or each time they want to hear something again.',
    'Lead `timeout`, or the key, to a step behind the message.',
  ),
  'forgotten-hang-up': warning(
    'A hang-up leaves something behind, or undoes something: nothing removes what a request has made for a caller who does not answer the question about it, or the finalizer removes it because its success is noted only after the last words.',
    'Remove it in the finalizer, `on.end`; note a success before callers hear of it.',
  ),
  'failure-asked-again': warning(
    'The failure of a step that speaks leads back to the same step. What the platform refuses once it refuses again, so callers hear nothing, for ever.',
    'Lead `failed` to a person, or to another step.',
  ),
  'long-filler': warning(
    'A filler takes longer than 12 seconds. Nothing interrupts it, so callers wait for its end even when the answer is there.',
    'Say a short sentence; it is repeated while the service is slow.',
  ),
  'rings-while-waiting': warning(
    'Before the call is answered, a request may take longer than 20 seconds, in which callers hear the ringing and give up. A filler is not played there.',
    'Greet callers before the request, or use a shorter `timeout`.',
  ),
  'mailbox-taken-for-person': warning(
    'An answering machine counts as a person: it picks up before the next party of a list is rung, is noted as informed, or cancels something by its silence.',
    'Let mobile numbers ring for 15 to 20 seconds, and ask for a key before anything counts.',
  ),
  'pound-behind-answer': warning(
    'The pound key chooses something in a menu behind an answer of a fixed number of digits. That answer ends with its last digit, so the pound key that many callers press behind it counts at the menu.',
    "Use another key, and lead the pound key to repeat: `{ key: '#', goto: repeat }`.",
  ),
  'callback-before-connect': warning(
    'A callback is ordered before another party is rung, so callers whom that party serves are called back all the same.',
    'Order it when that party is busy or does not answer.',
  ),
  'late-filler': warning(
    'A filler would begin after the time at which the request is given up, so callers never hear it.',
    'Use a `filler_after` of one or two seconds, or a longer `timeout`.',
  ),
  'header-in-capitals': warning(
    'An expression reads a response header by a name with capitals. Names of headers are in lower case, so it is never there.',
    'Write the name in lower case: `response.headers["location"]`.',
  ),
  'undialable-answer': warning(
    'A message or a call goes to a number that callers key as plain digits. Without "+" and the country it is no telephone number.',
    'Collect the number with `type: phone` and `country:`.',
  ),
  'import-todo': warning(
    'The step stands for something that could not be imported. Callers hear nothing of it.',
    'Replace the step as its comment says.',
  ),
};
