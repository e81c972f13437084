/** What is known of the line at a step: where a flow that another one leads to begins, and where ways meet. */
import { describe, expect, test } from 'vitest';
import { checkFlow, createFlowCatalogue } from '../../../../src/language/compiler/index.ts';

const LINE_CODES = [
  'dead-air',
  'wrong-order',
  'media-in-bridge',
  'recording-before-bridge',
  'media-after-end',
];

/** What is told of the line in the first of these flows, which stand beside one another. */
function told(...flows: string[]): string[] {
  const files = flows.map((text, index) => ({ file: `${index}.yaml`, text: `ringflow: 1\n${text}` }));
  const [first = { file: '', text: '' }] = files;
  return checkFlow(first, { others: createFlowCatalogue(files) }).diagnostics.flatMap(({ code, message }) =>
    LINE_CODES.includes(code) ? [message] : [],
  );
}

const waiting = `
name: talk
on: { error: over }
steps:
  record: { record: { start: "talk-\${call.id}" } }
  talk: { wait: { for: bridge_end } }
  over: { hangup: }
`;

const leading = (verb: string) => `
name: desk
on: { error: over }
steps:
  desk: { connect: { to: +4930231251 }, on: { bridged: on, busy: over, no_answer: over } }
  on: { ${verb}: { flow: talk } }
  over: { hangup: }
`;

describe('a flow', () => {
  test('begins with nobody else on the line', () => {
    expect(told(waiting)).toEqual([
      'step "record" records before anybody else is on the line, which the platform refuses',
      'step "talk" waits for the end of a bridge, but nobody else is on the line',
    ]);
  });

  test.each(['run', 'goto'])('may begin on a bridge where another one leads to it by %s', (verb) => {
    expect(told(waiting, leading(verb))).toEqual([]);
  });

  test('that another one leads to is still told what it brings about itself', () => {
    const own = waiting.replace('record:', 'hello: { say: Hello. }\n  record:');
    expect(told(own, leading('run'))).toHaveLength(2);
  });

  test('that returns may be run by any other', () => {
    expect(told(waiting.replace('over: { hangup: }', 'over: { return: done }'))).toEqual([]);
  });
});

describe('a wait for the end of a conversation', () => {
  const parting = (limits: string) => `
name: parting
on: { error: bye }
${limits}
steps:
  desk: { connect: { to: +4930231251 }, on: { bridged: talk, busy: bye, no_answer: bye } }
  talk: { wait: { for: bridge_end, timeout: 2h }, on: { timeout: bye }, next: bye }
  bye: { say: Goodbye., next: hangup }
`;

  test('leads on while people talk if it times out', () => {
    expect(told(parting(''))).toEqual([
      'step "bye" (say) is entered during a conversation, so it waits until that has ended',
    ]);
  });

  test('does not if the limit of conversations ends them before', () => {
    expect(told(parting('limits: { bridge: 1h }'))).toEqual([]);
  });
});

describe('where ways meet', () => {
  const meeting = (first: string, second: string) => `
name: meeting
on: { error: sorry }
vars: { vip: false }
steps:
  which: { switch: [{ when: vars.vip, goto: one }], on: { otherwise: two } }
  one: { ${first}, next: both }
  two: { ${second}, next: both }
  both: { resume: }
  sorry: { say: Sorry. }
`;

  test('what is so on one of them may be meant', () => {
    expect(told(meeting('hold:', 'accept:'))).toEqual([]);
  });

  test('what is so on none of them is told', () => {
    expect(told(meeting('accept:', 'wait: 1s'))).toEqual(['step "both" resumes a call that is not on hold']);
  });
});

describe('round a circle', () => {
  test('what a later step does reaches an earlier one', () => {
    const circle = `
name: circle
on: { error: sorry }
steps:
  taken_up: { resume: }
  main: { menu: { prompt: To be held press 1., choices: [{ key: 1, goto: away }] }, on: { exhausted: hangup } }
  away: { hold: }
  a_while: { wait: 20s, next: taken_up }
  sorry: { say: Sorry., next: hangup }
`;
    expect(told(circle)).toEqual([]);
  });

  test('"back" leads to every question', () => {
    const circle = `
name: circle
on: { error: sorry }
always: { keys: { "*": back } }
steps:
  main: { menu: { prompt: Press 1 or 2., choices: [{ key: 1, goto: begin }, { key: 2, goto: end }] }, on: { exhausted: hangup } }
  end: { stream: { stop: true }, next: hangup }
  begin: { stream: { start: wss://ear.example.com } }
  more: { menu: { prompt: To go on press 2., choices: [{ key: 2, goto: hangup }] }, on: { exhausted: hangup } }
  sorry: { say: Sorry., next: hangup }
`;
    expect(told(circle)).toEqual([]);
  });
});

describe('the finalizer', () => {
  test('is told of the first step that needs the call, not of what can never follow it', () => {
    const end = `
name: end
on: { error: sorry, end: note }
vars: { seen: false }
steps:
  hello: { say: Hello., next: hangup }
  note: { set: { seen: true } }
  bye: { say: Bye. }
  again: { say: Bye again., next: hangup }
  sorry: { say: Sorry., next: hangup }
`;
    expect(told(end)).toEqual([
      'step "bye" (say) needs a live call, but it can run after the call has ended, on the path from "note"',
    ]);
  });
});

describe('a long wait', () => {
  /** The steps of which it is told that nothing is heard in them, of a flow with these; beside it stands one called part. */
  function deadAir(steps: string): string[] {
    const text = `ringflow: 1\nname: waits\non: { error: over }\nsteps:\n${steps}  over: { hangup: }\n`;
    const part = 'ringflow: 1\nname: part\nsteps:\n  back: { return: done }\n';
    const files = [
      { file: 'waits.yaml', text },
      { file: 'part.yaml', text: part },
    ];
    const { diagnostics } = checkFlow({ file: 'waits.yaml', text }, { others: createFlowCatalogue(files) });
    return diagnostics.flatMap(({ code, message }) =>
      code === 'dead-air' ? (/"(\w+)"/.exec(message)?.[1] ?? []) : [],
    );
  }
  const desk =
    '  desk: { connect: { to: +4930231251 }, on: { bridged: talk, busy: over, no_answer: over } }\n';
  const slow = '  slow: { wait: 1m, next: hangup }\n';

  test.each([
    ['once the parties no longer talk', `${desk}  talk: { wait: { for: bridge_end } }\n${slow}`],
    ['behind a text for which the platform waits until they have', `${desk}  talk: { say: Hello. }\n${slow}`],
    ['behind connect, once they have', `${desk.replace(' bridged: talk,', '')}${slow}`],
    ['behind a stream that has ended', `  agent: { stream: { to: wss://agent.example } }\n${slow}`],
    ['behind music that could not begin', `  music: { hold: , on: { failed: slow }, next: hangup }\n${slow}`],
    [
      'behind a flow that has done nothing to the line',
      `  hello: { accept: }\n  part: { run: { flow: part } }\n${slow}`,
    ],
  ])('%s is told', (_, steps) => {
    expect(deadAir(steps)).toEqual(['slow']);
  });

  test.each([
    ['while the parties talk', `${desk}  talk: { wait: 1s }\n${slow}`],
    [
      'while they talk, though something has failed',
      `${desk}  talk: { record: { start: talk }, on: { failed: slow } }\n  end: { wait: { for: bridge_end }, next: hangup }\n${slow}`,
    ],
    [
      'that has not yet met the time limit',
      `${desk}  talk: { wait: { for: bridge_end, timeout: 1m }, on: { timeout: slow }, next: hangup }\n${slow}`,
    ],
    [
      'with music, behind a flow that has left it on',
      `  music: { hold: }\n  part: { run: { flow: part } }\n${slow}`,
    ],
    ['in a room', `  room: { room: { join: r }, on: { joined: slow } }\n${slow}`],
    ['beside a stream', `  agent: { stream: { start: wss://agent.example } }\n${slow}`],
  ])('%s is not', (_, steps) => {
    expect(deadAir(steps)).toEqual([]);
  });
});

describe('a flow that another one runs', () => {
  const run = (verb: string) => `
name: desk
on: { error: over }
steps:
  desk: { connect: { to: '+4930231251' }, on: { bridged: on, busy: over, no_answer: over } }
  on: { ${verb}: { flow: part } }
  talk: { wait: { for: bridge_end } }
  over: { hangup: }
`;
  const part = (...steps: string[]) => `
name: part
returns: {}
on: { error: out }
steps:
${steps.map((step) => `  ${step}\n`).join('')}  out: { return: }
`;
  const WAITS = 'step "on" (flow "part") is entered during a conversation, so it waits until that has ended';

  test.each(['run', 'goto'])('speaks too soon where it is entered on a bridge, by %s', (verb) => {
    expect(told(run(verb), part('hello: { say: Hello. }')).slice(0, 1)).toEqual([WAITS]);
  });

  test('speaks when the bridge has ended', () => {
    const later = part('talk: { wait: { for: bridge_end } }', 'hello: { say: Hello. }');
    expect(told(run('goto'), later)).toEqual([]);
  });

  test('may begin on a bridge, where nobody hears silence', () => {
    expect(told(part('pause: { wait: 30s }', 'talk: { wait: { for: bridge_end } }'), run('run'))).toEqual([]);
  });

  test('hears silence once it has spoken itself', () => {
    const silent = part('hello: { say: Hello. }', 'pause: { wait: 30s }');
    expect(told(silent, run('run'))).toEqual(['in step "pause" the caller may hear nothing for 30 seconds']);
  });

  const desk = part(
    "desk: { connect: { to: '+4930231251' }, on: { bridged: on, busy: out, no_answer: out } }",
    'on: { return: talking }',
  );
  const main = (steps: string) => `
name: main
on: { error: over }
steps:
  hello: { say: Hello. }
  part: { run: { flow: part }, on: { talking: talk }, next: over }
${steps}
  over: { hangup: }
`;

  test('comes back with the bridge that it has begun', () => {
    expect(told(main('  talk: { say: Goodbye. }'), desk)).toEqual([
      'step "talk" (say) is entered during a conversation, so it waits until that has ended',
    ]);
    expect(told(main('  talk: { wait: { for: bridge_end } }'), desk)).toEqual([]);
  });

  test('comes back without one by its other outcomes', () => {
    const bye = main('  talk: { wait: { for: bridge_end } }').replace(
      'over: { hangup: }',
      'over: { say: Bye. }',
    );
    expect(told(bye, desk)).toEqual([]);
  });

  test('comes back from no finalizer', () => {
    const noted = part('hello: { say: Hello., next: return }', 'note: { outcome: over, next: return }');
    const bye = main('  talk: { hangup: }')
      .replace('next: over', 'next: bye')
      .replace('error: over', 'error: over, end: last')
      .replace('  over:', '  bye: { say: Bye. }\n  over:')
      .concat('  last: { outcome: over, next: hangup }\n');
    expect(told(bye, noted.replace('error: out', 'error: out, end: note'))).toEqual([]);
  });

  test('leaves the line as it was where it does nothing to it', () => {
    const onHold = (body: string) => `
name: main
on: { error: over }
steps:
  hold: { hold: }
  part: { run: { flow: part } }
  after: { ${body} }
  over: { hangup: }
`;
    const quiet = 'name: part\nsteps:\n  pause: { wait: 1s }\n  over: { return: }\n';
    expect(told(onHold('resume:'), quiet)).toEqual([]);
    expect(told(onHold('say: Hello.'), quiet)).toEqual([
      'step "after" speaks to a caller who is on hold and hears music',
    ]);
    const taken = quiet.replace('pause: { wait: 1s }', 'back: { resume: }');
    expect(told(onHold('say: Hello.'), taken)).toEqual([]);
  });
});

describe('silence', () => {
  const flow = (steps: string) => `
name: silent
on: { error: over }
steps:
${steps}
  over: { hangup: }
`;
  const pause = '  pause: { wait: 30s }';

  test('is ringing until the call is answered', () => {
    expect(told(flow(`${pause}\n  hello: { say: Hello. }`))).toEqual([]);
    expect(told(flow(`  accept: { accept: }\n${pause}`))).toHaveLength(1);
  });

  test('is what follows a stream that has ended, not one that goes on', () => {
    const stream = (key: string) => `  stream: { stream: { ${key}: 'wss://example.com/a' } }\n${pause}`;
    expect(told(flow(stream('to')))).toHaveLength(1);
    expect(told(flow(stream('start')))).toEqual([]);
  });

  test.each([
    ['', 1],
    [', filler: One moment.', 0],
    [', filler: One moment., filler_after: 4s', 0],
    [', filler: One moment., filler_after: 20s', 1],
  ])('of a request%s', (filler, times) => {
    const request = `  ask: { http: { get: 'https://example.com', timeout: 30s${filler} } }`;
    expect(told(flow(`  hello: { say: Hello. }\n${request}`))).toHaveLength(times);
  });
});
