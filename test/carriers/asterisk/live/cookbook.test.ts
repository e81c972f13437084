/** The voicemail of the cookbook, as it stands there, takes a message on a real Asterisk. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { flowOf } from '../../../builders/flow.ts';
import { until } from '../../../engine/until.ts';
import { measureTone, renderTone } from '../../../setup/asterisk/tone.ts';
import { startRig, type Rig } from './service-rig.ts';

const VOICE_HZ = 600;

/** Returns the first flow of a chapter, without its head, which `flowOf` adds. */
function readFlow(chapter: string): string {
  const cookbook = readFileSync(new URL('../../../../docs/cookbook.md', import.meta.url), 'utf8');
  const [, text = ''] = cookbook.split(`\n## ${chapter}\n`);
  const [, flow = ''] = /```yaml flow\n([^]*?)```/.exec(text) ?? [];
  return flow.replace(/^(?:ringflow|name): .*\n/gm, '');
}

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ flows: [flowOf(readFlow('Voicemail'))] });
});
afterAll(() => rig.stop());

test('a message is recorded, played back, and passed on', async () => {
  const phone = await rig.phones.caller.call({ from: '+491700001' });
  const trace = await rig.traces.find('+491700001');
  await until(() => trace.events.includes('recording'));
  await phone.speak(renderTone(VOICE_HZ, 2_500));
  const heardBefore = phone.heard.length;
  await phone.press('#');
  await phone.over;
  await until(() => trace.isOver);
  expect(trace.steps).toEqual(['leave', 'check', 'thanks', 'deliver', 'send']);
  const playedBack = Buffer.concat(phone.heard.slice(heardBefore).map(({ payload }) => payload));
  expect(measureTone(playedBack, VOICE_HZ)).toBeGreaterThan(1_500);
  expect(trace.record.context.vars.voice).toMatch(/\/recordings\/3$/);
});
