import { describe, expect, it } from 'vitest';
import { advance, begin, callId, projectId, runnable } from '../../../src/call/index.ts';
import type { CallEvent, CallRecord } from '../../../src/call/index.ts';
import { CallsCompat, renderCompat, checkStates } from '../../../src/verification/replay/index.ts';
import { desk, version } from './desk.ts';
import { compileFlow, createFlowCatalogue } from '../../../src/language/compiler/index.ts';
import { flowOf } from '../../builders/flow.ts';

const old = version();

/** A call on the old version to which this has happened. */
function live(...events: CallEvent[]): CallRecord {
  const flow = runnable(old);
  const beginning = { id: callId('default.v1'), project: projectId('default'), from: '+4917', to: '+4930' };
  const first = begin(flow, { ...beginning, direction: 'inbound', at: 0 });
  return events.reduce((record, event) => advance(flow, record, event).record, first.record);
}

const welcomed: CallEvent[] = [{ type: 'connected', at: 0 }];
const asked: CallEvent[] = [...welcomed, { type: 'played', at: 1_000 }];
const ringing: CallEvent[] = [...asked, { type: 'digits', digits: '1', lossy: false, at: 2_000 }];

/** Why a call could not go on with a flow; empty: it could. */
function obstaclesOf(text: string, record: CallRecord): string[] {
  const compat = new CallsCompat(flowOf(text));
  compat.add(record, old);
  return compat.found.steps.flatMap(({ couldNot }) => couldNot.map(({ why }) => why));
}

describe('a live call', () => {
  it('could go on where its step waits as it did', () => {
    expect(obstaclesOf(desk({ welcome: 'Hello.', main: '1 or 2?' }), live(...asked))).toEqual([]);
  });

  it.each<[string, [string, string], CallEvent[], string]>([
    ['whose step is gone', [' main:', ' choose:'], asked, 'there is no step main'],
    [
      'whose step does something else',
      ["welcome: { say: 'Welcome to the desk.' }", 'welcome: { wait: 5s }'],
      welcomed,
      'step welcome is wait and was say',
    ],
    ['whose variable has another type', ["owner: ''", 'owner: 0'], asked, 'the variable owner is int'],
    ['whose variable is gone', ["owner: ''", "ownr: ''"], asked, 'there is no variable owner'],
    [
      'whose deadline is another one',
      ['ring: 20s', 'ring: 30s'],
      ringing,
      'the deadline of 20 s of step desk does not exist in the new version',
    ],
  ])('%s could not', (_what, [from, to], events, why) => {
    const changed = desk()
      .replaceAll(from, to)
      .replaceAll('vars.owner', from.includes('owner') && to.includes('ownr') ? 'vars.ownr' : 'vars.owner')
      .replaceAll('{ owner:', to.includes('ownr') ? '{ ownr:' : '{ owner:');
    expect(obstaclesOf(changed, live(...events))).toEqual([why]);
  });

  it('tells when it has reached its limits at the latest', () => {
    const compat = new CallsCompat(old);
    compat.add(live(...asked), old);
    const { drainedBy } = compat.found;
    expect(drainedBy).toBe(live(...asked).timers.limit);
    expect(renderCompat(compat.found)).toContain('reaches its limits at 1970-01-01T');
  });
});

describe('the states of a version', () => {
  it('all have a counterpart in the same version', () => {
    const { could, couldNot, of } = checkStates(old, old);
    expect({ of, couldNot }).toEqual({ of: 'states', couldNot: 0 });
    expect(could).toBeGreaterThan(10);
  });

  it('are told step by step', () => {
    const { steps } = checkStates(old, version({}, 'main2: { say: More. }'));
    expect(steps.map(({ step, verb }) => `${step} ${verb}`)).toContain('main menu');
    const without = checkStates(old, flowOf(desk().replaceAll('ask_pin', 'ask_for_pin')));
    expect(without.steps.filter(({ couldNot }) => couldNot.length > 0)).toMatchObject([
      { step: 'ask_pin', could: [], couldNot: [{ why: 'there is no step ask_pin' }] },
    ]);
  });
});

describe('a flow that is run', () => {
  const flows = (main: string, ask: string) => {
    const files = [main, ask].map((text, index) => ({
      file: `${index}.flow.yaml`,
      text: `ringflow: 1\n${text}`,
    }));
    const { flow } = compileFlow(files[0] ?? { file: '', text: '' }, { others: createFlowCatalogue(files) });
    if (flow === undefined) throw new Error('the flow has errors');
    return flow;
  };
  const MAIN =
    'name: main\nvars: { tier: none }\non: { error: bye }\nsteps:\n  who: { run: { flow: ask, with: { tries: 2 }, save: { tier: tier } } }\n  bye: { say: Goodbye., next: hangup }\n';
  const ASK =
    'name: ask\nparams: { tries: int }\nvars: { tier: gold }\nreturns: { tier: vars.tier }\nsteps:\n  key: { menu: { prompt: Press., choices: [{ key: 1, goto: return }] }, on: { exhausted: return } }\n';
  const own = flows(MAIN, ASK);
  const asking = welcomed.reduce(
    (record, event) => advance(runnable(own), record, event).record,
    begin(runnable(own), {
      id: callId('default.v2'),
      project: projectId('default'),
      from: '+4917',
      to: '+4930',
      direction: 'inbound',
      at: 0,
    }).record,
  );

  it.each<[string, string, string, string[]]>([
    ['as it was', MAIN, ASK, []],
    ['with other words', MAIN, ASK.replace('Press.', 'Press 1.'), []],
    ['whose step is gone', MAIN, ASK.replace('key:', 'keys:'), ['there is no step key']],
    [
      'whose variable has another type',
      MAIN,
      ASK.replace('tier: gold', 'tier: 1').replace(
        'returns: { tier: vars.tier }',
        'returns: { tier: string(vars.tier) }',
      ),
      ['the variable tier is int'],
    ],
    [
      'that needs more than it was given',
      MAIN.replace('tries: 2', 'tries: 2, kind: a'),
      ASK.replace('tries: int', 'tries: int, kind: string'),
      ['it needs the parameter kind'],
    ],
    [
      'that another one has taken the place of',
      MAIN.replace('flow: ask', 'flow: pin'),
      ASK.replace('name: ask', 'name: pin'),
      ['the flow ask is no longer used'],
    ],
    ['for which another step waits', MAIN.replace('who:', 'ask_who:'), ASK, ['there is no step who']],
  ])('%s', (_what, main, ask, why) => {
    const compat = new CallsCompat(flows(main, ask));
    compat.add(asking, own);
    expect(compat.found.steps).toMatchObject([{ step: 'ask.key', verb: 'menu' }]);
    expect(compat.found.steps.flatMap(({ couldNot }) => couldNot.map((group) => group.why))).toEqual(why);
  });

  it('has its places where a call can rest among those of the whole', () => {
    const found = checkStates(own, flows(MAIN, ASK.replace('key:', 'keys:')));
    expect(found.steps.find(({ step }) => step === 'ask.key')).toMatchObject({
      verb: 'menu',
      could: [],
      couldNot: [{ why: 'there is no step key' }],
    });
  });
});

describe('what was found of live calls', () => {
  const at = (id: string, ...events: CallEvent[]): CallRecord => ({
    ...live(...events),
    id: callId(`default.${id}`),
  });
  const compat = new CallsCompat(flowOf(desk().replaceAll(' main:', ' choose:')));
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) compat.add(at(id, ...asked), old);
  compat.add(at('h', ...welcomed), old);
  compat.add(at('i', ...welcomed), undefined);
  compat.addElsewhere();

  it('is counted', () => {
    const { of, could, couldNot, elsewhere } = compat.found;
    expect({ of, could, couldNot, elsewhere }).toEqual({ of: 'calls', could: 2, couldNot: 7, elsewhere: 1 });
  });

  it('is a table by step, with the first of those that could not and why', () => {
    const [head, ...rest] = renderCompat(compat.found).split('\n');
    expect(head).toBe('2 of 9 live calls could continue:');
    expect(rest.slice(0, 5)).toEqual([
      '  main (menu)        0 could      7 could not',
      '    7: there is no step main  (default.a, default.b, default.c, default.d, default.e, and 2 more)',
      '  welcome (say)      2 could      0 could not',
      '',
      '1 live call of the flow on other versions',
    ]);
  });

  it('says nothing of a drain where there is no call', () => {
    expect(renderCompat(new CallsCompat(old).found)).toBe('0 of 0 live calls could continue\n');
  });
});
