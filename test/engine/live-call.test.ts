import { expect, test } from 'vitest';
import { commandId } from '../../src/call/index.ts';
import type { Command } from '../../src/call/index.ts';
import { toLiveCall } from '../../src/engine/index.ts';
import { callRecord } from '../builders/call-record.ts';

const media = { kind: 'text', text: 'Hello.', language: 'en-US' } as const;
const base = callRecord();
const record = callRecord({
  context: {
    leg: 'connected',
    playing: { media, command: 5, replaces: 2 },
    line: { ...base.context.line, party: 4, stream: 3, recording: 2 },
  },
});

/** An outbox whose first command has this number. */
function outboxFrom(number: number): Command[] {
  return [{ kind: 'hangup', number, id: commandId(record.id, number) }];
}

test('a live call names its play, its party and its stream once their commands are settled', () => {
  expect(toLiveCall({ record, outbox: [] })).toEqual({
    project: 'default',
    call: record.id,
    voiceId: undefined,
    leg: 'connected',
    playing: commandId(record.id, 5),
    party: commandId(record.id, 4),
    stream: commandId(record.id, 3),
    recording: commandId(record.id, 2),
  });
});

test('a carrier is not asked about what it may not know yet', () => {
  const { playing, party } = toLiveCall({ record, outbox: outboxFrom(5) });
  expect([playing, party]).toEqual([undefined, commandId(record.id, 4)]);
  expect(toLiveCall({ record, outbox: outboxFrom(4) }).party).toBeUndefined();
  expect(toLiveCall({ record, outbox: outboxFrom(3) }).stream).toBeUndefined();
  expect(toLiveCall({ record, outbox: outboxFrom(2) }).recording).toBeUndefined();
});
