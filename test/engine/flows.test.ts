import { describe, expect, test } from 'vitest';
import { carrierWith } from './carrier-with.ts';
import { voiceId } from '../../src/call/index.ts';
import type { CompiledFlow } from '../../src/language/model/index.ts';
import { arrival, call, desk, flowOf, promptRef, useScene } from './scene.ts';
import { failingFirst, storeWith } from './store-with.ts';

const scene = useScene();

/** A flow that says one thing. */
function saying(text: string, name = 'desk'): CompiledFlow {
  return flowOf(`
ringflow: 1
name: ${name}
languages: [en-US]
steps:
  hello: { say: "${text}" }
`);
}

function spoken(): unknown[] {
  return scene().server.requests.flatMap(({ body }) => ('text' in body ? [body.text] : []));
}

describe('a call ends on the version on which it began (R7)', () => {
  test('though another one was put into service', async () => {
    const engine = await scene().engine();
    await scene().welcomed(engine);
    await engine.flows.deploy(saying('Something else.'));
    await engine.receive(arrival({ type: 'played', promptRef: promptRef(2) }));
    await scene().settled();
    expect(spoken()).toEqual(['Welcome.', 'For a person press 1.']);
  });

  test('while new calls get the newest', async () => {
    const engine = await scene().engine();
    await engine.flows.deploy(saying('Something else.'));
    await scene().welcomed(engine);
    expect(spoken()).toEqual(['Something else.']);
  });

  test('though the process was restarted with another one', async () => {
    const first = await scene().engine();
    await scene().welcomed(first);
    await first.stop(0);
    const second = await scene().engine();
    await second.flows.deploy(saying('Something else.'));
    await second.receive(arrival({ type: 'played', promptRef: promptRef(2) }));
    await scene().settled();
    expect(spoken()).toEqual(['Welcome.', 'For a person press 1.']);
  });

  test('though its flow was taken out of service', async () => {
    const engine = await scene().engine();
    await scene().welcomed(engine);
    engine.flows.withdraw('desk');
    await engine.receive(arrival({ type: 'played', promptRef: promptRef(2) }));
    await scene().settled();
    expect(spoken()).toEqual(['Welcome.', 'For a person press 1.']);
  });

  test('though its version could not be read at first', async () => {
    const first = await scene().engine();
    await scene().welcomed(first);
    const { store } = scene();
    const getFlow = failingFirst(1, store.getFlow.bind(store));
    const second = await scene().bare({ store: storeWith(store, { getFlow }) });
    const played = arrival({ type: 'played', promptRef: promptRef(2) });
    await expect(second.receive(played)).rejects.toThrow('locked');
    expect(await second.receive(played)).toBe('applied');
    await scene().settled();
    expect(spoken()).toEqual(['Welcome.', 'For a person press 1.']);
  });
});

describe('a call that cannot go on (CALLS-2)', () => {
  test('because its version is lost is hung up, and the process lives', async () => {
    const first = await scene().engine();
    await scene().welcomed(first);
    const lost = storeWith(scene().store, { getFlow: () => Promise.resolve(undefined) });
    const second = await scene().bare({ store: lost });
    await second.receive(arrival({ type: 'played', promptRef: promptRef(2) }));
    await scene().settled();
    expect(scene().whats.at(-1)).toBe('DELETE v1');
    expect((await second.loadCall(call))?.endedAt).toBeDefined();
    expect(scene().log.of('error')).toEqual(['internal error: the call is hung up']);
  });

  test('because its version is broken is hung up, and other calls go on', async () => {
    const first = await scene().engine();
    await scene().welcomed(first);
    const broken = storeWith(scene().store, { getFlow: () => Promise.resolve('{"machine":') });
    const second = await scene().bare({ store: broken });
    await second.receive(arrival({ type: 'played', promptRef: promptRef(2) }));
    await scene().settled();
    expect(scene().whats.at(-1)).toBe('DELETE v1');
    await second.flows.deploy(saying('Still here.'));
    const other = { voiceId: voiceId('v2') };
    await second.receive(arrival({ type: 'incoming' }, other));
    await second.receive(arrival({ type: 'connected' }, other));
    await scene().until(() => spoken().includes('Still here.'));
  });

  test('is hung up even if the process dies before it could', async () => {
    const first = await scene().engine();
    await scene().welcomed(first);
    const lost = storeWith(scene().store, { getFlow: () => Promise.resolve(undefined) });
    const never = () => new Promise<never>(() => undefined);
    const dying = await scene().victim(
      {
        store: lost,
        findCarrier: () => carrierWith({ perform: never, close: never }),
      },
      [],
    );
    await dying.receive(arrival({ type: 'played', promptRef: promptRef(2) }));
    expect(await scene().outbox()).toEqual(['hangup']);
    first.start();
    scene().clock.pass(5_000);
    await scene().settled();
    expect(scene().whats.at(-1)).toBe('DELETE v1');
  });
});

describe('which flow a call gets', () => {
  const incoming = (to: string) =>
    arrival({ type: 'incoming' }, { to, voiceId: voiceId(`to-${to.replace('+', '')}`) });
  const flowOfCall = (to: string) =>
    scene().traced.find(({ record }) => record.context.call.to === to)?.record.flow.name;

  test('the one routed to its number, with or without a plus', async () => {
    const engine = await scene().engine();
    await engine.flows.deploy(saying('Sales.', 'sales'));
    engine.flows.route('+4930500', 'sales');
    await engine.receive(incoming('4930500'));
    expect(flowOfCall('4930500')).toBe('sales');
  });

  test('the default one for a number without a route', async () => {
    const engine = await scene().engine({ beginnings: { defaultFlow: 'sales' } });
    await engine.flows.deploy(saying('Sales.', 'sales'));
    await engine.receive(incoming('+4930501'));
    expect(flowOfCall('+4930501')).toBe('sales');
  });

  test('the only one there is', async () => {
    const engine = await scene().engine();
    await engine.receive(incoming('+4930502'));
    expect(flowOfCall('+4930502')).toBe('desk');
  });

  test('none, when there are several and nothing says which', async () => {
    const engine = await scene().engine();
    await engine.flows.deploy(saying('Sales.', 'sales'));
    expect(await engine.receive(incoming('+4930503'))).toBe('no_flow');
  });

  test('none, when the one routed to its number is out of service', async () => {
    const engine = await scene().engine();
    engine.flows.route('+4930504', 'gone');
    expect(await engine.receive(incoming('+4930504'))).toBe('no_flow');
  });
});

test('more versions than are kept at hand are read from the store again', async () => {
  const engine = await scene().engine();
  await scene().welcomed(engine);
  for (let count = 0; count < 120; count++) await engine.flows.deploy(saying(`Version ${count}.`));
  await engine.receive(arrival({ type: 'played', promptRef: promptRef(2) }));
  await scene().settled();
  expect(spoken()).toEqual(['Welcome.', 'For a person press 1.']);
});

describe('a flow version that the store keeps', () => {
  const day = 24 * 3_600_000;

  /** Lets time pass, in steps after each of which what has fallen due happens. */
  async function passing(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += day / 24) {
      scene().clock.pass(day / 24);
      await scene().quiet();
    }
  }

  test('is kept as long as a node serves it', async () => {
    const engine = await scene().engine();
    engine.start();
    await passing(3 * day);
    expect(await scene().store.getFlow(desk.version)).toBeDefined();
  });

  test('is forgotten a day after the last node has given it up for another', async () => {
    const engine = await scene().engine();
    engine.start();
    const newer = saying('Something else.');
    await engine.flows.deploy(newer);
    await passing(2 * day);
    expect(await scene().store.getFlow(desk.version)).toBeUndefined();
    expect(await scene().store.getFlow(newer.version)).toBeDefined();
  });

  test('is kept for a call that is stored, though no node serves it (R7)', async () => {
    const engine = await scene().engine({ timing: { retentionMs: 7 * day } });
    engine.start();
    await scene().welcomed(engine);
    await engine.flows.deploy(saying('Something else.'));
    await engine.receive(arrival({ type: 'disconnected', reason: 'normal' }));
    await passing(3 * day);
    expect(await scene().store.getFlow(desk.version)).toBeDefined();
  });
});
