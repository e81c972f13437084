/** The flows of `dev`, on a service and an emulator in this process. */
import { afterEach, describe, expect, test } from 'vitest';
import { startService } from '../../src/service/start.ts';
import { callId, DEFAULT_PROJECT } from '../../src/call/index.ts';
import type { Service } from '../../src/service/start.ts';
import { DevFlows } from '../../src/cli/author/dev-flows.ts';
import { startEmulator } from '../../src/platform/emulator/http/index.ts';
import type { Emulator } from '../../src/platform/emulator/http/index.ts';
import type { CompiledFlow } from '../../src/language/model/index.ts';
import { RecordingLog } from '../engine/recording-log.ts';
import { flowOf } from '../engine/scene.ts';
import { flowSaying } from '../authoring/flow-files/folder.ts';
import { configOf } from '../builders/config.ts';

const LOCAL_KEY = 'the-local-key';

const open: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

interface Scene {
  flows: DevFlows;
  service: Service;
  emulator: Emulator;
}

async function scene(): Promise<Scene> {
  const emulator = await startEmulator();
  open.push(() => emulator.close());
  const service = await startService({
    config: configOf(emulator.url),
    flows: [],
    log: new RecordingLog(),
    localKey: LOCAL_KEY,
  });
  open.push(() => service.stop());
  return { flows: new DevFlows(service, emulator), service, emulator };
}

const inService = ({ engine }: Service, flow: string) =>
  engine.flows.startForFlow({ project: DEFAULT_PROJECT, flow, call: callId('any') });

const saying = (text: string, name: string): CompiledFlow => flowOf(flowSaying(text, name));
/** It declares a setting that nobody has given. */
const needy = (name: string): CompiledFlow =>
  flowOf(flowSaying('${env.SHOP}', name).replace('steps:', 'env: { SHOP: Name of the shop. }\nsteps:'));

describe('a flow that cannot be put into service', () => {
  test('keeps none of the others out, and is told with the reason', async () => {
    const { flows, service } = await scene();
    const put = await flows.put([saying('A.', 'first'), needy('shop'), saying('B.', 'last')]);
    expect(put.deployed.map(({ name }) => name)).toEqual(['first', 'last']);
    expect(put.refused).toEqual([{ name: 'shop', reason: expect.stringContaining('SHOP') as string }]);
    expect([...flows.numbers.keys()]).toEqual(['first', 'last']);
    expect(await inService(service, 'last')).toBeDefined();
  });

  test('stays in service as it was, and is tried again', async () => {
    const { flows, service } = await scene();
    const good = saying('A.', 'shop');
    await flows.put([good]);
    await flows.put([needy('shop')]);
    expect(flows.keepOnly([needy('shop')])).toEqual([]);
    expect((await inService(service, 'shop'))?.flow.flow.version).toBe(good.version);
    expect((await flows.put([needy('shop')])).refused).toHaveLength(1);
  });
});

test('the API lists the number of each flow until the flow is withdrawn', async () => {
  const { flows, service } = await scene();
  const headers = { authorization: `Bearer ${LOCAL_KEY}` };
  const listNumbers = async () => {
    const response = await fetch(`${service.url}/api/v1/projects/default/routes`, { headers });
    const { ofSettings = [] } = (await response.json()) as { ofSettings?: { flow: string }[] };
    return ofSettings;
  };
  const [first, second] = [saying('A.', 'first'), saying('B.', 'second')];
  await flows.put([first, second]);
  const routes = [
    { number: '+12025550100', takes: 'calls', flow: 'first' },
    { number: '+12025550101', takes: 'calls', flow: 'second' },
  ];
  expect(await listNumbers()).toEqual(routes);
  flows.keepOnly([second]);
  expect(await listNumbers()).toEqual(routes.slice(1));
  await flows.put([first, second]);
  expect(await listNumbers()).toHaveLength(2);
});
