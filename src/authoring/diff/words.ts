/** Describes facts of a step from the caller's point of view; `…` stands for the value. */

const FACTS: Record<string, string> = {
  'say.prompt': 'the wording',
  filler: 'what is said while the caller waits',
  'ask.prompt': 'the wording',
  'ask.prompt #2': 'the confirmation question',
  'ask.reprompt': 'repeats the question after a failed attempt',
  'ask.timeoutMs': 'waits … for an answer',
  after: 'waits …',
  'waiting.after': 'waits at most …',
  'silent.after': 'says it after …',
  'gathering.after': 'waits … for the next key',
  attempts: 'asks … times',
  'take.min': 'accepts at least … digits',
  'take.max': 'accepts at most … digits',
  'take.terminator': 'ends the input at …',
  'take.pattern': 'accepts only input that matches …',
  'play.bargeIn': 'lets a key interrupt the prompt',
  hear: 'accepts spoken answers',
  'hear.hints': 'the expected words',
  'hear.filled': 'what may be said instead of the value',
  'take.reading.type': 'reads the answer as …',
  'take.reading.min': 'accepts nothing below …',
  'take.reading.max': 'accepts nothing above …',
  'take.reading.order': 'reads dates in the order …',
  'take.reading.country': 'reads numbers without a country code as numbers of …',
  'take.reading.decimal': 'reads a star as a decimal point',
  'save.variable': 'saves the answer as …',
  'connect.to': 'calls …',
  'connect.from': 'shows the other party the number …',
  'dialing.after': 'rings for …',
  'stream.to': 'streams the audio to …',
  'streaming.after': 'streams for at most …',
  'record.name': 'names the recording …',
  'record_message.longestMs': 'records a message of at most …',
  'record_message.silenceMs': 'ends the message after a silence of …',
  'record_message.terminator': 'ends the message at …',
  'record_message.beep': 'plays a beep before the message',
  'keep_message.variable': 'saves the address of the message as …',
  'join.room': 'joins the room …',
  'create_room.name': 'names the room …',
  'create_token.name': 'invites …',
  'create_token.role': 'invites as …',
  'create_token.room': 'invites to the room …',
  'sms.template': 'sends the message …',
  'sms.campaign': 'sends for the campaign …',
  'sms.from': 'sends with the sender …',
  'sms.schedule.afterMs': 'sends after …',
  'sms.schedule.at': 'sends at …',
  'await_message.from': 'waits for a message from …',
  'take_message.variable': 'saves the message as …',
  'milestone.name': 'records the outcome …',
  'speak.language': 'continues in …',
  'look_up.table': 'looks in the table …',
  'look_up.key': 'looks for …',
  'look_at_clock.hours': 'uses the opening hours …',
  request: 'sends the request …',
  'request.body': 'sends the text …',
  'request.timeout': 'waits … for the answer',
  'request.retries': 'repeats the request at most … times',
  call_flow: 'goes to the flow …',
  'give_back.outcome': 'returns with the outcome …',
};

const NAMED: [pattern: RegExp, words: (found: string) => string][] = [
  [/^ask\.noInput\.(\d+)$/, (number) => `what is said after ${renderOrdinal(number)} silence`],
  [
    /^ask\.noMatch\.(\d+)$/,
    (number) => `what is said after ${renderOrdinal(number)} answer that does not match`,
  ],
  [/^hear\.always_(.+)$/, (step) => `what may be said to get to ${step}`],
  [/^hear\."(.+)"$/, (phrase) => `what may be said for “${phrase}”`],
  [/^hear\.(.+)$/, (key) => `what may be said for ${key}`],
  [/^overhear\.(.+)$/, (key) => `what ${key} does during the conversation`],
  [/^sms\.recipients(?:\.\d+)?\.to$/, () => 'sends to …'],
  [/^sms\.recipients(?:\.\d+)?\.data\.(.+)$/, (name) => `puts … for ${name} into the message`],
  [/^create_room\.settings\.(.+)$/, (name) => `makes the room with ${name.replaceAll('_', ' ')}: …`],
  [/^set\.(.+)$/, (variable) => `sets ${variable} to …`],
  [/^answer\.(.+)$/, (variable) => `saves … as ${variable}`],
  [/^keep_returned\.values\.(.+)$/, (variable) => `saves … as ${variable}`],
  [/^call_flow\.with\.(.+)$/, (param) => `passes … as ${param}`],
  [/^look_up\.values\.(.+)$/, (variable) => `saves … as ${variable}`],
  [/^request\.query\.(.+)$/, (name) => `sends … as the query parameter ${name}`],
  [/^request\.headers\.(.+)$/, (name) => `sends … as the header ${name}`],
  [/^request\.body\.(.+)$/, (name) => `sends … as ${name}`],
  [/^choose\.conditions$/, () => 'decides by …'],
];

/** Describes a fact by its name; a name without an entry above is made readable. */
export function renderFact(numbered: string): string {
  return findWords(numbered) ?? renderFactName(numbered);
}

function findWords(numbered: string): string | undefined {
  const name = numbered.replace(/ #\d+$/, '');
  const known = FACTS[numbered] ?? FACTS[name];
  if (known !== undefined) return known;
  for (const [pattern, words] of NAMED) {
    const match = pattern.exec(name);
    if (match) return words(match[1] ?? '');
  }
  return undefined;
}

const ORDINALS = ['the first', 'the second', 'the third', 'the fourth'];

function renderOrdinal(index: string): string {
  return ORDINALS[Number(index)] ?? `the ${Number(index) + 1}th`;
}

/** `http.retryDelayMs` → `http: retry delay`. */
function renderFactName(numbered: string): string {
  const [action = '', ...path] = numbered.replace(/ #\d+$/, '').split('.');
  const words = path.map((part) =>
    part
      .replace(/Ms$/, '')
      .replace(/([A-Z])/g, ' $1')
      .toLowerCase(),
  );
  return [action.replaceAll('_', ' '), words.join(' ')].join(': ');
}
