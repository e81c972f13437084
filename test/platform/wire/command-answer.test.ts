import { expect, test } from 'vitest';
import { callId, commandId } from '../../../src/call/index.ts';
import type { Command, CommandAction } from '../../../src/call/index.ts';
import { readCommandAnswer } from '../../../src/platform/wire/index.ts';

const id = commandId(callId('default.abc'), 3);
const command = (action: CommandAction): Command => ({ ...action, number: 3, id });

test.each<[CommandAction, unknown, Record<string, string>]>([
  [
    { kind: 'create_room', name: 'x', settings: {} },
    { result: 0, room: { room_id: 'r1' } },
    { room_id: 'r1' },
  ],
  [{ kind: 'create_room', name: 'x', settings: {} }, { result: 0, room: 'r1' }, {}],
  [{ kind: 'create_token', room: 'r1', name: 'x', role: 'viewer' }, { token: 'jwt' }, { token: 'jwt' }],
  [{ kind: 'record', name: 'x' }, { status: 'success', recording_id: 7 }, { recording_id: '7' }],
  [{ kind: 'hangup' }, { voice_id: 'v1' }, {}],
  [{ kind: 'stop_stream' }, undefined, {}],
])('what $kind gives a flow', (action, body, answer) => {
  expect(readCommandAnswer(command(action), body)).toEqual(answer);
});
