/** Rules that know which values a call can have: numbers, keys of tables, languages, hours, addresses. */
import { describe, expect, test } from 'vitest';
import { compileFlow, createFlowCatalogue } from '../../../../src/language/compiler/index.ts';
import type { DiagnosticCode } from '../../../../src/language/diagnostics/index.ts';

interface Parts {
  steps: string;
  head?: string;
  /** The texts of other flows. */
  others?: string[];
}

/** Returns the messages of a code; `sorry` speaks and takes all failures. */
function tell(code: DiagnosticCode, { steps, head = '', others = [] }: Parts): string[] {
  const languages = head.includes('languages:') ? '' : 'languages: [en-GB]\n';
  const text = `ringflow: 1\nname: case\n${languages}on: { error: sorry }\n${head}steps:\n${steps}  sorry: { say: Sorry., next: hangup }\n`;
  const catalogue = createFlowCatalogue(others.map((one, at) => ({ file: `other${at}.yaml`, text: one })));
  const { diagnostics } = compileFlow({ file: 'case.yaml', text }, { others: catalogue });
  expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual(
    [],
  );
  return diagnostics.filter((one) => one.code === code).map(({ message }) => message);
}

const COUNTED = `
  count: { set: { n: '\${vars.n + 1}' } }
  more:
    switch: [{ when: CONDITION, goto: sorry }]
  ask:
    menu: { prompt: 'To go on, press 1.', choices: [{ key: 1, goto: count }] }
    on: { exhausted: sorry }
`;

describe('a condition on a number', () => {
  const judge = (condition: string) => {
    const parts = {
      head: 'vars: { n: 0 }\n',
      steps: COUNTED.replace('CONDITION', JSON.stringify(condition)),
    };
    return [...tell('certain-condition', parts), ...tell('impossible-condition', parts)];
  };

  test.each([
    ['vars.n >= 0', '"vars.n" is at least 0, so vars.n >= 0 is always true'],
    ['vars.n < 0', '"vars.n" is at least 0, so vars.n < 0 is never true'],
    ['0 > vars.n', '"vars.n" is at least 0, so 0 > vars.n is never true'],
    ['vars.n + 1 == 0', '"vars.n + 1" is at least 1, so vars.n + 1 == 0 is never true'],
    ['call.from == "" || vars.n >= 0', '"vars.n" is at least 0, so vars.n >= 0 is always true'],
  ])('%s has the same result in every call', (condition, message) => {
    expect(judge(condition)).toEqual([message]);
  });

  test.each([
    ['vars.n > 0', '"vars.n" is at least 1, so vars.n > 0 is always true'],
    ['vars.n != 0', '"vars.n" is at least 1, so vars.n != 0 is always true'],
  ])('%s holds for everybody, since each call has been counted', (condition, message) => {
    expect(judge(condition)).toEqual([message]);
  });

  test.each(['vars.n > 1', 'vars.n >= 3', 'vars.n == 2', 'call.from != "" && vars.n >= 0', 'vars.n != 1'])(
    '%s is left alone',
    (condition) => {
      expect(judge(condition)).toEqual([]);
    },
  );

  test('a range of answers bounds the variable', () => {
    const steps = (bound: number) => `
  ask:
    collect: { prompt: How many days?, type: number, digits: 1, range: { min: 1, max: 5 }, save: days }
    on: { exhausted: sorry }
  long:
    switch: [{ when: vars.days > ${bound}, goto: sorry }]
  bye: { hangup: }
`;
    const head = 'vars: { days: 1 }\n';
    expect(tell('impossible-condition', { head, steps: steps(5) })).toEqual([
      '"vars.days" is between 1 and 5, so vars.days > 5 is never true',
    ]);
    expect(tell('impossible-condition', { head, steps: steps(4) })).toEqual([]);
  });

  test('the smaller of two values stays below the first one', () => {
    const steps = `
  ask:
    collect: { prompt: 'A digit, please.', type: number, digits: 1, save: answer }
    on: { exhausted: sorry }
  least: { set: { worst: '\${vars.answer < vars.worst ? vars.answer : vars.worst}' } }
  bad:
    switch: [{ when: vars.worst <= 2, goto: sorry }]
  bye: { hangup: }
`;
    expect(tell('certain-condition', { head: 'vars: { answer: 0, worst: 0 }\n', steps })).toEqual([
      '"vars.worst" is 0, so vars.worst <= 2 is always true',
    ]);
    expect(tell('certain-condition', { head: 'vars: { answer: 0, worst: 9 }\n', steps })).toEqual([]);
  });

  test('constants alone never come to a higher bound', () => {
    const steps = `
  ask:
    collect: { prompt: 'Your code, please.', digits: 4, save: code }
    on: { exhausted: sorry }
  known:
    switch: [{ when: vars.code == "1234", goto: sorry }]
  wrong: { set: { tries: 1 } }
  enough:
    switch: [{ when: vars.tries >= 3, goto: sorry }]
    next: ask
`;
    expect(tell('impossible-condition', { head: `vars: { code: '', tries: 0 }\n`, steps })).toEqual([
      '"vars.tries" is 0 or 1, so vars.tries >= 3 is never true',
    ]);
  });

  test('what a service answers, a parameter and a constant may be any number', () => {
    const steps = `
  get:
    http: { get: 'https://example.com/a', save: { n: '\${int(response.json.n)}' } }
    on: { failed: sorry }
  a:
    switch:
      - { when: vars.n < 0, goto: sorry }
      - { when: params.p < 0, goto: sorry }
      - { when: vars.most < 5, goto: sorry }
  bye: { hangup: }
`;
    const head = 'params: { p: int }\nvars: { n: 0, most: 10 }\n';
    expect(tell('impossible-condition', { head, steps })).toEqual([]);
    expect(tell('certain-condition', { head, steps })).toEqual([]);
  });
});

describe('a text that never occurs', () => {
  const ending = (reason: string) => `
  bye: { hangup: }
  end:
    switch: [{ when: 'call.reason in ["busy", "${reason}"]', goto: note }]
    next: hangup
  note: { outcome: missed, next: hangup }
`;

  test.each([
    ['no-answer', 1],
    ['no_answer', 0],
  ])('call.reason %s', (reason, count) => {
    const steps = ending(reason);
    const text = `ringflow: 1\nname: case\non: { end: end }\nsteps:\n${steps}`;
    const found = compileFlow({ file: 'case.yaml', text }).diagnostics;
    expect(found.filter(({ code }) => code === 'impossible-condition')).toHaveLength(count);
  });

  const other = `ringflow: 1
name: other
vars: { level: none }
returns: { level: vars.level }
on: { error: over }
steps:
  get:
    http: { get: 'https://example.com/a', save: { level: '\${string(response.json.level).lowerAscii()}' } }
    on: { failed: over }
    next: return
  over: { return: unknown }
`;
  test.each([
    ['Gold', ['"vars.level" is text in small letters and never "Gold", so this condition never holds']],
    ['gold', []],
    ['none', []],
  ])('%s among texts in small letters that another flow returns', (word, messages) => {
    const steps = `
  ask: { run: { flow: other, save: { level: level } }, on: { unknown: sorry } }
  a:
    switch: { value: vars.level, cases: { ${word}: sorry } }
  bye: { hangup: }
`;
    expect(tell('impossible-condition', { head: `vars: { level: '' }\n`, steps, others: [other] })).toEqual(
      messages,
    );
  });
});

describe('a division', () => {
  const steps = (condition: string) => `
  get:
    http: { get: 'https://example.com/a', save: { limit: '\${double(response.json.limit)}' } }
    on: { failed: sorry }
  look:
    switch: [{ when: ${condition}, goto: sorry }]
  share: { set: { share: '\${100.0 / vars.limit}' } }
  told: { say: 'That is \${vars.share} percent.', next: hangup }
`;
  test.each([
    ['vars.limit < 0.0', 1],
    ['vars.limit <= 0.0', 0],
    ['vars.limit < 10.0', 0],
    ['vars.limit == 0.0', 0],
    ['vars.limit < 0.5', 0],
  ])('behind the case %s', (condition, count) => {
    expect(
      tell('failing-expression', { head: 'vars: { limit: 0.0, share: 0.0 }\n', steps: steps(condition) }),
    ).toHaveLength(count);
  });
});

describe('items of a list', () => {
  const steps = (size: number) => `
  find:
    http:
      get: https://example.com/slots
      save:
        count: '\${size(response.json.slots)}'
        first: '\${size(response.json.slots) > 0 ? response.json.slots[0] : ""}'
        second: '\${size(response.json.slots) > 1 ? response.json.slots[1] : ""}'
    on: { failed: sorry }
  enough:
    switch: [{ when: vars.count < ${size}, goto: sorry }]
  told: { say: 'You can come on \${vars.first} or on \${vars.second}.', next: hangup }
`;
  test.each([
    [
      1,
      [
        'step "told" uses "second", which is empty unless response.json.slots has 2, but "count" may be 1 here',
      ],
    ],
    [2, []],
    [3, []],
  ])('with at least %s of them', (size, messages) => {
    const head = `vars: { count: 0, first: '', second: '' }\n`;
    expect(tell('read-before-set', { head, steps: steps(size) })).toEqual(messages);
  });
});

describe('a question that stands still', () => {
  const head = 'vars: { asked: 0, answer: 0, sum: 0 }\n';
  const steps = (more: string) => `
  which:
    switch: { value: vars.asked, cases: { 0: first, 1: second } }
    next: sorry
  first:
    collect: { prompt: 'How was the food, from 0 to 9?', type: number, digits: 1, save: answer }
    on: { exhausted: skip }
    next: count
  second:
    collect: { prompt: 'How was the room, from 0 to 9?', type: number, digits: 1, save: answer }
    on: { exhausted: skip }
  count:
    set: { sum: '\${vars.sum + vars.answer}' }
${more}
  skip:
    set: { asked: '\${vars.asked + 1}' }
    next: which
`;
  test('is told when the answer goes past the step that counts', () => {
    expect(tell('answer-changes-nothing', { head, steps: steps('    next: which') })).toEqual([
      'callers who answer step "first" come back to it for ever: on the way "first" -> "count" -> "which" -> "first" nothing changes vars.asked, on which the way out depends',
    ]);
  });

  test('is not told when the answer counts', () => {
    expect(tell('answer-changes-nothing', { head, steps: steps('') })).toEqual([]);
  });

  test('is not told when a key leads on from every question', () => {
    const keys = `always: { keys: { '*': sorry } }\n`;
    expect(
      tell('answer-changes-nothing', { head: `${keys}${head}`, steps: steps('    next: which') }),
    ).toEqual([]);
  });

  test('is not told when the answer decides', () => {
    const decided = `
  ask:
    collect: { prompt: 'How many, from 0 to 9?', type: number, digits: 1, save: answer }
    on: { exhausted: sorry }
  some:
    switch: [{ when: vars.answer > 0, goto: sorry }]
    next: ask
`;
    expect(tell('answer-changes-nothing', { head, steps: decided })).toEqual([]);
  });
});

describe('a key that the table lacks', () => {
  const head = `vars: { song: '', title: '' }
tables:
  songs:
    - { number: '1', title: Blue }
    - { number: '2', title: Green }
`;
  const steps = (pattern: string, lost = 'song') => `
  song:
    collect: { prompt: 'Which song, 1 or 2?', digits: 1, pattern: '${pattern}', save: song }
    on: { exhausted: sorry }
  find:
    lookup: { table: songs, key: '\${vars.song}', save: { title: title } }
    on: { not_found: ${lost} }
  told: { say: 'You like \${vars.title}.', next: hangup }
  unknown: { say: There is no such song., next: song }
`;
  test.each([
    [
      '^[1-3]$',
      'song',
      [
        'callers who answer "3" to step "song" are asked again without a word: the table "songs" has no such row',
      ],
    ],
    ['^[1-2]$', 'song', []],
    ['^[1-3]$', 'unknown', []],
  ])('pattern %s, not found leads to %s', (pattern, lost, messages) => {
    expect(tell('silent-reask', { head, steps: steps(pattern, lost) })).toEqual(messages);
  });
});

describe('numbers', () => {
  const hunt = (parties: string) => `
  desk:
    run: { flow: std/hunt, with: { parties: '${parties}' } }
    on: { unreached: sorry }
    next: hangup
`;
  test('that another flow dials are read one by one', () => {
    expect(tell('undialable-number', { steps: hunt('+442079460401, 02079460402') })).toEqual([
      '"02079460402" has no country code: callers are never connected to it',
    ]);
    expect(tell('number-twice', { steps: hunt('+442079460401,+442079460402,+442079460401') })).toHaveLength(
      1,
    );
    expect(tell('number-twice', { steps: hunt('+442079460401,+442079460402') })).toEqual([]);
    expect(tell('undialable-number', { steps: hunt('+442079460401,sip:desk@example.com') })).toEqual([]);
  });

  test.each([
    ['+44', 1],
    ['+447', 0],
    ['+1', 0],
  ])('of the callers who get a message begin with %s', (prefix, count) => {
    const steps = `
  is_mobile:
    switch: [{ when: call.from.startsWith("${prefix}"), goto: text }]
    next: sorry
  text:
    sms: { template: taxi, campaign: service, data: { ref: A1 } }
    on: { failed: sorry }
  told: { say: We are sending you a message., next: hangup }
`;
    expect(tell('text-to-landline', { steps })).toHaveLength(count);
  });
});

test.each([
  ['http://localhost:8080/a', 1],
  ['http://127.0.0.1/a', 1],
  ['http://[::1]:9000/a', 1],
  ['http://printer.local/a', 1],
  ['http://orders.shop.svc.cluster.local/a', 0],
  ['http://192.168.1.7/a', 0],
  ['https://localhost.example.com/a', 0],
])('a request to %s is to a local address or not', (address, count) => {
  const steps = `
  get: { http: { post: '${address}' }, on: { failed: sorry } }
  bye: { hangup: }
`;
  expect(tell('local-address', { steps })).toHaveLength(count);
});

test.each([
  ['https://meet.example.com/${room.id}', 1],
  ['https://meet.example.com/${room.id}?token=${room.token}', 0],
  ['https://meet.example.com/?token=${room.token}', 0],
  ['https://example.com/help', 0],
])('the link %s lets the invited person in or not', (link, count) => {
  const steps = `
  hall:
    room:
      create: { name: Hall }
      invite: { name: Guest, sms: { template: room, campaign: hotel, data: { link: '${link}' } } }
    on: { failed: sorry }
`;
  expect(tell('link-without-token', { steps })).toHaveLength(count);
});

test.each([
  ['digits: 4', 1],
  ['type: time', 0],
  ["digits: 4, pattern: '^[01][0-9][0-5]0$'", 0],
])('a time that is asked with %s', (asked, count) => {
  const steps = `
  ask:
    collect: { prompt: 'At what time, in four digits?', ${asked}, save: at }
    on: { exhausted: sorry }
  told: { say: [We call you at, { text: '\${vars.at}', as: { time: hms24 } }], next: hangup }
`;
  expect(tell('misread-value', { head: `vars: { at: '' }\n`, steps })).toHaveLength(count);
});

test.each([
  ['', 1],
  ['  unpark: { resume: , on: { failed: sorry } }\n', 0],
])('a question to which some come from hold by %j', (between, count) => {
  const steps = `
  first:
    menu: { prompt: 'To wait, press 1, to go on, press 2.', choices: [{ key: 1, goto: park }, { key: 2, goto: ask }] }
    on: { exhausted: sorry }
  park: { hold: , on: { failed: sorry } }
${between}  ask:
    menu: { prompt: 'To go on, press 1.', choices: [{ key: 1, goto: sorry }] }
    on: { exhausted: sorry }
`;
  expect(tell('wrong-order', { steps })).toHaveLength(count);
});

describe('two looks at opening hours', () => {
  const parts = (ward: string, night: string, more = ''): Parts => ({
    head: `hours:
  ward: { timezone: Europe/London, open: { ${ward} }${more} }
  night: { timezone: Europe/London, open: { ${night} } }
`,
    steps: `
  is_open: { hours: ward, on: { closed: is_night } }
  day: { say: The ward is open., next: hangup }
  is_night: { hours: night, on: { closed: sorry } }
  dark: { say: It is night., next: hangup }
`,
  });
  test.each([
    ['mon-sun: 20:00-08:00', 'mon-sun: 20:00-08:00', '', 1],
    ['mon-sun: 20:00-08:00', 'mon-sun: 20:00-08:00', ', holidays: [2026-12-25]', 1],
    ['mon-sun: 08:00-20:00', 'mon-fri: 10:00-12:00', '', 1],
    ['mon-sun: 08:00-20:00', 'mon-fri: 10:00-12:00', ', holidays: [2026-12-25]', 0],
    ['mon-fri: 08:00-20:00', 'mon-sun: 20:00-08:00', '', 0],
    ['mon-fri: 08:00-20:00', 'sat: 10:00-12:00', '', 0],
  ])('%s, then %s%s', (ward, night, more, count) => {
    expect(tell('hours-alike', parts(ward, night, more))).toHaveLength(count);
  });
});

test.each([
  ['(vars.minutes + 59) / 3600', 1],
  ['(vars.minutes + 59) / 60', 0],
  ['int(double(vars.minutes) / 60.0)', 0],
  ['vars.minutes * 60', 1],
])('hours from %s', (source, count) => {
  const steps = `
  get:
    http: { get: 'https://example.com/a', save: { minutes: '\${int(response.json.minutes)}' } }
    on: { failed: sorry }
  round: { set: { hours: '\${${source}}' } }
  told: { say: 'It takes about \${vars.hours} hours.', next: hangup }
`;
  expect(tell('wrong-unit', { head: 'vars: { minutes: 0, hours: 0 }\n', steps })).toHaveLength(count);
});

describe('nothing is wrong with', () => {
  test('two greetings before the same party, by hours', () => {
    const steps = (weekend: string) => `
  is_night: { hours: night, on: { closed: weekend } }
  night: { say: The night service will talk to you., next: doctor }
  weekend: { say: ${weekend} }
  doctor: { connect: { to: '+442079460101' }, on: { unreached: sorry }, next: hangup }
`;
    const head = 'hours: { night: { timezone: Europe/London, open: { mon-fri: 20:00-08:00 } } }\n';
    expect(
      tell('closed-but-connected', { head, steps: steps('The weekend service will talk to you.') }),
    ).toEqual([]);
    expect(tell('closed-but-connected', { head, steps: steps('We are closed.') })).toHaveLength(1);
  });

  test('a share of the amount that the words announce', () => {
    const steps = `
  get:
    http: { get: 'https://example.com/a', save: { balance: '\${double(response.json.balance)}' } }
    on: { failed: sorry }
  share: { set: { used: '\${int(vars.balance / 10.0)}', other: 5 } }
  told: { say: 'Your balance is \${vars.VALUE} percent of your limit.', next: hangup }
`;
    const head = 'vars: { balance: 0.0, used: 0, other: 0 }\n';
    expect(tell('said-twice', { head, steps: steps.replace('VALUE', 'used') })).toEqual([]);
    expect(tell('said-twice', { head, steps: steps.replace('VALUE', 'other') })).toHaveLength(1);
  });

  test('minutes by which something is late that another variable is called', () => {
    const steps = `
  ask:
    collect: { prompt: 'Your flight?', digits: 4, save: flight }
    on: { exhausted: sorry }
  get:
    http: { get: 'https://example.com/f/\${vars.flight}', save: { delay: '\${int(response.json.delay)}' } }
    on: { failed: sorry }
  told: { say: 'The flight is \${vars.delay}WORDS.', next: hangup }
`;
    const head = "vars: { flight: '', delay: 0 }\n";
    expect(tell('said-twice', { head, steps: steps.replace('WORDS', ' minutes late') })).toEqual([]);
    expect(tell('said-twice', { head, steps: steps.replace('WORDS', '') })).toHaveLength(1);
  });

  test('a field that gets the key of the row from which the value of its own name comes', () => {
    const steps = `
  ask:
    collect: { prompt: 'Your area, 1 or 2?', digits: 1, save: code }
    on: { exhausted: sorry }
  find:
    lookup: { table: areas, key: '\${vars.code}', save: { area: area } }
    on: { not_found: sorry }
  get:
    http: { get: 'https://example.com/a', query: { area: '\${vars.VALUE}' } }
    on: { failed: sorry }
  told: { say: 'Your area is \${vars.area}.', next: hangup }
  other:
    collect: { prompt: 'Your street, 1 or 2?', digits: 1, save: street }
    on: { exhausted: sorry }
    next: find
`;
    const head = `vars: { code: '', area: '', street: '' }\ntables: { areas: { '1': { area: North }, '2': { area: South } } }\n`;
    expect(tell('names-disagree', { head, steps: steps.replace('VALUE', 'code') })).toEqual([]);
    expect(tell('names-disagree', { head, steps: steps.replace('VALUE', 'street') })).toHaveLength(1);
  });

  test('a date in the order of the language to which a switch leads', () => {
    const steps = (language: string) => `
  choose:
    menu:
      prompt: choose
      choices: [{ key: 1, language: en-US, goto: german }, { key: 2, language: de-DE, goto: german }]
    on: { exhausted: german }
  german:
    switch: [{ when: call.language == "${language}", goto: dmy }]
  mdy: { collect: { prompt: day, type: date, format: mdy, save: day }, on: { exhausted: sorry }, next: hangup }
  dmy: { collect: { prompt: day, type: date, format: dmy, save: day }, on: { exhausted: sorry }, next: hangup }
`;
    const head = `languages: [en-US, de-DE]
vars: { day: '' }
prompts:
  choose: { en-US: 'For English, press 1, for German 2.', de-DE: 'Für Englisch die 1, für Deutsch die 2.' }
  day:
    en-US: 'Two digits for the month, two for the day and four for the year, please.'
    de-DE: 'Bitte zwei Ziffern für den Tag, zwei für den Monat und vier für das Jahr.'
`;
    expect(tell('misleading-question', { head, steps: steps('de-DE') })).toEqual([]);
    expect(tell('misleading-question', { head, steps: steps('en-US') })).toHaveLength(2);
  });
});
