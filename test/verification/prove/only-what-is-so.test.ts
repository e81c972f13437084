/** What prove tells is so: right flows are left alone, and what is not proved is information. */
import { describe, expect, test } from 'vitest';
import { compileFlow, createFlowCatalogue } from '../../../src/language/compiler/index.ts';
import { listCallers, prove } from '../../../src/verification/prove/index.ts';
import type { Proof, Provable } from '../../../src/verification/prove/index.ts';
import { flowWith, foundIn, proofOf, provable } from './proof-of.ts';

const told = (text: string) =>
  proofOf(text).found.map(({ diagnostic: { severity, message } }) => `${severity}: ${message}`);

describe('a request', () => {
  test('that is repeated many times is no trap', () => {
    const retried = flowWith(`steps:
  hello: { say: Welcome. }
  look:
    http: { get: 'https://crm.example.com/it', timeout: 1s, retries: 5, filler: One moment. }
    on: { failed: sorry }
  told: { say: That is all., next: hangup }
`);
    expect(told(retried)).toEqual([]);
  });

  const hook = (failed: string) =>
    flowWith(`env: { HOOK: { description: Address of the hook. } }
steps:
  hello: { say: Welcome. }
  note:
    http: { post: '\${env.HOOK}', timeout: 2s, json: { call: '\${call.id}' } }
    on: { failed: ${failed} }
  noted: { say: We have noted it., next: hangup }
  perhaps:
    switch: [{ when: 'call.from.startsWith("+49")', goto: sorry }]
    next: hangup
`);

  test('to an address that is a setting is answered in the call that is shown', () => {
    const [found, ...others] = proofOf(hook('perhaps')).found;
    expect(others).toEqual([]);
    expect(found?.diagnostic.code).toBe('cut-off-by-failure');
    expect(found?.unconfirmed).toBeUndefined();
  });
});

test('nothing is told of steps behind what only another carrier does, not even of the finalizer', () => {
  const voicemail = `ringflow: 1
name: example
on: { error: sorry, end: deliver }
vars: { recording: '' }
steps:
  hello: { say: Welcome. }
  leave: # ringflow-ignore carrier-does-less: meant for another carrier
    voicemail: { prompt: Please leave a message., save: recording }
    on: { silent: sorry, failed: sorry }
  thanks: { say: Thank you., next: hangup }
  sorry: { say: Please call again later., next: hangup }
  deliver: { switch: [{ when: vars.recording != "", goto: store }], next: hangup }
  store:
    http: { post: 'https://crm.example.com/it', json: { message: '\${vars.recording}' } }
    on: { failed: hangup }
    next: hangup
`;
  expect(told(voicemail)).toEqual([]);
});

describe('a failure', () => {
  const recorded = (after: string) =>
    flowWith(`steps:
  desk:
    connect: { to: '+493012345' }
    on: { bridged: keep, busy: sorry, no_answer: sorry, failed: sorry }
  keep:
    record: { start: 'call-\${call.id}' }
    on: { failed: talk }
  talk:
    wait: { for: bridge_end }
    next: ${after}
`);

  test('after which two people talk cuts nobody off', () => {
    expect(told(recorded('hangup'))).toEqual([]);
  });

  test('of a request that two people made while they talked cuts nobody off', () => {
    const asked = flowWith(`steps:
  desk:
    connect: { to: '+493012345', keys: { '*5': note } }
    on: { unreached: sorry }
    next: hangup
  note:
    http: { post: 'https://crm.example.com/it', timeout: 5s, filler: One moment. }
    on: { failed: talk }
  talk:
    wait: { for: bridge_end }
    next: hangup
`);
    expect(told(asked)).toEqual([]);
  });

  const afterTalk = `${recorded('note').replace('  sorry:', '')}  note:
    http: { post: 'https://crm.example.com/it', timeout: 2s }
    on: { failed: perhaps }
  thanks: { say: Thank you., next: hangup }
  perhaps:
    switch: [{ when: 'call.from.startsWith("+49")', goto: thanks }]
    next: hangup
  sorry: { say: Please call again later. }
`.replace(' { say: Please call again later. }\n  note', '  note');

  test('after a conversation is shown with the conversation', () => {
    const [found] = proofOf(afterTalk).found;
    expect(found?.diagnostic.code).toBe('cut-off-by-failure');
    expect(found?.scenario).toContain('step: talk');
  });

  const broken = (error: string) => `ringflow: 1
name: example
on: { error: trouble }
vars: { name: '' }
steps:
  look:
    http: { get: 'https://crm.example.com/it', timeout: 2s, save: { name: '\${response.json.name}' } }
  hello: { say: 'Welcome, \${vars.name}.' }
  more: { say: That is all., next: hangup }
  trouble:
    ${error}
  sorry: { say: Please call again later., next: hangup }
`;

  test.each([
    ['a service', "http: { post: 'https://crm.example.com/trouble', timeout: 2s }"],
    ['an expression', `say: 'I am sorry, \${vars.name.split(" ")[1]}.'`],
  ])('that is followed by another one is told once, at the step to mend: %s', (_what, error) => {
    expect(told(broken(error)).filter((one) => one.startsWith('warning'))).toEqual([
      expect.stringMatching(/in step "\w+", step "trouble" fails, too, and the call ends/),
    ]);
  });
});

describe('a long way', () => {
  const tour = (goto: string) =>
    flowWith(`steps:
  ask:
    menu:
      prompt: For the tour, press 1. Otherwise press 2.
      choices: [{ key: 1, goto: ${goto} }, { key: 2, goto: sorry }]
    on: { exhausted: sorry }
  tour:
    say: [{ url: 'https://audio.example.com/tour.wav', length: 240s }]
    next: sorry
  desk:
    wait: 240s
    next: talk
  talk:
    connect: { to: '+493012345' }
    on: { busy: sorry, no_answer: sorry, failed: sorry }
    next: hangup
`);

  test('does not count what callers have asked to hear', () => {
    const { found } = proofOf(tour('tour'));
    expect(found.filter(({ diagnostic }) => diagnostic.code === 'long-way')).toEqual([]);
  });

  test('counts what they wait for', () => {
    expect(foundIn(tour('desk'))).toContain('long-way talk');
  });
});

describe('a limit', () => {
  test('of the call is named where it ends each call before a step', () => {
    const text = flowWith(`limits: { duration: 1m }
steps:
  terms:
    say: [{ url: 'https://audio.example.com/terms.wav', length: 90s }]
  agreed: { say: Thank you. }
  done: { say: That is all., next: hangup }
`);
    expect(told(text)).toContain(
      'warning: no call reaches step "agreed": "limits.duration" ends the call before, and so none reaches "done"',
    );
  });
});

describe('information', () => {
  const odd = flowWith(`vars: { keyed: '', number: 0 }
steps:
  ask:
    collect: { prompt: Please enter it., digits: 2, save: keyed }
    on: { exhausted: sorry }
  read:
    set: { number: '\${int(vars.keyed)}' }
    on: { failed: odd }
  told: { say: 'It is \${vars.number}.', next: hangup }
  odd: { say: That is no number., next: hangup }
`);

  test('is nothing where a longer answer leads on', () => {
    const room = flowWith(`vars: { room: '' }
steps:
  ask:
    collect: { prompt: 'Your room?', digits: { min: 1, max: 3 }, save: room }
    on: { exhausted: sorry }
  floor: { say: 'It ends with \${vars.room.substring(2)}.' }
  other: { say: 'That is room \${vars.room.split("")[2]}.', next: hangup }
`);
    expect(told(room)).toEqual([]);
    const lengths = proofOf(room).exploration.nodes.map(
      ({ situation }) => String(situation.record.context.vars.room).length,
    );
    expect([...new Set(lengths)].sort()).toEqual([0, 1, 3]);
  });

  test('is what was not reached but may be, as an expression may fail', () => {
    expect(told(odd)).toEqual([
      expect.stringMatching(
        /^info: step "odd" was not reached in \d+ situations; calls that were not tried may reach it$/,
      ),
    ]);
  });

  const enclosed = flowWith(`vars: { keyed: '', is_done: false }
steps:
  ask:
    collect: { prompt: Please enter it., digits: 2, save: keyed }
    on: { exhausted: ask_again }
  read:
    set: { keyed: '\${string(int(vars.keyed))}' }
    on: { failed: sorry }
    next: ask_again
  ask_again:
    switch: [{ when: vars.is_done, goto: sorry }]
    next: ask
`);

  test('is a circle that an expression may break', () => {
    const traps = proofOf(enclosed).found.filter(({ diagnostic }) => diagnostic.code === 'trap');
    expect(traps.map(({ diagnostic }) => diagnostic.severity)).toEqual(['info']);
  });
});

/** The first flow, proved alone or with the others. */
function provablesOf(...texts: string[]): Provable[] {
  const files = texts.map((text, index) => ({ file: `${index}.flow.yaml`, text }));
  const others = createFlowCatalogue(files);
  return files.map(({ file, text }) => {
    const { flow, graph, graphs = {}, diagnostics } = compileFlow({ file, text }, { others });
    if (flow === undefined || graph === undefined)
      throw new Error(diagnostics.map(({ message }) => message).join('\n'));
    return { file, flow, graph, graphs, diagnostics, source: () => text };
  });
}

function proofOfAlone(text: string): Proof {
  const budget = { states: 5_000, ms: 1, clock: () => 0 };
  return prove(provable(text), { limits: { prompts: 12, seconds: 180, deadAirMs: 5_000 }, budget });
}

describe('a sub-flow', () => {
  const inner = (failed: string) => `ringflow: 1
name: inner
on: { error: later }
params: { customer: string }
returns: { plan: vars.plan }
vars: { plan: '' }
steps:
  find:
    http: { get: 'https://crm.example.com/\${params.customer}', timeout: 2s, save: { plan: '\${response.json.plan}' } }
    on: { failed: ${failed} }
  found: { return: done }
  later: { return: later }
`;
  const outer = `ringflow: 1
name: outer
on: { error: sorry }
vars: { plan: '' }
steps:
  who:
    run: { flow: inner, with: { customer: '1' }, save: { plan: plan } }
    on: { later: sorry }
  told: { say: 'You have \${vars.plan}.', next: hangup }
  sorry: { say: Please call again later. }
`;

  test('alone does what its contract says: its caller speaks after it', () => {
    const { found, isSubFlow } = proofOfAlone(inner('later'));
    expect(found.map(({ diagnostic }) => diagnostic.message)).toEqual([]);
    expect(isSubFlow).toBe(true);
  });

  test('that ends the call without a word is told of, and shown by a call', () => {
    const cut = inner('odd').replace(
      '  later:',
      `  odd:
    switch: [{ when: 'call.from.startsWith("+49")', goto: later }]
    next: hangup
  later:`,
    );
    const { found } = proofOfAlone(cut);
    expect(found.map(({ diagnostic }) => diagnostic.code)).toEqual(['cut-off-by-failure']);
    expect(found[0]?.unconfirmed).toBeUndefined();
  });

  test('is proved with the flows that run it, where these are given', () => {
    const all = provablesOf(inner('later'), outer);
    expect(all.map((one) => listCallers(one, all))).toEqual([['outer'], []]);
  });
});
