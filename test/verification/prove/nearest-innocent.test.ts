/** Each finding beside the flow that is nearest to it and has nothing wrong: one is told of, the other is not. */
import { describe, expect, test } from 'vitest';
import { flowWith, foundIn, proofOf } from './proof-of.ts';

interface Pair {
  what: string;
  /** `code step`. */
  found: string[];
  flawed: string;
  innocent: string;
  limits?: { prompts?: number; seconds?: number; deadAirMs?: number };
}

const menu = (choices: string, exhausted: string) =>
  `{ prompt: 'To go on, press 1.', choices: [${choices}] }\n    on: { exhausted: ${exhausted} }\n`;

const pairs: Pair[] = [
  {
    what: 'a counter that is never high enough to get out',
    found: ['trap ask', 'unreached-outcome enough'],
    flawed: `vars: { tries: 0 }
steps:
  ask:
    menu: ${menu('{ key: 1, goto: count }', 'count')}  count: { set: { tries: 1 } }
  enough:
    switch: [{ when: vars.tries >= 3, goto: sorry }]
    next: ask
`,
    innocent: `vars: { tries: 0 }
steps:
  ask:
    menu: ${menu('{ key: 1, goto: count }', 'count')}  count: { set: { tries: '\${vars.tries + 1}' } }
  enough:
    switch: [{ when: vars.tries >= 3, goto: sorry }]
    next: ask
`,
  },
  {
    what: 'waiting for a message, again and again',
    found: ['endless-silence message'],
    flawed: `vars: { code: '' }
limits: { duration: 10m }
steps:
  ask: { say: Please send us the code. }
  message:
    wait: { for: message, save: code, timeout: 1m }
    on: { timeout: reminded, failed: sorry }
    next: sorry
  reminded: { say: We are still waiting., next: message }
`,
    innocent: `vars: { code: '' }
steps:
  ask: { say: Please send us the code. }
  message:
    wait: { for: message, save: code, timeout: 1m }
    on: { timeout: sorry, failed: sorry }
    next: sorry
`,
  },
  {
    what: 'a lost party after which nobody says a word',
    found: ['cut-off-by-failure desk'],
    flawed: `steps:
  hello: { say: One moment. }
  desk:
    connect: { to: '+493012345' }
    on: { busy: sorry, no_answer: sorry, failed: note }
    next: hangup
  note:
    switch: [{ when: 'call.from.startsWith("+49")', goto: sorry }]
    next: hangup
`,
    innocent: `steps:
  hello: { say: One moment. }
  desk:
    connect: { to: '+493012345' }
    on: { busy: sorry, no_answer: sorry, failed: note }
    next: hangup
  note:
    switch: [{ when: 'call.from.startsWith("+49")', goto: sorry }]
    next: sorry
`,
  },
  {
    what: 'a finalizer where an expression cannot be evaluated for some callers',
    found: ['finalizer-left-out note'],
    flawed: `on: { error: sorry, end: note }
vars: { code: '', first: '' }
steps:
  ask:
    collect: { prompt: Please enter your code., digits: 4, save: code }
    on: { exhausted: sorry }
    next: sorry
  note:
    set: { first: '\${vars.code.split("")[0]}' }
    next: hangup
`,
    innocent: `on: { error: sorry, end: note }
vars: { code: '0000', first: '' }
steps:
  ask:
    collect: { prompt: Please enter your code., digits: 4, save: code }
    on: { exhausted: sorry }
    next: sorry
  note:
    set: { first: '\${vars.code.startsWith("1")}' }
    next: hangup
`,
  },
  {
    what: 'a second recording while the first one goes on',
    found: ['refused-command again', 'unreached-step talk'],
    flawed: `steps:
  desk:
    connect: { to: '+493012345' }
    on: { bridged: keep, busy: sorry, no_answer: sorry, failed: sorry }
  keep:
    record: { start: 'one-\${call.id}' }
  again:
    record: { start: 'two-\${call.id}' }
    next: talk
  talk:
    wait: { for: bridge_end }
    next: sorry
`,
    innocent: `steps:
  desk:
    connect: { to: '+493012345' }
    on: { bridged: keep, busy: sorry, no_answer: sorry, failed: sorry }
  keep:
    record: { start: 'one-\${call.id}' }
  stop:
    record: { stop: true }
  again:
    record: { start: 'two-\${call.id}' }
  talk:
    wait: { for: bridge_end }
    next: sorry
`,
  },
  {
    what: 'a recording of the second conversation, while the one of the first goes on',
    found: ['refused-command keep_second', 'unreached-step talk_again'],
    flawed: `steps:
  desk:
    connect: { to: '+493012345' }
    on: { bridged: keep, busy: sorry, no_answer: sorry, failed: sorry }
  keep: { record: { start: 'one-\${call.id}' } }
  talk: { wait: { for: bridge_end } }
  second:
    connect: { to: '+493012346' }
    on: { bridged: keep_second, busy: sorry, no_answer: sorry, failed: sorry }
  keep_second: { record: { start: 'two-\${call.id}' } }
  talk_again:
    wait: { for: bridge_end }
    next: sorry
`,
    innocent: `steps:
  desk:
    connect: { to: '+493012345' }
    on: { bridged: keep, busy: sorry, no_answer: sorry, failed: sorry }
  keep: { record: { start: 'one-\${call.id}' } }
  talk: { wait: { for: bridge_end } }
  stop: { record: { stop: true } }
  second:
    connect: { to: '+493012346' }
    on: { bridged: keep_second, busy: sorry, no_answer: sorry, failed: sorry }
  keep_second: { record: { start: 'two-\${call.id}' } }
  talk_again:
    wait: { for: bridge_end }
    next: sorry
`,
  },
  {
    what: 'a party that is called again while it still rings',
    found: ['unreached-outcome again', 'unreached-outcome again'],
    flawed: `steps:
  desk:
    connect: { to: '+493012345', ring: 10s }
    on: { busy: sorry, no_answer: again, failed: sorry }
    next: sorry
  again:
    connect: { to: '+493012345', ring: 10s }
    on: { busy: sorry, no_answer: sorry, failed: sorry }
    next: sorry
`,
    innocent: `steps:
  desk:
    connect: { to: '+493012345', ring: 10s }
    on: { busy: sorry, no_answer: patience, failed: sorry }
    next: sorry
  patience: { say: We try once more. }
  again:
    connect: { to: '+493012345', ring: 10s }
    on: { busy: sorry, no_answer: sorry, failed: sorry }
    next: sorry
`,
  },
  {
    what: 'a circle of requests without a pause',
    found: ['unbounded-loop look'],
    flawed: `vars: { seen: '' }
steps:
  hello: { say: One moment. }
  look:
    http: { get: 'https://crm.example.com/news', timeout: 3s }
    on: { server_error: note, failed: sorry }
    next: sorry
  note:
    set: { seen: '\${call.from}' }
    next: look
`,
    innocent: `vars: { tries: 0 }
steps:
  hello: { say: One moment. }
  look:
    http: { get: 'https://crm.example.com/news', timeout: 1s }
    on: { server_error: count, failed: sorry }
    next: sorry
  count: { set: { tries: '\${vars.tries + 1}' } }
  enough:
    switch: [{ when: vars.tries >= 2, goto: sorry }]
    next: look
`,
  },
  {
    what: 'a circle of requests to a service that is dead',
    found: ['unbounded-loop look'],
    flawed: `vars: { seen: '' }
steps:
  hello: { say: One moment. }
  look:
    http: { get: 'https://crm.example.com/news', timeout: 1s, retries: 1 }
    on: { client_error: sorry, failed: note }
    next: sorry
  note:
    set: { seen: '\${call.from}' }
    next: look
`,
    innocent: `vars: { seen: '' }
steps:
  hello: { say: One moment. }
  look:
    http: { get: 'https://crm.example.com/news', timeout: 1s, retries: 1 }
    on: { client_error: sorry, failed: note }
    next: sorry
  note:
    set: { seen: '\${call.from}' }
  patience:
    say: One more moment, please.
    next: look
`,
  },
  {
    what: 'three requests one after the other',
    found: ['long-dead-air one'],
    flawed: `steps:
  hello: { say: One moment. }
  one: { http: { get: 'https://crm.example.com/a', timeout: 2s } }
  two: { http: { get: 'https://crm.example.com/b', timeout: 2s } }
  three: { http: { get: 'https://crm.example.com/c', timeout: 2s } }
`,
    innocent: `steps:
  hello: { say: One moment. }
  one: { http: { get: 'https://crm.example.com/a', timeout: 2s } }
  two: { http: { get: 'https://crm.example.com/b', timeout: 2s } }
  yet: { say: One more moment. }
  three: { http: { get: 'https://crm.example.com/c', timeout: 2s } }
`,
  },
  {
    what: 'a last word after which the call would go on, and does not if it cannot be spoken',
    found: ['cut-off-by-failure nobody'],
    flawed: `steps:
  desk: { connect: { to: '+493012345' }, on: { unreached: nobody }, next: hangup }
  nobody: { say: Nobody is here., on: { failed: hangup } }
  number: { say: 'The number for emergencies is 1, 1, 2.', next: hangup }
`,
    innocent: `steps:
  desk: { connect: { to: '+493012345' }, on: { unreached: nobody }, next: hangup }
  nobody: { say: 'Nobody is here. The number for emergencies is 1, 1, 2.', on: { failed: hangup }, next: hangup }
`,
  },
  {
    what: 'prompts over the budget',
    found: ['long-way three'],
    limits: { prompts: 2 },
    flawed: `steps:
  one: { say: One. }
  two: { say: Two. }
  three: { say: Three., next: hangup }
`,
    innocent: `steps:
  one: { say: One. }
  three: { say: Three., next: hangup }
`,
  },
  {
    what: 'a case that stands behind one that always holds',
    found: ['unreached-outcome which'],
    flawed: `vars: { mode: day }
steps:
  which:
    switch:
      - { when: vars.mode == "day", goto: sorry }
      - { when: 'call.from.startsWith("+1")', goto: sorry }
`,
    innocent: `vars: { mode: day }
steps:
  which:
    switch:
      - { when: 'call.from.startsWith("+1")', goto: sorry }
      - { when: vars.mode == "day", goto: sorry }
`,
  },
];

describe.each(pairs)('$what', ({ found, flawed, innocent, limits = {} }) => {
  test('is told of', () => {
    expect(foundIn(flowWith(flawed), limits)).toEqual(found);
  });

  test('is shown by a call, where there is one', () => {
    const confirmed = proofOf(flowWith(flawed), limits).found.map(({ unconfirmed }) => unconfirmed);
    expect(confirmed).toEqual(found.map(() => undefined));
  });

  test('is not told of where it is not', () => {
    expect(foundIn(flowWith(innocent), limits)).toEqual([]);
  });
});
