import { expect, test, vi } from 'vitest';
import { openMemoryStore } from '../../src/adapters/store-memory/index.ts';
import { voiceId } from '../../src/call/index.ts';
import type { Store } from '../../src/engine/ports/index.ts';
import { arrival, call, desk, flowOf, promptRef, useScene } from './scene.ts';
import { locked } from './store-with.ts';

const scene = useScene();
const other = flowOf('ringflow: 1\nname: other\nlanguages: [en-US]\nsteps: { hello: { say: Hello. } }');

const pressed = arrival({ type: 'digits', digits: '1', lossy: false, promptRef: promptRef(3) });

/** The scene's store, which can come back empty. */
function forgetful(): { store: Store; empty: () => void } {
  let inner = scene().store;
  const store = new Proxy(inner, {
    get(_target, name) {
      const found: unknown = Reflect.get(inner, name);
      return typeof found === 'function' ? (found.bind(inner) as unknown) : found;
    },
  });
  scene().store = store;
  return {
    store,
    empty: () => {
      inner = openMemoryStore();
    },
  };
}

test('a call that the store has lost is reported, and its notifications are ignored', async () => {
  const { empty } = forgetful();
  const engine = await scene().engine();
  await scene().asked(engine);
  empty();
  expect(await engine.receive(pressed)).toBe('unknown_call');
  expect(scene().log.lines).toContainEqual({
    level: 'error',
    message: 'the store has lost this call',
    fields: { project: 'default', call },
  });
});

test('a call that was under way when the store went is reported when it comes back without it', async () => {
  const { store, empty } = forgetful();
  const engine = await scene().engine();
  await scene().asked(engine);
  const commit = vi.spyOn(store, 'commit').mockRejectedValueOnce(locked);
  await expect(engine.receive(pressed)).rejects.toBe(locked);
  commit.mockRestore();
  empty();
  expect(await engine.receive(pressed)).toBe('unknown_call');
  expect(await engine.receive(pressed)).toBe('unknown_call');
  expect(scene().log.of('error')).toEqual(['the store has lost this call']);
});

test('a call that nobody ever knew is not reported as lost', async () => {
  const engine = await scene().engine();
  await engine.receive(pressed);
  expect(scene().log.of('error')).toEqual([]);
  expect(scene().log.of('warn')).toEqual(['no call takes this notification']);
});

test('after a loss the flows are put again, so that nodes with other flows can go on with new calls', async () => {
  const { store, empty } = forgetful();
  const one = await scene().engine();
  const two = await scene().bare();
  await two.flows.deploy(other);
  await scene().asked(one);
  empty();
  await one.receive(pressed);
  await scene().until(() => store.getFlow(desk.version));
  await one.receive(arrival({ type: 'incoming' }, { voiceId: voiceId('v2') }));
  const next = arrival({ type: 'connected' }, { voiceId: voiceId('v2') });
  expect(await two.receive(next)).toBe('applied');
  await scene().until(() =>
    scene().server.requests.find(({ body }) => 'text' in body && body.text === 'Welcome.'),
  );
});

test('a loss that no call shows is found within a minute', async () => {
  const { store, empty } = forgetful();
  const engine = await scene().engine();
  engine.start();
  scene().clock.pass(60_000);
  await scene().quiet();
  empty();
  expect(await store.getFlow(desk.version)).toBeUndefined();
  scene().clock.pass(60_000);
  await scene().until(() => store.getFlow(desk.version));
});
