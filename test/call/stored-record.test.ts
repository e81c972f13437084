import { describe, expect, it } from 'vitest';
import { readRecord, writeRecord } from '../../src/call/index.ts';
import { callRecord } from '../builders/call-record.ts';

describe('a record as text', () => {
  it('is without what is as a call that rests has it', () => {
    const { context } = JSON.parse(writeRecord(callRecord({ context: { leg: 'connected' } }))) as {
      context: object;
    };
    expect(context).toEqual({
      flow: 'front-desk',
      call: { from: '+4930111', to: '+4930222' },
      language: 'en-US',
      step: 'hello',
      steps: 1,
      index: 0,
    });
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
