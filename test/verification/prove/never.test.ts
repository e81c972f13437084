/**
 * On flows made at random whose ways depend on what is keyed in, counted and answered by a service, on the hour, the language and
 * a flow that they run: what prove says never happens
 * does not happen in thousands of calls, and each call that it shows comes to the step of which it tells.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileFlow, createFlowCatalogue } from '../../../src/language/compiler/index.ts';
import { runScenario, readSuite } from '../../../src/verification/testkit/index.ts';
import type { Found } from '../../../src/verification/prove/index.ts';
import { proofOf, provable } from './proof-of.ts';
import { callers, callOf, HANGS_UP } from './random-flows.ts';
import type { Caller, Went } from './random-flows.ts';
import { scaleRuns } from '../../setup/property-runs.ts';

/** Calls by which each flow is attacked. */
const CALLS = 80;
const MAX_STATES = 300;
/** Enough for a call that goes in circles to reach its limit of steps. */
const MAX_EVENTS = 150;

/** A step: its verb's lines, with `@` for each step that it leads to. */
const BODIES = [
  'say: Here you are.\n    next: @',
  'menu: { prompt: Please press 1 or 2., choices: [{ key: 1, goto: @ }, { key: 2, goto: @ }] }\n    on: { exhausted: @ }',
  ...[
    'digits: 2',
    "digits: 2, pattern: '[1-3][0-9]'",
    "digits: 4, pattern: '(19|20)[0-9]{2}'",
    'digits: 2, range: { min: 10, max: 12 }',
    'digits: { min: 1, max: 3 }',
    "digits: 3, pattern: '[0-9]{5}'",
  ].map(
    (fields) =>
      `collect: { prompt: Please enter it., ${fields}, save: keyed }\n    on: { exhausted: @ }\n    next: @`,
  ),
  ...[
    'vars.keyed == "12"',
    'vars.keyed == "1999"',
    'vars.keyed.startsWith("3")',
    'vars.keyed.endsWith("0")',
    'vars.keyed.size() > 3',
    'vars.keyed != "" && int(vars.keyed) > 50',
    'int(vars.keyed) < 5',
    'vars.tries >= 2',
    'vars.tries == 1 && vars.got == ""',
    'vars.mode == "night"',
    'vars.got == "gold"',
    'vars.got.contains("-")',
    'vars.got.split("-")[1] == "x"',
    'vars.is_open',
    'vars.total > 7',
    'call.from.startsWith("+49")',
  ].map((condition) => `switch: [{ when: '${condition}', goto: @ }]\n    next: @`),
  ...[
    "got: '${response.json.value}'",
    'got: \'${response.json.value.split("-")[0]}\'',
    "got: '${response.json.items[0].value}'",
    'got: \'${response.json.ok ? "gold" : "none"}\'',
    "is_open: '${response.json.items.exists(i, i.ok)}'",
    "is_open: '${response.json.count > 2.0}'",
    "total: '${size(response.json.items)}'",
    "total: '${int(response.json.count)}'",
    "total: '${response.json.count / 2}'",
  ].map(
    (save) =>
      `http: { get: 'https://crm.example.com/it', timeout: 1s, save: { ${save} } }\n    on: { failed: @ }\n    next: @`,
  ),
  "set: { tries: '${vars.tries + 1}' }\n    next: @",
  "set: { got: '${vars.keyed.substring(0, 2)}' }\n    next: @",
  'set: { mode: night }\n    next: @',
  'language: de-DE\n    next: @',
  'switch: [{ when: \'call.language == "de-DE"\', goto: @ }]\n    next: @',
  'hours: office\n    on: { closed: @ }\n    next: @',
  'hours: office\n    on: { closed: @, holiday: @ }\n    next: @',
  'run: { flow: ask, with: { most: 1 }, save: { got: code } }\n    on: { unknown: @, failed: @ }\n    next: @',
  'run: { flow: ask, save: { keyed: code } }\n    on: { unknown: @, failed: @ }\n    next: @',
  "connect: { to: '+493012345', ring: 10s }\n    on: { busy: @, no_answer: @, failed: @ }\n    next: @",
];

/** A flow that others run. */
const ASK = {
  file: 'ask.flow.yaml',
  text: `ringflow: 1
name: ask
params: { most: { type: int, default: 2 } }
vars: { code: '', asked: 0 }
returns: { code: vars.code }
steps:
  ask_code:
    collect: { prompt: Your code please., digits: 2, pattern: '[1-4][0-9]', attempts: 1, save: code }
    on: { exhausted: ask_count }
    next: ask_known
  ask_known: { switch: [{ when: 'vars.code.endsWith("9")', goto: ask_unknown }], next: return }
  ask_count: { set: { asked: '\${vars.asked + 1}' } }
  ask_enough: { switch: [{ when: vars.asked >= params.most, goto: ask_unknown }], next: ask_code }
  ask_unknown: { return: unknown }
`,
};

const OWN = { states: MAX_STATES, others: [ASK] };

const step = fc.record({
  body: fc.constantFrom(...BODIES),
  to: fc.array(fc.nat(7), { minLength: 4, maxLength: 4 }),
});

/** Flows without errors. */
const flows = fc
  .array(step, { minLength: 3, maxLength: 8 })
  .map((steps) => textOf(steps))
  .filter((text) => {
    const file = { file: 'flow.yaml', text };
    return compileFlow(file, { others: createFlowCatalogue([file, ASK]) }).flow !== undefined;
  });

function textOf(steps: readonly { body: string; to: readonly number[] }[]): string {
  const name = (to = 0) => (to >= steps.length ? 'goodbye' : `step_${to}`);
  const lines = steps.map(({ body, to }, index) => {
    const targets = to.values();
    return `  step_${index}:\n    ${body.replaceAll('@', () => name(targets.next().value))}\n`;
  });
  return `ringflow: 1
name: random
languages: [en-US, de-DE]
on: { error: goodbye, end: note }
hours: { office: { timezone: Europe/Berlin, open: { mon-fri: 09:00-17:00 }, holidays: [2026-01-06] } }
limits: { steps: 40 }
vars: { keyed: '', got: '', mode: day, tries: 0, total: 0, is_open: false }
steps:
${lines.join('')}  goodbye: { say: 'Goodbye. \${vars.keyed}\${vars.got}', next: hangup }
  note: { switch: [{ when: vars.got == "gold", goto: note_gold }, { when: vars.tries > 1, goto: note_tries }], next: hangup }
  note_gold: { outcome: gold, next: hangup }
  note_tries: { outcome: tries, next: hangup }
`;
}

const value = fc.oneof(
  fc.constantFrom<unknown>('gold', 'a-x', 'none', '12', '', 1, 3, 1.5, 0, true, false, null, [], {}),
  fc.jsonValue({ maxDepth: 1 }),
);
const json = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      value,
      ok: value,
      count: value,
      items: fc.array(fc.record({ value, ok: value }), { maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: value },
);
const keyed = fc.oneof(
  fc.constantFrom('1', '2', '', HANGS_UP, '12', '1999', '2024', '30', '3#', '11', '99', '10'),
  fc.nat(9_999).map(String),
);
/** A working day, its night, a weekend and a holiday. */
const TIMES = ['05T10', '05T23', '10T10', '06T10'].map((time) => Date.parse(`2026-01-${time}:00:00Z`));
/** Callers of such flows, each with a service of its own. */
const people: fc.Arbitrary<Caller> = fc
  .tuple(callers, fc.array(keyed, { minLength: 1, maxLength: 10 }), json, fc.constantFrom(...TIMES))
  .map(([caller, deeds, answer, at]) => ({ ...caller, deeds, json: answer, at }));

/** What a finding says never happens. */
interface Never {
  message: string;
  happens: (call: Went) => boolean;
}

function listNevers({ found }: ReturnType<typeof proofOf>, text: string): Never[] {
  const { steps } = provable(text, 'flow.yaml', [ASK]).graph;
  return found.flatMap(({ diagnostic: { code, severity, message } }): Never[] => {
    if (severity === 'info') return [];
    const [first = '', ...others] = [...message.matchAll(/"([^"]*)"/g)].map(([, name = '']) => name);
    if (code === 'unreached-step') {
      const never = [first, ...others.filter((name) => / none reaches .*/.exec(message)?.[0].includes(name))];
      return [{ message, happens: (call) => call.steps.some((name) => never.includes(name)) }];
    }
    if (code === 'impossible-expression')
      return [{ message, happens: ({ outcomes }) => outcomes.includes(`${first} ok`) }];
    if (code !== 'unreached-outcome') return [];
    const [meaning, to] = others;
    const ways = steps.find(({ name }) => name === first)?.edges.filter((way) => way.to === to) ?? [];
    const outcomes = ways
      .filter((way) => (way.meaning ?? way.outcome) === meaning)
      .map((way) => `${first} ${way.outcome}`);
    return [{ message, happens: (call) => call.outcomes.some((outcome) => outcomes.includes(outcome)) }];
  });
}

test('what never happens does not happen', () => {
  let calls = 0;
  fc.assert(
    fc.property(flows, fc.array(people, { minLength: CALLS, maxLength: CALLS }), (text, all) => {
      const told = listNevers(proofOf(text, OWN), text);
      if (told.length === 0) return;
      const { flow } = provable(text, 'flow.yaml', [ASK]);
      for (const caller of all) {
        const call = callOf(flow, caller, MAX_EVENTS);
        calls += 1;
        expect(
          told.filter(({ happens }) => happens(call)).map(({ message }) => message),
          JSON.stringify(caller),
        ).toEqual([]);
      }
    }),
    { numRuns: scaleRuns(20), endOnFailure: true },
  );
  expect(calls).toBeGreaterThanOrEqual(2 * CALLS);
});

test('a call that is shown passes as a scenario, and comes to the step of which it tells', () => {
  fc.assert(
    fc.property(flows, (text) => {
      for (const one of proofOf(text, OWN).found) expectShown(one, text);
    }),
    { numRuns: scaleRuns(20), endOnFailure: true },
  );
});

function expectShown({ scenario, unconfirmed, diagnostic }: Found, text: string): void {
  if (scenario === undefined || unconfirmed !== undefined) return;
  const { flow, graph } = provable(text, 'flow.yaml', [ASK]);
  const { suite, diagnostics } = readSuite({ file: 'proof.scenario.yaml', text: scenario }, () => ({ flow }));
  const [only] = suite?.scenarios ?? [];
  expect(diagnostics, diagnostic.message).toEqual([]);
  if (suite === undefined || only === undefined) return;
  const { failure, trace } = runScenario(suite, only);
  const entered = trace.flatMap(({ notes }) =>
    notes.flatMap((note) => (note.kind === 'entered' ? [note.step] : [])),
  );
  const told = graph.steps.findLast(({ span }) => span.start.offset <= diagnostic.span.start.offset)?.name;
  expect(failure, `${diagnostic.message}\n${scenario}`).toBeUndefined();
  expect(entered, diagnostic.message).toContain(told);
}
