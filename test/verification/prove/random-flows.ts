/** Small flows made at random, and what happens to callers who do in them whatever comes to their minds. */
import fc from 'fast-check';
import { runnable } from '../../../src/call/index.ts';
import { compileFlow } from '../../../src/language/compiler/index.ts';
import { memoize } from '../../../src/language/model/index.ts';
import type { CompiledFlow } from '../../../src/language/model/index.ts';
import { simulate } from '../../../src/verification/testkit/index.ts';

/** One step of such a flow; numbers are places of steps, counted round. */
export type RandomStep =
  | { verb: 'say'; next: number }
  | { verb: 'menu'; one: number; two: number; exhausted: number }
  | { verb: 'collect'; filled: number; exhausted: number }
  | { verb: 'caller'; known: number; other: number }
  | { verb: 'connect'; met: number; missed: number }
  | { verb: 'http'; ok: number; failed: number };

const place = fc.nat({ max: 7 });

/** Steps of which each leads anywhere: circles, dead ends and steps to which nothing leads are all among them. */
export const randomSteps: fc.Arbitrary<RandomStep[]> = fc.array(
  fc.oneof(
    fc.record({ verb: fc.constant('say' as const), next: place }),
    fc.record({ verb: fc.constant('menu' as const), one: place, two: place, exhausted: place }),
    fc.record({ verb: fc.constant('collect' as const), filled: place, exhausted: place }),
    fc.record({ verb: fc.constant('caller' as const), known: place, other: place }),
    fc.record({ verb: fc.constant('connect' as const), met: place, missed: place }),
    fc.record({ verb: fc.constant('http' as const), ok: place, failed: place }),
  ),
  { minLength: 2, maxLength: 6 },
);

/** Those of which the compiler makes a flow: circles that it sees through are errors. */
export const runnableSteps = randomSteps.filter(
  (steps) => compileFlow({ file: 'flow.yaml', text: textOf(steps) }).flow !== undefined,
);

/** The same, but each leads to a later one or to the end: whatever happens, it happens once. */
export function straightened(steps: readonly RandomStep[]): RandomStep[] {
  return steps.map((step, index) => {
    const onward = Object.entries(step).map(([name, to]) => [
      name,
      typeof to === 'number' ? index + 1 + (to % (steps.length - index)) : to,
    ]);
    return Object.fromEntries(onward) as RandomStep;
  });
}

/** The flow as text; whatever leads beyond the last step leads to the end. */
export function textOf(steps: readonly RandomStep[], extra = ''): string {
  const name = (to: number) => (to >= steps.length ? 'goodbye' : `step_${to}`);
  const lines = steps.map((step, index) => `  step_${index}:\n${bodyOf(step, name)}`);
  return `ringflow: 1
name: random
on: { error: goodbye }
vars: { digit: '' }
steps:
${lines.join('')}${extra}  goodbye: { say: 'Goodbye. You have entered \${vars.digit}.', next: hangup }
`;
}

function bodyOf(step: RandomStep, to: (place: number) => string): string {
  switch (step.verb) {
    case 'say':
      return `    say: Here you are.\n    next: ${to(step.next)}\n`;
    case 'menu':
      return `    menu:
      prompt: Please press 1 or 2.
      choices: [{ key: 1, goto: ${to(step.one)} }, { key: 2, goto: ${to(step.two)} }]
      attempts: 2
    on: { exhausted: ${to(step.exhausted)} }
`;
    case 'collect':
      return `    collect: { prompt: Please enter a digit., digits: 1, attempts: 2, save: digit }
    on: { exhausted: ${to(step.exhausted)} }
    next: ${to(step.filled)}
`;
    case 'caller':
      return `    switch: [{ when: 'call.from.startsWith("+49")', goto: ${to(step.known)} }]
    next: ${to(step.other)}
`;
    case 'connect':
      return `    connect: { to: '+493012345', ring: 10s }
    on: { busy: ${to(step.missed)}, no_answer: ${to(step.missed)}, failed: ${to(step.missed)} }
    next: ${to(step.met)}
`;
    case 'http':
      return `    http: { get: 'https://crm.example.com/it', timeout: 1s }
    on: { failed: ${to(step.failed)} }
    next: ${to(step.ok)}
`;
  }
}

/** What a caller does at every question, one thing after the other, and who is called and asked meanwhile. */
export interface Caller {
  /** `''`: nothing; HANGS_UP: the end. */
  deeds: readonly string[];
  from: string;
  party: 'answers' | 'busy' | 'no_answer' | 'rejects';
  doesServiceWork: boolean;
  /** What a working service answers. Default: an empty object. */
  json?: unknown;
  /** When the call comes, ms since the epoch. */
  at?: number;
}

/** A caller who has had enough. */
export const HANGS_UP = 'hangs up';

export const callers: fc.Arbitrary<Caller> = fc.record({
  deeds: fc.array(fc.constantFrom('1', '2', '7', ''), { minLength: 1, maxLength: 12 }),
  from: fc.constantFrom('+4915112345678', '+12125550123'),
  party: fc.constantFrom('answers', 'busy', 'no_answer', 'rejects'),
  doesServiceWork: fc.boolean(),
});

/** How a call went. */
export interface Went {
  /** It ended, it came to a person, or it goes on. */
  fate: 'over' | 'person' | 'on';
  /** The steps that it entered. */
  steps: string[];
  /** What its steps came to, as `step outcome`. */
  outcomes: string[];
  /** What the caller heard. */
  heard: string[];
}

/** Preparing a flow costs more than a call. */
const prepare = memoize((flow: CompiledFlow) => runnable(flow));

/** Lets a caller call. */
export function callOf(
  flow: CompiledFlow,
  { deeds, from, party, doesServiceWork, json = {}, at }: Caller,
  maxEvents = MOST_EVENTS,
): Went {
  const call = simulate(
    prepare(flow),
    {
      direction: 'inbound',
      from,
      to: '+4930555000',
      ...(at !== undefined && { at }),
      parties: { '+493012345': party === 'answers' ? { afterMs: 1_000 } : { on_ring: party } },
      http: [
        {
          match: '*',
          answer: doesServiceWork ? answering(json) : 'unreachable',
          delayMs: 100,
          times: Infinity,
        },
      ],
    },
    { maxEvents },
  );
  const isSettled = () => call.hasEnded || call.line?.state === 'bridged';
  for (const deed of [...deeds, ...Array<string>(PATIENCE).fill('')]) {
    call.runUntil(() => isSettled() || call.line?.listens === true, call.now + A_WHILE_MS);
    if (isSettled()) break;
    if (deed === '') call.runUntil(() => isSettled() || call.line?.listens !== true, call.now + A_WHILE_MS);
    else if (deed === HANGS_UP) call.hangUp();
    else call.press(deed);
    call.advanceTo(call.now + 1_000);
  }
  call.runUntil(isSettled, call.now + A_WHILE_MS);
  const notes = call.trace.flatMap((entry) => entry.notes);
  return {
    fate: call.hasEnded ? 'over' : call.line?.state === 'bridged' ? 'person' : 'on',
    steps: notes.flatMap((note) => (note.kind === 'entered' ? [note.step] : [])),
    outcomes: notes.flatMap((note) => (note.kind === 'outcome' ? [`${note.step} ${note.outcome}`] : [])),
    heard: call.log.flatMap(({ teller, entry }) =>
      teller === 'platform' && entry.kind === 'speech' ? [entry.text] : [],
    ),
  };
}

function answering(json: unknown) {
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) };
}

/** Questions at which nothing more is done: more than a straight flow has. */
const PATIENCE = 20;
const A_WHILE_MS = 60_000;
/** Enough for a call that goes round in circles to have gone round. */
const MOST_EVENTS = 400;
