/** How an answered command leaves the outbox: LANE-4, and that the order of commands survives it (LANE-1, I4). */
import { describe, expect, test } from 'vitest';
import { callId } from '../../src/call/index.ts';
import type { Engine, EngineOptions } from '../../src/engine/index.ts';
import type { Store } from '../../src/engine/ports/index.ts';
import { held, refusal, success } from './platform-server.ts';
import { arrival, call, project, promptRef, useScene } from './scene.ts';
import { failingFirst, losingFirst, storeWith } from './store-with.ts';

const scene = useScene();
const SETTLE_AFTER_MS = 25;

/** A node whose answered commands wait for a commit; `settles` counts the writes that only settle. */
async function patient(options: Partial<EngineOptions> = {}) {
  const store = options.store ?? scene().store;
  const counts = { settles: 0 };
  const settle: Store['settle'] = (...args) => {
    counts.settles += 1;
    return store.settle(...args);
  };
  const settings = {
    ...options,
    timing: { settleAfterMs: SETTLE_AFTER_MS },
    store: storeWith(store, { settle }),
  };
  return { engine: await scene().engine(settings), counts };
}

/** A call comes in, and its accept is answered. */
async function accepted(engine: Engine): Promise<void> {
  await engine.receive(arrival({ type: 'incoming' }));
  await over(1);
}

/** So many commands were answered, in all. */
async function over(count: number): Promise<void> {
  const lines = () => scene().log.of('debug');
  await scene().until(() => lines().filter((line) => line === 'command over').length === count);
  await scene().quiet();
}

describe('an answered command', () => {
  test('is settled by the next commit of its call, with no write of its own (LANE-4)', async () => {
    const { engine, counts } = await patient();
    await accepted(engine);
    expect(await scene().outbox()).toEqual(['accept']);
    await engine.receive(arrival({ type: 'connected' }));
    expect(await scene().outbox()).toEqual(['play']);
    await over(2);
    expect(scene().whats).toEqual(['PUT v1/accept', 'PUT v1/play']);
    await engine.receive(arrival({ type: 'disconnected', reason: 'normal' }));
    expect(await scene().outbox()).toEqual([]);
    expect(counts.settles).toBe(0);
  });

  test('is settled by itself when no commit comes in time (LANE-4)', async () => {
    const { engine, counts } = await patient();
    await accepted(engine);
    scene().clock.pass(SETTLE_AFTER_MS - 1);
    await scene().quiet();
    expect(await scene().outbox()).toEqual(['accept']);
    scene().clock.pass(1);
    await scene().settled();
    expect(counts.settles).toBe(1);
  });

  test('is settled at once when there is more to send', async () => {
    const { engine } = await patient();
    const answer = held();
    scene().server.reactions.push(answer.reaction);
    await engine.receive(arrival({ type: 'incoming' }));
    await scene().requests(1);
    await engine.receive(arrival({ type: 'connected' }));
    answer.letGo();
    await over(2);
    expect(await scene().outbox()).toEqual(['play']);
    expect(scene().whats).toEqual(['PUT v1/accept', 'PUT v1/play']);
  });

  test('is settled at once when the engine stops', async () => {
    const { engine } = await patient();
    await accepted(engine);
    await engine.stop(3_000);
    expect(await scene().outbox()).toEqual([]);
  });

  test('is settled by a commit that was not confirmed, and what that decided is sent', async () => {
    const { store } = scene();
    const unconfirmed = losingFirst(store.commit.bind(store));
    const commit: Store['commit'] = (one) =>
      one.settled === undefined ? store.commit(one) : unconfirmed(one);
    const { engine } = await patient({ store: storeWith(store, { commit }) });
    await accepted(engine);
    await expect(engine.receive(arrival({ type: 'connected' }))).rejects.toThrow('locked');
    expect(await scene().outbox()).toEqual(['play']);
    scene().clock.pass(SETTLE_AFTER_MS);
    await over(2);
    expect(scene().whats).toEqual(['PUT v1/accept', 'PUT v1/play']);
  });
});

test('what another node has decided meanwhile leaves before what this one decides (I4)', async () => {
  const { engine } = await patient();
  const other = await scene().engine();
  await accepted(engine);
  await engine.receive(arrival({ type: 'connected' }));
  await over(2);
  await engine.receive(arrival({ type: 'played', promptRef: promptRef(2) }));
  await over(3);
  await other.receive(arrival({ type: 'digits', digits: '0', lossy: false, promptRef: promptRef(3) }));
  await engine.hangUp(call);
  await over(5);
  expect(scene().whats.slice(3)).toEqual(['POST sms/v1/messages/', 'DELETE v1']);
});

test('a refusal that its call has yet to be told is settled by no other commit (LANE-4)', async () => {
  const { store } = scene();
  const locked = failingFirst(1, store.commit.bind(store));
  const commit: Store['commit'] = (one) =>
    one.trace.event.type === 'command_failed' ? locked(one) : store.commit(one);
  const { engine } = await patient({ store: storeWith(store, { commit }) });
  scene().server.reactions.push(success, refusal(400, '6128'));
  await accepted(engine);
  await engine.receive(arrival({ type: 'connected' }));
  await over(2);
  await engine.receive(arrival({ type: 'ringing' }));
  expect(await scene().outbox()).toEqual(['play']);
  scene().clock.pass(100);
  await over(3);
  const events = (await engine.loadTrace(call)).map(({ event }) => event.type);
  expect(events.slice(0, 4)).toEqual(['incoming', 'connected', 'ringing', 'command_failed']);
});

test('what a lane has left that broke down is taken up when the call moves next', async () => {
  let asked = 0;
  const platform = scene().platform();
  // The call finds its carrier; its lane meets the bug.
  const findCarrier = () => {
    asked += 1;
    if (asked === 2) throw new TypeError('a bug');
    return platform;
  };
  const { engine } = await patient({ findCarrier });
  await engine.dial({ project, flow: 'desk', from: '+4930222', to: '+4930111' });
  await scene().until(() => scene().log.of('error').length > 0);
  await engine.receive(arrival({ type: 'ringing' }, { callHint: callId('default.out-1') }));
  await scene().requests(1);
  expect(scene().whats).toEqual(['POST']);
});
