/** Calls on their way from one place to another: one JSON object in each line. */
import { describe, expect, it } from 'vitest';
import { readRecording, redactCall, writeRecording } from '../../../src/verification/recording/index.ts';
import type { Recording } from '../../../src/verification/recording/index.ts';
import { call, version } from './desk.ts';
import { callOf } from './recorded.ts';

const [helped, busy] = [call('helped'), call('busy')];
const recording: Recording = {
  calls: [helped.call, { ...busy.call, id: 'default.busy' }],
  flows: new Map([[helped.flow.version, helped.flow]]),
};
const text = writeRecording(recording);
const rows = text.trimEnd().split('\n');

describe('a recording', () => {
  it('has the versions first, then the calls, each in a line of its own', () => {
    expect(rows.map((row) => Object.keys(JSON.parse(row) as object))).toEqual([['flow'], ['call'], ['call']]);
    expect(text.endsWith('}\n')).toBe(true);
  });

  it('is read as it was written, blank lines and lines of other systems included', () => {
    const read = { ...recording, wrongLines: [] };
    expect(readRecording(text)).toEqual(read);
    expect(readRecording(text.replaceAll('\n', '\r\n'))).toEqual(read);
    expect(readRecording(`\n${rows.join('\n\n')}`)).toEqual(read);
  });

  it('is read in whatever order, and of several files put together', () => {
    const turned = readRecording(rows.toReversed().join('\n'));
    expect(turned.calls.map(({ id }) => id)).toEqual(['default.busy', helped.call.id]);
    expect([...turned.flows.keys()]).toEqual([helped.flow.version]);
    expect(readRecording(text + text).calls).toHaveLength(4);
  });

  it('without anything in it has nothing in it', () => {
    expect(readRecording('')).toEqual({ calls: [], flows: new Map(), wrongLines: [] });
    expect(writeRecording({ calls: [], flows: new Map() })).toBe('');
  });
});

/** A line of the recording with something changed. */
const changed = (row: number, from: RegExp, to: string) => (rows[row] ?? '').replace(from, to);

describe('a line that is neither a call nor a version', () => {
  it.each([
    ['half a line', rows[1]?.slice(0, 200) ?? ''],
    ['no JSON', 'call'],
    ['an empty object', '{}'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a number', '1'],
    ['a text', '"call"'],
    ['a call that is a text', '{"call":"default.1"}'],
    ['a call that is null', '{"call":null}'],
    ['a call of which only the name is known', '{"call":{"id":"x","trace":[]}}'],
    ['a call whose trace is no list', changed(1, /"trace":\[.*\]\}\}$/, '"trace":{}}}')],
    ['a call whose trace holds something else', changed(1, /"trace":\[.*\]\}\}$/, '"trace":[1]}}')],
    [
      'a call whose events have no time',
      changed(1, /"event":\{"type":"incoming","at":\d+/, '"event":{"type":"incoming"'),
    ],
    ['a call without a beginning', changed(1, /"startedAt"/, '"started"')],
    ['a call of no flow', changed(1, /"flow":\{[^}]*\}/, '"flow":"desk"')],
    ['a version that is a hash only', '{"flow":{"version":"0123456789abcdef"}}'],
    ['a version without its machine', changed(0, /"machine"/, '"engine"')],
    ['a version whose steps are a list', changed(0, /"steps":\{/, '"steps":[],"was":{')],
    ['a record of a store', JSON.stringify({ id: 'default.1', trace: [] })],
  ])('%s is left out, with its number', (_what, wrong) => {
    const read = readRecording([rows[0], wrong, rows[1]].join('\n'));
    expect(read.wrongLines).toEqual([2]);
    expect(read.calls).toEqual([helped.call]);
    expect(read.flows.size).toBe(1);
  });

  it('is told each time', () => {
    expect(
      readRecording(['{', '', rows[0], '[]', rows[1], rows[2]?.slice(0, -1)].join('\n')).wrongLines,
    ).toEqual([1, 4, 6]);
  });
});

describe('a call out of a store', () => {
  it('has a time at which it ended once it has', () => {
    expect(helped.call.endedAt).toBe(helped.call.trace.at(-1)?.at);
  });

  it('that came in was begun with nothing that has to be known', () => {
    expect(helped.call.params).toEqual({});
    expect(helped.call).not.toHaveProperty('message');
  });

  it('that was placed has the parameters that it was begun with, and the message', () => {
    const flow =
      "on: { error: bye }\nparams: { who: string }\nsteps:\n  hello: { say: 'Hello ${params.who}.', next: bye }\n  bye: { say: Goodbye., next: hangup }";
    const start = 'start: { direction: outbound, params: { who: Ann }, message: Call me }';
    const { call: placed } = callOf(flow, `scenarios: [{ name: a, ${start}, script: [hears: Hello Ann.] }]`);
    expect(placed).toMatchObject({
      direction: 'outbound',
      params: { who: 'Ann' },
      message: { text: 'Call me' },
    });
    expect(redactCall(placed).message).toEqual({ from: '+4915550123456', text: 'Call me' });
  });

  it('with the settings of its place, which are none unless they are known', () => {
    expect(helped.call.env).toEqual({});
    expect(version().env).toHaveProperty('DESK_URL');
  });

  it('is not changed by being exported', () => {
    const before = JSON.stringify(helped.call);
    redactCall(helped.call);
    writeRecording(recording);
    expect(JSON.stringify(helped.call)).toBe(before);
  });
});
