/** Facts of a step in the words of a caller; `…` stands where the value belongs. */

const FACTS: Record<string, string> = {
  'say.prompt': 'the wording',
  filler: 'what is said while the caller waits',
  'ask.prompt': 'the wording',
  'ask.prompt #2': 'the question whether the answer is right',
  'ask.reprompt': 'repeats the question after a failed attempt',
  'ask.timeoutMs': 'waits … for an answer',
  after: 'waits …',
  'waiting.after': 'waits … at most',
  'silent.after': 'says it after …',
  'gathering.after': 'waits … for the next key',
  attempts: 'asks … times',
  'take.min': 'takes … digits at least',
  'take.max': 'takes … digits at most',
  'take.terminator': 'takes … as the end of the input',
  'take.pattern': 'takes only what fits …',
  'play.bargeIn': 'lets a key cut the prompt off',
  hear: 'takes spoken answers',
  'hear.hints': 'the words that are likely',
  'hear.filled': 'what may be said instead of the value',
  'take.reading.type': 'takes the answer as …',
  'take.reading.min': 'takes nothing below …',
  'take.reading.max': 'takes nothing above …',
  'take.reading.order': 'takes day, month and year in the order …',
  'take.reading.country': 'takes numbers without a country code as those of …',
  'take.reading.decimal': 'takes a star as a decimal point',
  'save.variable': 'keeps the answer as …',
  'connect.to': 'calls …',
  'connect.from': 'shows the other party the number …',
  'dialing.after': 'rings for …',
  'stream.to': 'streams the audio to …',
  'streaming.after': 'streams for … at most',
  'record.name': 'names the recording …',
  'join.room': 'joins the room …',
  'create_room.name': 'names the room …',
  'create_token.name': 'invites …',
  'create_token.role': 'invites as …',
  'create_token.room': 'invites to the room …',
  'sms.template': 'sends the message …',
  'sms.campaign': 'sends for the campaign …',
  'sms.from': 'sends in the name of …',
  'sms.schedule.afterMs': 'sends after …',
  'sms.schedule.at': 'sends at …',
  'await_message.from': 'waits for a message from …',
  'take_message.variable': 'keeps the message as …',
  'milestone.name': 'notes the outcome …',
  'speak.language': 'goes on in …',
  'look_up.table': 'looks into the table …',
  'look_up.key': 'looks for …',
  'look_at_clock.hours': 'goes by the hours …',
  request: 'sends the request …',
  'request.body': 'sends the text …',
  'request.timeout': 'waits … for the answer',
  'request.retries': 'repeats the request … times at most',
  call_flow: 'goes to the flow …',
  'give_back.outcome': 'comes back with the outcome …',
};

const NAMED: [pattern: RegExp, words: (found: string) => string][] = [
  [/^ask\.noInput\.(\d+)$/, (number) => `what is said after ${ordinal(number)} silence`],
  [/^ask\.noMatch\.(\d+)$/, (number) => `what is said after ${ordinal(number)} answer that does not fit`],
  [/^hear\.always_(.+)$/, (step) => `what may be said to get to ${step}`],
  [/^hear\."(.+)"$/, (phrase) => `what may be said for “${phrase}”`],
  [/^hear\.(.+)$/, (key) => `what may be said for ${key}`],
  [/^overhear\.(.+)$/, (key) => `what ${key} does during the conversation`],
  [/^sms\.recipients(?:\.\d+)?\.to$/, () => 'sends to …'],
  [/^sms\.recipients(?:\.\d+)?\.data\.(.+)$/, (name) => `puts … for ${name} into the message`],
  [/^create_room\.settings\.(.+)$/, (name) => `makes the room with ${name.replaceAll('_', ' ')}: …`],
  [/^set\.(.+)$/, (variable) => `sets ${variable} to …`],
  [/^answer\.(.+)$/, (variable) => `keeps … as ${variable}`],
  [/^keep_returned\.save\.(.+)$/, (name) => `keeps ${name} as …`],
  [/^call_flow\.with\.(.+)$/, (param) => `gives … as ${param}`],
  [/^look_up\.save\.(.+)$/, (column) => `keeps ${column} as …`],
  [/^request\.query\.(.+)$/, (name) => `asks with … as ${name}`],
  [/^request\.headers\.(.+)$/, (name) => `sends … as the header ${name}`],
  [/^request\.body\.(.+)$/, (name) => `sends … as ${name}`],
  [/^choose\.conditions$/, () => 'goes by …'],
];

/** A fact of a step by its name: the table's words, or the name itself made readable. */
export function factInWords(numbered: string): string {
  return knownWords(numbered) ?? readable(numbered);
}

function knownWords(numbered: string): string | undefined {
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

function ordinal(index: string): string {
  return ORDINALS[Number(index)] ?? `the ${Number(index) + 1}th`;
}

/** `http.retryDelayMs` → `http: retry delay`. */
function readable(numbered: string): string {
  const [action = '', ...path] = numbered.replace(/ #\d+$/, '').split('.');
  const words = path.map((part) =>
    part
      .replace(/Ms$/, '')
      .replace(/([A-Z])/g, ' $1')
      .toLowerCase(),
  );
  return [action.replaceAll('_', ' '), words.join(' ')].join(': ');
}
