/** Facts, outcomes and lengths of time in the words of a caller. */

const UNITS = [
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const;

/** `90000` → `90s`, in the largest unit that fits without a rest. */
export function durationText(ms: number): string {
  const [unit, length] = UNITS.find(([, size]) => ms >= size && ms % size === 0) ?? ['ms', 1];
  return `${ms / length}${unit}`;
}

const FACTS: Record<string, string> = {
  'say.prompt': 'the wording',
  'ask.prompt': 'the wording',
  'ask.reprompt': 'whether the question is repeated after a failed attempt',
  'ask.timeoutMs': 'the wait for an answer',
  after: 'how long it waits',
  'gathering.after': 'the wait for the next key',
  attempts: 'the number of attempts',
  'take.min': 'the fewest digits',
  'take.max': 'the most digits',
  'take.terminator': 'the key that ends the input',
  'take.pattern': 'the form that an input must have',
  'play.bargeIn': 'whether a key ends the prompt',
  'hear.hints': 'the words that are likely',
  'hear.filled': 'what may be said instead of the value',
  'take.reading.type': 'what is asked for',
  'take.reading.min': 'the least value',
  'take.reading.max': 'the greatest value',
  'take.reading.order': 'the order of day, month and year',
  'take.reading.country': 'the country of numbers without its code',
  'take.reading.decimal': 'whether a star is a decimal point',
  'save.variable': 'the variable that keeps the input',
  'connect.to': 'the number that is called',
  'connect.from': 'the number that the other party sees',
  'dialing.after': 'the ring time',
  'stream.to': 'where the audio goes',
  'streaming.after': 'how long the audio is streamed',
  'record.name': 'the name of the recording',
  'join.room': 'the room',
  'create_room.name': 'the name of the room',
  'sms.template': 'the template of the message',
  'sms.campaign': 'the campaign of the message',
  'sms.from': 'whom the message is from',
  'milestone.name': 'the outcome that is noted',
  'speak.language': 'the language',
};

const NAMED: [pattern: RegExp, words: (found: string) => string][] = [
  [/^ask\.noInput\.(\d+)$/, (number) => `what is said after ${ordinal(number)} silence`],
  [/^ask\.noMatch\.(\d+)$/, (number) => `what is said after ${ordinal(number)} answer that does not fit`],
  [/^hear\.always_(.+)$/, (step) => `what may be said to get to ${step}`],
  [/^hear\.(.+)$/, (key) => `what may be said for ${key}`],
  [/^overhear\.keys\.(.+)$/, (key) => `what ${key} does during the conversation`],
  [/^sms\.recipients(?:\.\d+)?\.to$/, () => 'to whom the message goes'],
  [/^sms\.recipients(?:\.\d+)?\.data\.(.+)$/, (name) => `what stands for ${name} in the message`],
  [/^create_room\.settings\.(.+)$/, (name) => `the setting ${name} of the room`],
  [/^set\.(.+)$/, (variable) => `what ${variable} becomes`],
  [/^choose\.conditions(?:\.(\d+))?$/, () => 'the condition'],
];

/** A fact of a step by its name: the table's words, or the name itself made readable. */
export function factInWords(numbered: string): string {
  const name = numbered.replace(/ #\d+$/, '');
  const known = FACTS[name];
  if (known !== undefined) return known;
  for (const [pattern, words] of NAMED) {
    const match = pattern.exec(name);
    if (match) return words(match[1] ?? '');
  }
  return readable(name);
}

const ORDINALS = ['the first', 'the second', 'the third', 'the fourth'];

function ordinal(index: string): string {
  return ORDINALS[Number(index)] ?? `the ${Number(index) + 1}th`;
}

/** `http.retryDelayMs` → `http: retry delay`. */
function readable(name: string): string {
  const [action = '', ...path] = name.split('.');
  const words = path.map((part) =>
    part
      .replace(/Ms$/, '')
      .replace(/([A-Z])/g, ' $1')
      .toLowerCase(),
  );
  return [action.replaceAll('_', ' '), words.join(' ')].join(': ');
}

/** Ways out of a step that a caller does not choose. */
const OUTCOMES: Record<string, (step: string, attempts: string | undefined) => string> = {
  done: (step) => `after ${step}`,
  filled: (step) => `after ${step}`,
  completed: (step) => `after the conversation at ${step}`,
  otherwise: (step) => `in any other case at ${step}`,
  exhausted: (step, attempts) =>
    `after ${attempts ?? 'all'} failed ${attempts === '1' ? 'attempt' : 'attempts'} at ${step}`,
  busy: (step) => `when the line is busy at ${step}`,
  no_answer: (step) => `when nobody answers at ${step}`,
  failed: (step) => `when ${step} fails`,
};

/** An outcome of a step: `9 at main`, `after 3 failed attempts at main`. */
export function outcomeInWords(outcome: string, step: string, attempts?: string): string {
  const [, index] = /^case_(\d+)$/.exec(outcome) ?? [];
  if (index !== undefined) return `in case ${index} at ${step}`;
  return OUTCOMES[outcome]?.(step, attempts) ?? `${outcome} at ${step}`;
}
