import { describe, expect, test } from 'vitest';
import { findNextDeadline } from '../../src/call/index.ts';
import type { Engine } from '../../src/engine/index.ts';
import { arrival, call, LEASE_MS, promptRef, useScene } from './scene.ts';
import { failingFirst, storeWith } from './store-with.ts';

const scene = useScene();

async function wakes(engine: Engine) {
  return (await engine.loadTrace(call)).filter(({ event }) => event.type === 'wake');
}

async function woken(engine: Engine): Promise<void> {
  await scene().until(async () => (await wakes(engine)).length > 0);
  await scene().settled();
  await scene().quiet();
}

describe('a deadline (R3)', () => {
  test('comes at its time, not before', async () => {
    const engine = await scene().engine();
    engine.start();
    await scene().asked(engine);
    const due = findNextDeadline((await engine.loadCall(call)) ?? fail());
    scene().clock.pass((due ?? 0) - scene().clock.now() - 1);
    await scene().quiet();
    expect(await wakes(engine)).toEqual([]);
    scene().clock.pass(1);
    await woken(engine);
    expect(await wakes(engine)).toMatchObject([{ at: due }]);
  });

  test('that passed while no process lived comes at once after the start, once', async () => {
    const first = await scene().engine();
    await scene().asked(first);
    await first.stop(0);
    await scene().untilDeadline();
    scene().clock.pass(600);
    const second = await scene().engine();
    second.start();
    await woken(second);
    expect(await wakes(second)).toMatchObject([{ at: scene().clock.now() }]);
    expect(scene().whats.slice(3)).toEqual(['PUT v1/play']);
  });

  test('of a call that went on elsewhere since is not acted on', async () => {
    const engine = await scene().engine();
    engine.start();
    await scene().asked(engine);
    await engine.receive(arrival({ type: 'digits', digits: '1', lossy: false, promptRef: promptRef(3) }));
    await scene().settled();
    scene().clock.pass(15_000);
    await scene().quiet();
    expect(await wakes(engine)).toEqual([]);
  });

  test('set by another node is found by the one that is left', async () => {
    const idle = await scene().engine();
    idle.start();
    const busy = await scene().engine();
    await scene().asked(busy);
    await scene().untilDeadline();
    scene().clock.pass(1_000);
    await woken(idle);
    expect(await wakes(idle)).toHaveLength(1);
  });

  test('that could not be attended to comes again after the lease', async () => {
    const { store } = scene();
    let hasPassed = false;
    const failing = failingFirst(1, store.commit.bind(store));
    const commit: typeof store.commit = (one) => (hasPassed ? failing(one) : store.commit(one));
    const engine = await scene().engine({ store: storeWith(store, { commit }) });
    engine.start();
    await scene().asked(engine);
    hasPassed = true;
    await scene().untilDeadline();
    await scene().until(() =>
      scene().log.of('error').includes('cannot process a due call; it will be retried'),
    );
    expect(await wakes(engine)).toEqual([]);
    scene().clock.pass(LEASE_MS);
    await woken(engine);
    expect(await wakes(engine)).toHaveLength(1);
  });

  test('is known to the node that claims it, though its own copy of the call is old', async () => {
    const [one, other] = [await scene().engine(), await scene().engine()];
    await scene().welcomed(other);
    await one.receive(arrival({ type: 'played', promptRef: promptRef(2) }));
    await scene().settled();
    other.start();
    await scene().untilDeadline();
    await woken(other);
    expect(await wakes(other)).toMatchObject([{ at: scene().clock.now() }]);
  });
});

describe('an ended call', () => {
  test('is kept for its retention, then forgotten', async () => {
    const engine = await scene().engine({ timing: { retentionMs: 3_600_000 } });
    engine.start();
    await scene().welcomed(engine);
    await engine.receive(arrival({ type: 'disconnected', reason: 'normal' }));
    scene().clock.pass(3_500_000);
    await scene().quiet();
    expect(await engine.loadCall(call)).toBeDefined();
    scene().clock.pass(200_000);
    await scene().until(async () => (await engine.loadCall(call)) === undefined);
    expect(await engine.loadTrace(call)).toEqual([]);
  });

  test('is forgotten with all others of its time, however many they are', async () => {
    const { store } = scene();
    const left = [200, 200, 3];
    const engine = await scene().engine({
      store: storeWith(store, { expire: () => Promise.resolve(left.shift() ?? 0) }),
    });
    engine.start();
    scene().clock.pass(60_000);
    await scene().until(() => {
      scene().clock.pass(10);
      return left.length === 0;
    });
  });

  test('that cannot be forgotten now is forgotten later', async () => {
    const { store } = scene();
    let asked = 0;
    const expire = failingFirst(1, () => Promise.resolve(asked++));
    const engine = await scene().engine({ store: storeWith(store, { expire }) });
    engine.start();
    scene().clock.pass(60_000);
    await scene().until(() =>
      scene().log.of('warn').includes('cannot delete expired calls; it will be retried'),
    );
    scene().clock.pass(60_000);
    await scene().until(() => asked === 1);
  });
});

function fail(): never {
  throw new Error('the call is not stored');
}
