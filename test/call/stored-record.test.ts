import { describe, expect, it } from 'vitest';
import { callId, projectId, readRecord, voiceId, writeRecord } from '../../src/call/index.ts';
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
    expect(text).not.toMatch(/"project"|"voiceId"/);
    const record = readRecord(text);
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
    expect(readRecord(writeRecord(record as never))).toEqual(record);
  });

  it('keeps what has come back to nothing, as it was', () => {
    const record = callRecord({ context: { vars: { a: '', b: 0, c: false }, params: {}, milestones: [] } });
    expect(readRecord(writeRecord(record))).toEqual(record);
  });

  it('keeps null where something is usual, and what nobody here knows', () => {
    const record = callRecord();
    const sealed = { ...record, context: { ...record.context, vars: null, input: null, sealed: 'x' } };
    expect(readRecord(writeRecord(sealed as never))).toEqual(sealed);
  });

  it('gives what an older record has not its usual value', () => {
    const { tried: _tried, ...older } = callRecord().context;
    const text = JSON.stringify({ ...callRecord(), context: older });
    expect(readRecord(text).context.tried).toBe('');
  });
});
