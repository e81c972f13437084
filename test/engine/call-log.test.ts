import { expect, test } from 'vitest';
import { createCallLog } from '../../src/engine/receive/call-log.ts';
import { callRecord } from '../builders/call-record.ts';
import { arrival, useScene } from './scene.ts';
import { RecordingLog } from './recording-log.ts';

const levels = ['debug', 'info', 'warn', 'error'] as const;

test.each(levels)('a line about a call at hand says where it stands: %s', (level) => {
  const log = new RecordingLog();
  const record = callRecord();
  createCallLog(log, () => record)[level]({ call: record.id, step: 'its own' }, 'said');
  expect(log.lines).toEqual([
    {
      level,
      fields: {
        project: 'default',
        call: 'default.call-1',
        flow: 'front-desk',
        version: 'v1',
        step: 'its own',
      },
      message: 'said',
    },
  ]);
});

test('a line about a call that is not at hand says whose it is', () => {
  const log = new RecordingLog();
  createCallLog(log, () => undefined).warn({ call: 'team-a.v.1' }, 'said');
  expect(log.lines[0]?.fields).toEqual({ project: 'team-a', call: 'team-a.v.1' });
});

test('a line about no call is left as it is', () => {
  const log = new RecordingLog();
  const fields = { sink: 'file' };
  createCallLog(log, () => callRecord()).info(fields, 'said');
  expect(log.lines[0]?.fields).toBe(fields);
});

const scene = useScene();

test('what an engine says of a call names its project, its flow and its step', async () => {
  const engine = await scene().engine();
  await scene().asked(engine);
  await engine.receive(arrival({ type: 'digits', digits: '9', lossy: false }));
  const lines = scene().log.lines.filter(({ fields }) => 'call' in fields);
  expect(lines.length).toBeGreaterThan(2);
  for (const { fields } of lines) expect(fields).toMatchObject({ project: 'default', flow: 'desk' });
  expect(lines.map(({ fields }) => fields.step)).toContain('main');
});
