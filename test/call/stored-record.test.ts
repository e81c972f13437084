import { describe, expect, it } from 'vitest';
import { callId, toListing, projectId, readRecord, voiceId, writeRecord } from '../../src/call/index.ts';
import { callRecord } from '../builders/call-record.ts';

describe('a record as text', () => {
  it('is without what is as a call that rests has it', () => {
    const { context } = JSON.parse(writeRecord(callRecord({ context: { leg: 'connected' } }))) as {
      context: object;
    };
    expect(context).toEqual({
      call: { from: '+4930111', to: '+4930222' },
      language: 'en-US',
      step: 'hello',
      steps: 1,
      index: 0,
    });
  });

  it('is without what its id says, and comes back byte for byte', () => {
    const inbound = callRecord({ context: { flow: 'front-desk' } });
    const { id, flow } = inbound;
    const named = { ...inbound, id: callId('shop.a.b'), project: projectId('shop'), voiceId: voiceId('a.b') };
    const text = writeRecord(named);
    expect(text).not.toMatch(/"id"|"project"|"voiceId"/);
    const record = readRecord(named.id, text);
    expect(record).toMatchObject({ project: 'shop', voiceId: 'a.b', flow, context: { flow: 'front-desk' } });
    expect(writeRecord(record)).toBe(text);
    expect(record.id).not.toBe(id);
  });

  it.each([
    ['a call that is being placed', { id: callId('shop.order-7'), project: projectId('shop') }],
    ['one that the platform knows by another id', { id: callId('shop.k'), voiceId: voiceId('v') }],
    ['one whose id has another project', { id: callId('other.v'), voiceId: voiceId('v') }],
  ])('is whole where its id says something else: %s', (_what, ids) => {
    const { voiceId: _voice, ...bare } = callRecord({ context: { flow: 'another' } });
    const context = { ...bare.context, call: { ...bare.context.call, id: ids.id } };
    const record = { ...bare, context, project: projectId('shop'), ...ids };
    expect(readRecord(ids.id, writeRecord(record as never))).toEqual(record);
  });

  it('keeps what has come back to nothing, as it was', () => {
    const record = callRecord({ context: { vars: { a: '', b: 0, c: false }, params: {}, milestones: [] } });
    expect(readRecord(record.id, writeRecord(record))).toEqual(record);
  });

  it('keeps null where something is usual, and what nobody here knows', () => {
    const record = callRecord();
    const sealed = { ...record, context: { ...record.context, vars: null, input: null, sealed: 'x' } };
    expect(readRecord(record.id, writeRecord(sealed as never))).toEqual(sealed);
  });

  it('gives what an older record has not its usual value', () => {
    const { tried: _tried, ...older } = callRecord().context;
    const record = callRecord();
    const text = JSON.stringify({ ...record, format: 1, context: older });
    expect(readRecord(record.id, text).context.tried).toBe('');
  });

  it.each([
    [
      'of the state in which the call is',
      { main: 'listening' },
      'xstate.after.no_input.front-desk.main.listening',
    ],
    ['of one that has no others in it', 'hello', 'xstate.after.5000.hello'],
    ['of one whose name is short', 'ask', 'xstate.after.front-desk.ask'],
    ['of one around it', { main: { asking: 'listening' } }, 'xstate.after.no_input.front-desk.main'],
    ['of a state with a name of its own', '$hangup', 'xstate.after.30000.$hangup'],
    ['of states beside one another', { one: 'a', other: 'b' }, 'xstate.after.200.front-desk.one.a'],
    ['of another flow', { main: 'listening' }, 'xstate.after.no_input.survey.main.listening'],
    ['of the call', 'hello', 'limit'],
  ])('has the deadlines that it had: %s', (_what, state, name) => {
    const record = { ...callRecord(), state, timers: { limit: 3_601_000, [name]: 6_000 } };
    expect(readRecord(record.id, writeRecord(record))).toEqual(record);
  });

  it('has deadlines as ms since it began, those of its state under the names of their delays', () => {
    const name = 'xstate.after.no_input.front-desk.main.listening';
    const timers = { limit: 3_601_000, [name]: 6_000 };
    const record = { ...callRecord({ startedAt: 1_000 }), state: { main: 'listening' }, timers };
    expect(JSON.parse(writeRecord(record))).toMatchObject({
      timers: { limit: 3_600_000, '.no_input': 5_000 },
    });
  });

  it('of format 1, with its id and times since the epoch, is read in the form of this release', () => {
    const record = { ...callRecord(), timers: { limit: 3_601_000 } };
    const first = { ...record, format: 1, context: {}, timers: { limit: 3_601_000 } };
    const { timers, format, id } = readRecord(record.id, JSON.stringify(first));
    expect({ timers, format, id }).toEqual({ timers: record.timers, format: 3, id: record.id });
  });

  it('of a later release tells what calls are listed by, and has the deadlines that stand there', () => {
    const named = { ...callRecord(), voiceId: voiceId('call-1') };
    const written = JSON.parse(writeRecord(named)) as object;
    const later = JSON.stringify({ ...written, format: 99, timers: ['later'] });
    const record = readRecord(named.id, later);
    expect(record).toMatchObject({ ...named, format: 99, timers: ['later'] });
    expect(toListing(record)).toEqual(toListing(named));
  });
});
