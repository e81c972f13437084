/** Projects that take turns (FAIR-1 to FAIR-3), counted in turns and operations. */
import { describe, expect, it } from 'vitest';
import { callId, projectId, voiceId } from '../../src/call/index.ts';
import type { Advance, PlatformEvent } from '../../src/call/index.ts';
import { FairQueue } from '../../src/engine/receive/fair-queue.ts';
import type { Arrival } from '../../src/engine/ports/index.ts';
import { arrival, flowOf, useScene } from './scene.ts';
import type { Scene } from './scene.ts';

const EXPENSIVE = 100_000;
const CHEAP = 300;

describe('a project', () => {
  it('is served at once while its events cost little', () => {
    const { decide, decided } = scene();
    for (let event = 0; event < 1_000; event += 1) expect(decide('a', CHEAP)).not.toBeInstanceOf(Promise);
    expect(decided).toHaveLength(1_000);
  });

  it('waits after an expensive event until it owes nothing', () => {
    const { decide, decided, turns } = scene();
    void decide('a', EXPENSIVE);
    void decide('a', CHEAP);
    expect(decided).toEqual(['a']);
    turns(6);
    expect(decided).toEqual(['a', 'a']);
    expect(decide('a', CHEAP)).not.toBeInstanceOf(Promise);
  });

  it('without debt is served at once beside one that has any', () => {
    const { decide, decided } = scene();
    for (let event = 0; event < 100; event += 1) void decide('a', EXPENSIVE);
    expect(decide('b', CHEAP)).not.toBeInstanceOf(Promise);
    expect(decided).toEqual(['a', 'b']);
  });

  it('waits for one expensive event of each other project at most', () => {
    const { decide, decided, turns } = scene();
    for (const name of ['a', 'b', 'c'])
      for (let event = 0; event < 50; event += 1) void decide(name, EXPENSIVE);
    turns(500);
    for (let index = 3; index < 90; index += 3)
      expect(new Set(decided.slice(index, index + 3))).toEqual(new Set(['a', 'b', 'c']));
  });

  it('gets the same work as its neighbour, however much each event costs', () => {
    const { decide, spent, turns } = scene();
    for (let event = 0; event < 500; event += 1) {
      void decide('a', EXPENSIVE);
      void decide('b', 5_000);
    }
    turns(100);
    expect(Math.abs(spent('a') - spent('b'))).toBeLessThanOrEqual(EXPENSIVE);
  });

  it('has at most one expensive event decided before the process takes in what has arrived', () => {
    const { decide, decided, turns } = scene();
    for (let event = 0; event < 20; event += 1) void decide('a', EXPENSIVE);
    for (let before = 1; decided.length < 20; before = decided.length) {
      turns(1);
      expect(decided.length - before).toBeLessThanOrEqual(1);
    }
  });

  it('asks for no more turns once nothing is owed', () => {
    const { decide, turns, hasTurn } = scene();
    void decide('a', EXPENSIVE);
    expect(hasTurn()).toBe(true);
    turns(10);
    expect(hasTurn()).toBe(false);
  });

  it('has a bounded queue, and events beyond it are refused while those of others are not', async () => {
    const { queue, decide } = scene();
    void decide('a', EXPENSIVE);
    const never = () => new Promise<void>(() => undefined);
    for (let event = 0; event < 200; event += 1) void queue.admit('a', never);
    await expect(queue.admit('a', never)).rejects.toMatchObject({ code: 'project_busy', retryable: true });
    await expect(queue.admit('b', () => Promise.resolve('taken'))).resolves.toBe('taken');
  });

  it('is told of an event that fails, and goes on with the next', async () => {
    const { queue, decide, decided, turns } = scene();
    void decide('a', EXPENSIVE);
    const failing = queue.decide('a', () => {
      throw new Error('broken');
    });
    const next = decide('a', CHEAP);
    turns(10);
    await expect(failing).rejects.toThrow('broken');
    await next;
    expect(decided).toEqual(['a', 'a']);
  });
});

/** Does as much as one event may each time that a call begins or a key is pressed. */
const heavy = flowOf(`
ringflow: 1
name: heavy
languages: [en-US]
vars: { n: 0 }
limits: { steps: 10000 }
on: { error: sorry }
steps:
  count: { set: { n: "\${vars.n + 1}" } }
  again: { switch: [{ when: 'vars.n >= 0', goto: count }] }
  sorry: { say: Sorry., next: hangup }
`);

describe('an engine', () => {
  const scene = useScene();

  it('answers a project before the calls of another whose flow does much', async () => {
    const engine = await heavyEngine(scene());
    const begun = Array.from({ length: 6 }, (_, index) =>
      engine.receive(incoming('heavy', `heavy-${index}`)),
    );
    begun.push(engine.receive(incoming('light', 'light-1')));
    await Promise.all(begun);
    const order = scene().traced.map(({ record }) => record.project);
    expect(order.indexOf(projectId('light'))).toBeLessThanOrEqual(1);
    expect(order.filter((name) => name === 'heavy')).toHaveLength(6);
  });

  it('keeps the order of what comes for a call whose project takes turns', async () => {
    const engine = await heavyEngine(scene());
    const first = engine.receive(incoming('heavy', 'heavy-0'));
    const events: PlatformEvent[] = [
      { type: 'incoming' },
      { type: 'connected' },
      { type: 'disconnected', reason: 'normal' },
    ];
    const rest = events.map((event) => engine.receive({ ...incoming('heavy', 'heavy-1'), event }));
    await Promise.all([first, ...rest]);
    const trace = await engine.loadTrace(callId('heavy.heavy-1'));
    expect(trace.map(({ event }) => event.type)).toEqual(events.map(({ type }) => type));
  });
});

/** An engine with a flow that does much and one that does little. */
async function heavyEngine(scene: Scene) {
  const engine = await scene.engine();
  await engine.flows.deploy(heavy);
  engine.flows.route('+4930200', 'heavy');
  engine.flows.route('+4930100', 'desk');
  return engine;
}

function incoming(name: 'heavy' | 'light', id: string): Arrival {
  const to = name === 'heavy' ? '+4930200' : '+4930100';
  return arrival({ type: 'incoming' }, { project: projectId(name), voiceId: voiceId(id), to });
}

function scene() {
  const tasks: (() => void)[] = [];
  const decided: string[] = [];
  const work = new Map<string, number>();
  const queue = new FairQueue({ nextTurn: (task) => tasks.push(task) });
  const decide = (name: string, operations: number) =>
    queue.decide(name, () => {
      decided.push(name);
      work.set(name, (work.get(name) ?? 0) + operations);
      return { operations } as Advance;
    });
  const turns = (count: number) => {
    for (let turn = 0; turn < count; turn += 1) tasks.shift()?.();
  };
  return {
    queue,
    decide,
    decided,
    turns,
    spent: (name: string) => work.get(name) ?? 0,
    hasTurn: () => tasks.length > 0,
  };
}
