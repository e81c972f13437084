/** Whoever hangs up on a bridge ends the bridge and the call: nothing is said to them any more (LANE-6). */
import { describe, expect, test } from 'vitest';
import type { PlatformEvent } from '../../src/call/index.ts';
import type { Engine } from '../../src/engine/index.ts';
import { arrival, call, flowOf, promptRef, useScene } from './scene.ts';

const scene = useScene();
const flow = flowOf(`
ringflow: 1
name: desk
steps:
  person: { connect: { to: "+4930333" }, on: { busy: bye, no_answer: bye, failed: bye } }
  bye: { say: Goodbye., next: hangup }
`);
const unbridged: PlatformEvent = { type: 'unbridged', reason: 'normal' };
const disconnected: PlatformEvent = { type: 'disconnected', reason: 'normal' };

/** A caller who talks to somebody. */
async function talking(): Promise<Engine> {
  const engine = await scene().bare();
  await engine.flows.deploy(flow);
  for (const event of [{ type: 'incoming' }, { type: 'connected' }, { type: 'bridged' }] as const) {
    await engine.receive(arrival(event));
    await scene().settled();
  }
  return engine;
}

/** Lets more time pass than anything waits. */
async function later(): Promise<void> {
  await scene().quiet();
  scene().clock.pass(500);
  await scene().settled();
}

const dialled = ['PUT v1/accept', 'PUT v1/connect'];

describe('a caller who hangs up on a bridge hears no goodbye', () => {
  test.each([
    { name: 'in this order', events: [unbridged, disconnected] },
    { name: 'in the other order', events: [disconnected, unbridged] },
  ])('where both are told at the same instant, $name', async ({ events }) => {
    const engine = await talking();
    await Promise.all(events.map((event) => engine.receive(arrival(event))));
    await later();
    expect(scene().whats).toEqual(dialled);
  });

  test.each([
    { name: 'normally', reason: 'normal' },
    { name: 'without a reason', reason: 'unknown' },
  ] as const)('where the call is told of once the end of the bridge was taken, $name', async ({ reason }) => {
    const engine = await talking();
    await engine.receive(arrival({ type: 'unbridged', reason }));
    await scene().quiet();
    scene().clock.pass(100);
    await engine.receive(arrival(disconnected));
    await later();
    expect(scene().whats).toEqual(dialled);
  });
});

test('a caller who stays hears it', async () => {
  const engine = await talking();
  await engine.receive(arrival(unbridged));
  await later();
  expect(scene().whats).toEqual([...dialled, 'PUT v1/play']);
});

test('what came in while another event was applied is applied before its command leaves', async () => {
  const engine = await scene().engine();
  await scene().asked(engine);
  await Promise.all([
    engine.receive(arrival({ type: 'digits', digits: '1', lossy: false, promptRef: promptRef(3) })),
    engine.receive(arrival(disconnected)),
  ]);
  await scene().settled(call);
  expect(scene().whats).toEqual(['PUT v1/accept', 'PUT v1/play', 'PUT v1/play']);
});
