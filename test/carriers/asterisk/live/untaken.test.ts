/** Callers whom nobody takes, because Ringflow is away: its next process tells how their calls ended. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService } from '../../../../src/service/start.ts';
import type { Service } from '../../../../src/service/start.ts';
import { flowOf } from '../../../builders/flow.ts';
import { RecordingLog } from '../../../engine/recording-log.ts';
import { startAsterisk } from '../../../setup/asterisk/server.ts';
import type { AsteriskServer } from '../../../setup/asterisk/server.ts';
import { freePort } from '../../../setup/free-port.ts';
import { until } from '../../../engine/until.ts';
import { openPhones } from './carrier-rig.ts';
import { toConfig, toEventsUrl, Traces } from './service-rig.ts';

const flow = flowOf(`
  steps:
    welcome: { say: Welcome., next: hangup }
`);

let asterisk: AsteriskServer;
let service: Service | undefined;
let port: number;

beforeAll(async () => {
  port = await freePort();
  asterisk = await startAsterisk({ eventsUrl: toEventsUrl(port) });
});
afterAll(async () => {
  await service?.stop();
  await asterisk.stop();
});

test('whom Asterisk refuses was not answered, and who gives up has hung up', async () => {
  const phones = await openPhones(asterisk);
  const refused = await phones.caller.call({ from: '+491701' });
  const patient = await phones.caller.call({ from: '+491702' });
  await until(async () => (await asterisk.command('core show channels concise')).includes('Stasis'));
  patient.cancel();
  expect(await patient.status).toBe(487);
  expect(await refused.status).toBe(603);

  const traces = new Traces();
  const config = toConfig(asterisk, port);
  service = await startService({ config, flows: [flow], log: new RecordingLog(), onTrace: traces.hear });
  const findEnd = async (from: string) => {
    const trace = await traces.find(from);
    await until(() => trace.isOver);
    return trace.entries.find(({ event }) => event.type === 'disconnected')?.event;
  };
  expect(await findEnd('+491701')).toMatchObject({
    reason: 'no_answer',
    detail: expect.stringContaining('not taken in time') as string,
  });
  expect(await findEnd('+491702')).toMatchObject({ reason: 'normal' });
  phones.close();
});
