/** Deadlines when the store was away: what came in meanwhile waits on the disks of nodes, and came before them. */
import { expect, test } from 'vitest';
import { openMemoryStore } from '../../src/adapters/store-memory/index.ts';
import { findNextDeadline } from '../../src/call/index.ts';
import { Due } from '../../src/engine/wake/due.ts';
import type { Store } from '../../src/engine/ports/index.ts';
import { commitOf } from '../builders/commit.ts';
import { arrival, call, promptRef, useScene } from './scene.ts';
import { locked, storeWith } from './store-with.ts';

const scene = useScene();

/** The scene's store, which claims nothing and tells nothing of due times while it is away. */
function storeThatComesAndGoes() {
  const behind = openMemoryStore();
  const state = { isAway: false };
  const unlessAway =
    <Args extends unknown[], Result>(action: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      state.isAway ? Promise.reject(locked) : action(...args);
  const members: Partial<Store> = {
    claim: unlessAway((...args) => behind.claim(...args)),
    nextDueAt: unlessAway(() => behind.nextDueAt()),
  };
  scene().store = storeWith(behind, members);
  return state;
}

async function eventsOf() {
  return (await scene().store.trace(call)).map(({ event }) => event.type);
}

/** A call that hears the menu and whose deadline passes while the store is away; the store is back, and was just found so. */
async function backAgain() {
  const state = storeThatComesAndGoes();
  const engine = await scene().engine();
  await scene().asked(engine);
  const due = findNextDeadline((await engine.loadCall(call))!)!;
  state.isAway = true;
  engine.start();
  await scene().until(() => scene().log.of('warn').includes('cannot claim due calls; it will be retried'));
  scene().clock.pass(due - scene().clock.now());
  await scene().quiet();
  state.isAway = false;
  scene().clock.pass(1_000);
  await scene().quiet();
  return { engine, returned: scene().clock.now() };
}

test('a deadline that passed while the store was away waits until what came in meanwhile is applied', async () => {
  const { engine } = await backAgain();
  await engine.receive(arrival({ type: 'digits', digits: '1', lossy: false, promptRef: promptRef(3) }));
  await scene().quiet();
  scene().clock.pass(2_000);
  await scene().quiet();
  expect(await eventsOf()).not.toContain('wake');
  expect((await engine.loadCall(call))?.context.step).toBe('person');
});

test('it comes two seconds after the store is back, if nothing else has come', async () => {
  await backAgain();
  scene().clock.pass(1_999);
  await scene().quiet();
  expect(await eventsOf()).not.toContain('wake');
  scene().clock.pass(1);
  await scene().until(async () => (await eventsOf()).includes('wake'));
});

/** A node's waker on the scene's store, and the calls that it attended to. */
function waker() {
  const { store, clock, log } = scene();
  const attended: string[] = [];
  const due = new Due({
    ...{ node: 'a', store, clock, log, leaseMs: 5_000 },
    attend: ({ record }) => Promise.resolve(void attended.push(record.id)),
    onAllClaimed: () => undefined,
  });
  return { due, attended };
}

test('a deadline that is set meanwhile does not shorten the moment', async () => {
  const state = storeThatComesAndGoes();
  const { store, clock, log } = scene();
  await store.commit(commitOf({ wakeAt: clock.now() }));
  const { due, attended } = waker();
  state.isAway = true;
  due.start();
  await scene().until(() => log.of('warn').length > 0);
  state.isAway = false;
  clock.pass(1_000);
  await scene().quiet();
  due.schedule(clock.now() + 100);
  clock.pass(1_999);
  await scene().quiet();
  expect(attended).toEqual([]);
  clock.pass(1);
  await scene().until(() => attended.length > 0);
  await due.stop();
});

test('a node that starts with something in its spool gives it the same moment', async () => {
  const { store, clock } = scene();
  await store.commit(commitOf({ wakeAt: clock.now() }));
  const { due, attended } = waker();
  due.start(true);
  clock.pass(1_999);
  await scene().quiet();
  expect(attended).toEqual([]);
  clock.pass(1);
  await scene().until(() => attended.length > 0);
  await due.stop();
});
