import { describe, expect, it } from 'vitest';
import type { CompiledFlow } from '../../../src/language/model/index.ts';
import { previewCalls, renderPreview, summarize } from '../../../src/verification/replay/index.ts';
import type { RecordedCall } from '../../../src/verification/recording/index.ts';
import type { Verdict } from '../../../src/verification/replay/index.ts';
import { call, desk, version } from './desk.ts';
import { callOf } from './recorded.ts';
import type { Recorded } from './recorded.ts';

const all = (['helped', 'busy', 'silent', 'secret', 'leaves'] as const).map(call);

/** What becomes of calls on a new version, without their ids. */
function on(flow: CompiledFlow, calls: readonly Recorded[] = all) {
  return verdicts(flow, calls).map(({ call: _call, ...verdict }) => verdict);
}

function verdicts(flow: CompiledFlow, calls: readonly Recorded[] = all): Verdict[] {
  const flows = new Map(calls.map((one) => [one.flow.version, one.flow]));
  const named = calls.map(({ call: recorded, name }) => renamed(recorded, `default.${name}`));
  return [...previewCalls({ calls: named, flows }, flow)];
}

/** The same call under another id. */
function renamed(recorded: RecordedCall, id: string): RecordedCall {
  return JSON.parse(JSON.stringify(recorded).replaceAll(recorded.id, id)) as RecordedCall;
}

const kinds = (flow: CompiledFlow) => on(flow).map(({ kind }) => kind);

describe('recorded calls on a new version', () => {
  it('are the same on their own', () => {
    expect(on(version())).toEqual(all.map(({ name }) => ({ kind: 'same', isMadeUp: name === 'secret' })));
  });

  it('are the same where somebody gave up, was busy or failed at any time', () => {
    const ends = [
      '{ no_answer: 12s }',
      '{ no_answer: 33s }',
      '{ busy: 19s }',
      '{ fails: 3s, reason: Congestion }',
    ];
    const calls = ends.map((party) =>
      callOf(
        desk(),
        `scenarios: [{ name: '${party}', parties: { '+4930301': ${party} }, script: [waits: 2s, presses: 1] }]`,
      ),
    );
    expect(on(version(), calls).map(({ kind }) => kind)).toEqual(ends.map(() => 'same'));
    const heard = on(version({ welcome: 'Welcome.' }), calls);
    expect(heard.map(({ kind }) => kind)).toEqual(ends.map(() => 'hears'));
  });

  it('are the same where the answer to a question came when it was repeated', () => {
    const code = `
    vars: { code: '' }
    on: { error: sorry }
    steps:
      ask:
        collect: { prompt: Your code?, save: code, digits: 6, attempts: 3, no_match: [Six digits., Six!] }
        on: { exhausted: sorry }
      thanks: { say: Thank you., next: hangup }
      sorry: { say: Sorry., next: hangup }`;
    const recorded = callOf(
      code,
      'scenarios: [{ name: twice, script: [waits: 2s, presses: 1234, hears: Six digits, waits: 800ms, presses: "56"] }]',
    );
    expect(on(recorded.flow, [recorded])).toEqual([{ kind: 'same', isMadeUp: false }]);
  });

  it('are ended by the operator again who ended them, on another version too', () => {
    const ended = callOf(desk(), 'scenarios: [{ name: ended, script: [waits: 5s, operator_hangs_up] }]');
    expect(on(version(), [ended])).toEqual([{ kind: 'same', isMadeUp: false }]);
    const [changed] = on(version({ welcome: 'Welcome.' }), [ended]);
    expect(changed).toMatchObject({ kind: 'hears', difference: { after: { text: 'Welcome.' } } });
  });

  it('hear something else where a text is another one, from its step on', () => {
    const [helped] = on(version({ main: 'Desk: 1. Account: 2.' }));
    expect(helped).toMatchObject({
      kind: 'hears',
      difference: {
        step: 'main',
        before: { text: 'For the desk press 1, for your account press 2.' },
        after: { text: 'Desk: 1. Account: 2.' },
      },
    });
  });

  it('end elsewhere where somebody else is rung', () => {
    const [helped, busy, silent, secret, leaves] = on(version({ desk: '+4930999' }));
    expect(helped).toMatchObject({
      kind: 'ends',
      difference: {
        step: 'desk',
        before: { text: 'connect to +4930301' },
        after: { text: 'connect to +4930999' },
      },
    });
    expect([busy?.kind, silent?.kind]).toEqual(['ends', 'ends']);
    expect([secret?.kind, leaves?.kind]).toEqual(['same', 'same']);
  });

  it('are answered as before where questions are longer or shorter, or come later', () => {
    const longer =
      'For the desk, which is open now and has been since the morning, press 1, for your account press 2.';
    for (const changed of [{ main: longer }, { main: '1 or 2?' }, { welcome: longer }])
      expect(kinds(version(changed))).not.toContain('ends');
    const later = kinds(version({}, 'more: { say: There is more to say than there was. }'));
    expect(later.slice(0, -1)).not.toContain('ends');
    // Who hangs up during the second prompt does so in another step when there is one more before.
    expect(later.at(-1)).toBe('ends');
  });

  it('cannot be told where the new version sends what nobody has answered', () => {
    const asks =
      "ask: { http: { get: '${env.DESK_URL}/news' }, on: { client_error: main, server_error: main, failed: main, timeout: main } }";
    const [helped] = on(version({}, asks));
    expect(helped).toMatchObject({
      kind: 'unknown',
      code: 'response_unknown',
      why: expect.stringContaining('/news') as string,
    });
  });

  it('cannot be told without their version, while under way, or without a parameter', () => {
    const [helped] = all;
    if (helped === undefined) throw new Error('there is no call');
    const { endedAt: _over, ...live } = helped.call;
    expect(on(version(), [{ ...helped, call: live }])).toEqual([
      { kind: 'unknown', code: 'not_ended', why: 'it has not ended yet' },
    ]);
    expect([...previewCalls({ calls: [helped.call], flows: new Map() }, version())]).toMatchObject([
      { kind: 'unknown', code: 'version_gone', why: 'the version on which it started is no longer stored' },
    ]);
  });
});

describe('the summary', () => {
  const flow = version({ desk: '+4930999', main: 'For the desk press 1, for your account press 2 now.' });
  const summary = summarize(verdicts(flow));

  it('counts', () => {
    const { replayed, same, hears, ends, unknown, share } = summary;
    expect({ replayed, same, hears, ends, unknown, share }).toEqual({
      ...{ replayed: 5, same: 0, hears: 2, ends: 3, unknown: 0, share: 1 },
    });
  });

  it('is told step by step, with the calls', () => {
    expect(renderPreview(summary, { name: 'case', version: 'v2' }))
      .toBe(`5 calls replayed on case, version v2:
  0 would go the same way
  2 would hear something else
  3 would end differently
  (in 1 of them masked input was made up)

at step desk:
  3 calls would end differently:
  - connect to +4930301
  + connect to +4930999
    default.helped, default.busy, default.silent

at step main:
  2 calls would hear something else:
  - hears "For the desk press 1, for your account press 2."
  + hears "For the desk press 1, for your account press 2 now."
    default.secret, default.leaves
`);
  });
});
