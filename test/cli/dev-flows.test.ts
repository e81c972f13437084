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
    expect(await flows.keepOnly([needy('shop')])).toEqual([]);
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
  await flows.keepOnly([second]);
  expect(await listNumbers()).toEqual(routes.slice(1));
  await flows.put([first, second]);
  expect(await listNumbers()).toHaveLength(2);
});

describe('a flow whose version is deployed through the API', () => {
  /** Deploys what the flow `shop` of a folder says; `saying` saves another text. */
  async function deployShop() {
    const { flows, service } = await scene();
    const put = (text: string) => {
      const flow = saying(text, 'shop');
      const source = {
        file: 'flow.yaml',
        files: { 'flow.yaml': text },
        needs: [],
        readScenarios: () => ({}),
      };
      return flows.put([flow], new Map([['shop', source]]));
    };
    expect((await put('A.')).drafts).toEqual([]);
    const { version } = saying('A.', 'shop');
    const response = await fetch(`${service.url}/api/v1/projects/default/deployments/shop`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${LOCAL_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ version }),
    });
    expect(response.status).toBe(200);
    return { flows, service, put, version };
  }

  test('goes on taking calls when the file is saved, and the save is told as a draft', async () => {
    const { service, put, version } = await deployShop();
    const saved = await put('B.');
    expect(saved).toEqual({ deployed: [], refused: [], drafts: [{ name: 'shop', version }] });
    expect((await inService(service, 'shop'))?.flow.flow.version).toBe(version);
  });

  test('keeps its number when the file is removed', async () => {
    const { flows, service, version } = await deployShop();
    expect(await flows.keepOnly([])).toEqual([{ name: 'shop', version }]);
    expect((await inService(service, 'shop'))?.flow.flow.version).toBe(version);
    expect(service.engine.flows.listRoutes()).toHaveLength(1);
  });
});
