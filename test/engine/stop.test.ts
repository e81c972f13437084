import { describe, expect, test } from 'vitest';
import type { Engine } from '../../src/engine/index.ts';
import { held } from './platform-server.ts';
import { arrival, LEASE_MS, useScene } from './scene.ts';

const scene = useScene();
const GRACE_MS = 3_000;

async function isStopping(stopping: Promise<void>): Promise<boolean> {
  let isOver = false;
  void stopping.then(() => (isOver = true));
  await scene().quiet();
  return !isOver;
}

/** A call whose accept the platform does not answer yet. */
async function accepting(engine: Engine) {
  const answer = held();
  scene().server.reactions.push(answer.reaction);
  await engine.receive(arrival({ type: 'incoming' }));
  await scene().requests(1);
  return answer;
}

describe('an engine that stops', () => {
  test('lets the command under way finish, and those behind it', async () => {
    const engine = await scene().engine();
    const answer = await accepting(engine);
    await engine.receive(arrival({ type: 'connected' }));
    const stopping = engine.stop(GRACE_MS);
    expect(await isStopping(stopping)).toBe(true);
    answer.letGo();
    await stopping;
    expect(scene().whats).toEqual(['PUT v1/accept', 'PUT v1/play']);
    expect(await scene().outbox()).toEqual([]);
  });

  test('finishes the notification that it is storing', async () => {
    const engine = await scene().engine();
    const receiving = engine.receive(arrival({ type: 'incoming' }));
    await engine.stop(GRACE_MS);
    expect(await receiving).toBe('applied');
    expect(await scene().outbox()).toEqual([]);
  });

  test('wakes no call any more', async () => {
    const engine = await scene().engine();
    engine.start();
    await scene().asked(engine);
    await engine.stop(GRACE_MS);
    const before = scene().whats.length;
    scene().clock.pass(120_000);
    await scene().quiet();
    expect(scene().whats).toHaveLength(before);
  });

  test('gives up after its grace, and another node takes up the lane at once, in doubt', async () => {
    const engine = await scene().engine();
    const answer = await accepting(engine);
    const stopping = engine.stop(GRACE_MS);
    await scene().quiet();
    scene().clock.pass(GRACE_MS);
    await stopping;
    expect(await scene().outbox()).toEqual(['accept']);
    const next = await scene().engine();
    next.start();
    await scene().settled();
    expect(scene().whats).toEqual(['PUT v1/accept', 'PUT v1/accept']);
    expect(scene().log.of('error')).toEqual([]);
    answer.letGo();
  });

  test('begins nothing more once it has given up', async () => {
    const engine = await scene().engine();
    await engine.stop(0);
    await engine.receive(arrival({ type: 'incoming' }));
    await scene().quiet();
    expect(scene().whats).toEqual([]);
    const next = await scene().engine();
    next.start();
    scene().clock.pass(LEASE_MS);
    await scene().settled();
    expect(scene().whats).toEqual(['PUT v1/accept']);
  });
});
