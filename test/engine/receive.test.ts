import { describe, expect, test } from 'vitest';
import { voiceId } from '../../src/call/index.ts';
import type { Commit } from '../../src/engine/ports/index.ts';
import type { Engine } from '../../src/engine/index.ts';
import { held, refusal } from './platform-server.ts';
import { arrival, call, flowOf, project, promptRef, useScene } from './scene.ts';
import { failingFirst, locked, losingFirst, storeWith } from './store-with.ts';

const scene = useScene();

describe('a notification', () => {
  test('moves its call, and the commands leave in order (I4)', async () => {
    const engine = await scene().engine();
    await scene().asked(engine);
    await engine.receive(arrival({ type: 'digits', digits: '1', lossy: false, promptRef: promptRef(3) }));
    await scene().settled();
    await engine.receive(arrival({ type: 'bridged' }));
    await engine.receive(arrival({ type: 'unbridged', reason: 'normal' }));
    await scene().settled();
    await engine.receive(arrival({ type: 'disconnected', reason: 'normal' }));
    expect(scene().whats).toEqual([
      'PUT v1/accept',
      'PUT v1/play',
      'PUT v1/play',
      'PUT v1/connect',
      'DELETE v1',
    ]);
    expect(await engine.loadCall(call)).toMatchObject({ endedAt: scene().clock.now() });
    expect(scene().log.of('error')).toEqual([]);
  });

  test('is answered for after its commit, not after its command (I1)', async () => {
    const answer = held();
    scene().server.reactions.push(answer.reaction);
    const engine = await scene().engine();
    expect(await engine.receive(arrival({ type: 'incoming' }))).toBe('applied');
    expect(await scene().outbox()).toEqual(['accept']);
    answer.letGo();
    await scene().settled();
  });

  test('that cannot be stored is not answered for, and sends nothing (I1)', async () => {
    const commit = () => Promise.reject(locked);
    const engine = await scene().engine({ store: storeWith(scene().store, { commit }) });
    await expect(engine.receive(arrival({ type: 'incoming' }))).rejects.toBe(locked);
    expect(await scene().store.load(call)).toBeUndefined();
    expect(scene().whats).toEqual([]);
  });

  test('sent again after it could not be stored is applied then', async () => {
    const { store } = scene();
    const commit = failingFirst(1, store.commit.bind(store));
    const engine = await scene().engine({ store: storeWith(store, { commit }) });
    const incoming = arrival({ type: 'incoming' }, { key: 'k1' });
    await expect(engine.receive(incoming)).rejects.toBe(locked);
    expect(await engine.receive(incoming)).toBe('applied');
    expect(await scene().requests(1)).toEqual(['PUT v1/accept']);
  });

  test('of which the commit was made but not confirmed is known when it comes again (I5)', async () => {
    const { store } = scene();
    const commit = losingFirst(store.commit.bind(store));
    const engine = await scene().engine({ store: storeWith(store, { commit }) });
    const incoming = arrival({ type: 'incoming' }, { key: 'k1' });
    await expect(engine.receive(incoming)).rejects.toBe(locked);
    await engine.receive(incoming);
    await scene().settled();
    expect(scene().whats).toEqual(['PUT v1/accept']);
    expect((await engine.loadTrace(call)).map(({ seq }) => seq)).toEqual([1, 2]);
  });

  test('comes while the one before waits for its store, and is applied after it', async () => {
    let letGo: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    const { store } = scene();
    const commit = async (one: Commit) => {
      if (one.record.seq === 1) await gate;
      return store.commit(one);
    };
    const engine = await scene().engine({ store: storeWith(store, { commit }) });
    const first = engine.receive(arrival({ type: 'incoming' }));
    const second = engine.receive(arrival({ type: 'connected' }));
    letGo();
    expect(await Promise.all([first, second])).toEqual(['applied', 'applied']);
    expect((await engine.loadTrace(call)).map(({ event }) => event.type)).toEqual(['incoming', 'connected']);
    await scene().settled();
  });
});

describe('a notification that means nothing (I5)', () => {
  test('because it came before is kept in the trace and sends nothing', async () => {
    const engine = await scene().engine();
    await engine.receive(arrival({ type: 'incoming' }, { key: 'k1' }));
    await engine.receive(arrival({ type: 'incoming' }, { key: 'k1' }));
    await scene().settled();
    expect(scene().whats).toEqual(['PUT v1/accept']);
    const [, again] = await engine.loadTrace(call);
    expect(again).toMatchObject({ commands: [], notes: [{ kind: 'ignored', why: 'repeated' }] });
  });

  test('because it is late is kept in the trace and sends nothing', async () => {
    const engine = await scene().engine();
    await scene().asked(engine);
    await engine.receive(arrival({ type: 'played', promptRef: promptRef(2) }));
    expect((await engine.loadTrace(call)).at(-1)).toMatchObject({ commands: [], event: { type: 'played' } });
    expect(scene().whats).toHaveLength(3);
  });

  test('because nobody knows it is kept in the trace', async () => {
    const engine = await scene().engine();
    await scene().welcomed(engine);
    await engine.receive(arrival({ type: 'unknown', state: 'sandstorm' }));
    expect((await engine.loadTrace(call)).at(-1)).toMatchObject({
      event: { type: 'unknown', state: 'sandstorm' },
    });
  });

  test('because its call is over is kept in the trace', async () => {
    const engine = await scene().engine();
    await scene().welcomed(engine);
    await engine.receive(arrival({ type: 'disconnected', reason: 'normal' }));
    await engine.receive(arrival({ type: 'played', promptRef: promptRef(2) }));
    expect((await engine.loadTrace(call)).at(-1)).toMatchObject({ event: { type: 'played' }, commands: [] });
  });

  test('because no call is known by its id is told to the log, without its keys (I7)', async () => {
    const engine = await scene().engine();
    const stray = arrival({ type: 'digits', digits: '4711', lossy: false }, { voiceId: voiceId('stray') });
    expect(await engine.receive(stray)).toBe('unknown_call');
    const [line] = scene().log.lines.filter(({ level }) => level === 'warn');
    expect(line?.fields).toMatchObject({ voiceId: 'stray', event: 'digits' });
    expect(JSON.stringify(scene().log.lines)).not.toContain('4711');
  });

  test.each([
    ['without an id', undefined],
    ['with an id that fits in no address', 'v'.repeat(1_001)],
    ['with an id that is no text', 'v\ud800'],
  ])('because it comes %s is told to the log', async (_what, id) => {
    const engine = await scene().engine();
    const { voiceId: _dropped, ...rest } = arrival({ type: 'incoming' });
    const stray = id === undefined ? rest : { ...rest, voiceId: voiceId(id) };
    expect(await engine.receive(stray)).toBe('no_id');
    expect(await engine.receive(stray)).toBe('no_id');
    expect(await engine.receive({ ...stray, event: { type: 'unknown', state: 'other' } })).toBe('no_id');
    const told = scene().log.lines.filter(({ level }) => level === 'warn');
    expect(told.map(({ fields }) => fields.event)).toEqual(['incoming', 'other']);
    expect(told[0]?.message).toContain('check which addresses of this service the platform was given');
  });

  test('because it is about a whole broadcast is nothing to be told of', async () => {
    const engine = await scene().engine();
    const { voiceId: _dropped, ...rest } = arrival({ type: 'unknown', state: 'broadcastcall_started' });
    expect(await engine.receive({ ...rest, broadcastId: 'b1' })).toBe('applied');
    expect(scene().log.of('warn')).toEqual([]);
  });

  test('because no flow takes the number is told to the log', async () => {
    const engine = await scene().engine();
    await engine.flows.deploy(
      flowOf(`
ringflow: 1
name: other
languages: [en-US]
steps:
  hello: { say: Hello. }
`),
    );
    expect(await engine.receive(arrival({ type: 'incoming' }))).toBe('no_flow');
    expect(await scene().store.load(call)).toBeUndefined();
  });
});

describe('a call whose id is no key for a store', () => {
  const odd = 'a b/../c\u0000';

  test('is taken like any other, and commanded by the id that the platform gave it', async () => {
    const engine = await scene().engine();
    const named = { voiceId: voiceId(odd) };
    expect(await engine.receive(arrival({ type: 'incoming' }, named))).toBe('applied');
    await scene().requests(1);
    expect(scene().whats).toEqual([`PUT ${encodeURIComponent(odd)}/accept`]);
    expect(await engine.receive(arrival({ type: 'connected' }, named))).toBe('applied');
    expect(scene().traced[0]?.record.id).toMatch(/^default\.[0-9a-f]{64}$/);
  });
});

describe('a flood of notifications that mean nothing', () => {
  async function flooded(): Promise<Engine> {
    const engine = await scene().engine();
    await scene().welcomed(engine);
    for (let count = 0; count < 1_100; count++)
      await engine.receive(arrival({ type: 'unknown', state: 'weather' }));
    return engine;
  }

  test('leaves no more in the trace than so many entries, the last of which says so', async () => {
    const trace = await (await flooded()).loadTrace(call);
    expect(trace).toHaveLength(1_000);
    expect(trace.at(-1)?.notes.at(-1)).toEqual({ kind: 'trace_full', events: 1_000 });
  });

  test('keeps no call from going on, and what changes it is kept', async () => {
    const engine = await flooded();
    await engine.receive(arrival({ type: 'played', promptRef: promptRef(2) }));
    await scene().settled();
    expect(scene().whats).toEqual(['PUT v1/accept', 'PUT v1/play', 'PUT v1/play']);
    const moving = (await engine.loadTrace(call)).filter(({ event }) => event.type !== 'command_taken');
    expect(moving.at(-1)?.event.type).toBe('played');
  });

  test('includes those for which nothing waits', async () => {
    const engine = await flooded();
    await engine.receive(arrival({ type: 'bridge_digits', digits: '1', lossy: false }));
    expect(await engine.loadTrace(call)).toHaveLength(1_000);
  });
});

describe('two nodes on one store (I3)', () => {
  test("take a call's notifications in turn, and each decides on what the other stored", async () => {
    const [one, other] = [await scene().engine(), await scene().engine()];
    await scene().welcomed(one);
    await other.receive(arrival({ type: 'played', promptRef: promptRef(2) }));
    await scene().settled();
    await one.receive(arrival({ type: 'digits', digits: '1', lossy: false, promptRef: promptRef(3) }));
    await scene().settled();
    await other.receive(arrival({ type: 'unbridged', reason: 'busy' }));
    await scene().settled();
    expect(scene().whats).toEqual([
      'PUT v1/accept',
      'PUT v1/play',
      'PUT v1/play',
      'PUT v1/connect',
      'PUT v1/play',
    ]);
    const told = (await one.loadTrace(call)).map(({ event }) => event.type);
    expect(told).toEqual([
      ...['incoming', 'connected', 'command_taken', 'played', 'command_taken'],
      ...['digits', 'command_taken', 'unbridged', 'command_taken'],
    ]);
  });

  test('given the same first notification at once begin one call', async () => {
    const engines = await Promise.all([scene().engine(), scene().engine(), scene().engine()]);
    await Promise.all(engines.map((engine) => engine.receive(arrival({ type: 'incoming' }, { key: 'k1' }))));
    await scene().settled();
    expect(scene().whats).toEqual(['PUT v1/accept']);
  });

  test('know a first notification that comes again on the other one, though no flow takes its number any more', async () => {
    const [one, other] = [await scene().engine(), await scene().bare()];
    const incoming = arrival({ type: 'incoming' }, { key: 'k1' });
    await one.receive(incoming);
    await scene().settled();
    expect(await other.receive(incoming)).toBe('applied');
    expect((await other.loadTrace(call)).map(({ seq }) => seq)).toEqual([1, 2]);
    expect(scene().whats).toEqual(['PUT v1/accept']);
  });

  test('that begin on the same notification ask the store for the call only where another was quicker', async () => {
    const loads: string[] = [];
    const { store } = scene();
    const load = (id: typeof call) => {
      loads.push(id);
      return store.load(id);
    };
    const [one, other] = [
      await scene().engine({ store: storeWith(store, { load }) }),
      await scene().engine({ store: storeWith(store, { load }) }),
    ];
    await one.receive(arrival({ type: 'incoming' }, { key: 'k1' }));
    expect(loads).toEqual([]);
    await other.receive(arrival({ type: 'incoming' }, { key: 'k1' }));
    expect(loads).toEqual([call]);
  });

  test('that both see a deadline pass act on it once (R3)', async () => {
    const [one, other] = [await scene().engine(), await scene().engine()];
    await scene().asked(one);
    one.start();
    other.start();
    await scene().untilDeadline();
    const wakes = async () => (await one.loadTrace(call)).filter(({ event }) => event.type === 'wake');
    await scene().until(async () => (await wakes()).length > 0);
    await scene().settled();
    await scene().quiet();
    expect(await wakes()).toMatchObject([{ commands: [{ kind: 'play' }] }]);
    expect(scene().whats.slice(3)).toEqual(['PUT v1/play']);
  });

  test('send the commands of a call one at a time, whichever decided them (I4)', async () => {
    const [one, other] = [await scene().engine(), await scene().engine()];
    const answer = held();
    scene().server.reactions.push(answer.reaction);
    await one.receive(arrival({ type: 'incoming' }));
    await scene().requests(1);
    await other.receive(arrival({ type: 'connected' }));
    expect(await scene().outbox()).toEqual(['accept', 'play']);
    expect(scene().whats).toEqual(['PUT v1/accept']);
    answer.letGo();
    await scene().settled();
    expect(scene().whats).toEqual(['PUT v1/accept', 'PUT v1/play']);
  });
});

describe('a call that we place', () => {
  test('goes out with our id, and goes on under the name that the platform gives it', async () => {
    const engine = await scene().engine();
    const id = await engine.dial({ project, flow: 'desk', from: '+4930222', to: '+4930111' });
    await scene().settled(id);
    expect(scene().server.requests[0]).toMatchObject({
      what: 'POST',
      key: `${id}.1`,
      body: { owner_ref: id, event_url: `https://ringflow.example/?call=${id}` },
    });
    expect((await engine.loadCall(id))?.voiceId).toBe('dialled-1');
    const about = { voiceId: voiceId('dialled-1'), callHint: id };
    await engine.receive(arrival({ type: 'connected' }, about));
    await engine.receive(arrival({ type: 'played', promptRef: `${id}.1` }, about));
    await scene().settled(id);
    expect(scene().whats).toEqual(['POST', 'PUT dialled-1/play']);
  });

  test('whose notification comes before the answer waits with its command for the name', async () => {
    const answer = held();
    scene().server.reactions.push(answer.reaction);
    const engine = await scene().engine();
    const id = await engine.dial({ project, flow: 'desk', from: '+4930222', to: '+4930111' });
    await scene().requests(1);
    const about = { voiceId: voiceId('dialled-1'), callHint: id };
    await engine.receive(arrival({ type: 'connected' }, about));
    await engine.receive(arrival({ type: 'played', promptRef: `${id}.1` }, about));
    expect(await scene().outbox(id)).toEqual(['dial', 'play']);
    answer.letGo();
    await scene().settled(id);
    expect(scene().whats).toEqual(['POST', 'PUT dialled-1/play']);
  });

  test('that the platform refuses ends as failed', async () => {
    scene().server.reactions.push(refusal(400, '6118', 'phone number not found'));
    const engine = await scene().engine();
    const id = await engine.dial({ project, flow: 'desk', from: '+4930222', to: '+4930111' });
    await scene().settled(id);
    expect(await engine.loadCall(id)).toMatchObject({ context: { call: { reason: 'failed' } } });
    expect((await engine.loadCall(id))?.endedAt).toBeDefined();
  });

  test('for a flow that is not in service is refused', async () => {
    const engine = await scene().engine();
    const dialled = engine.dial({ project, flow: 'nothing', from: '+4930222', to: '+4930111' });
    await expect(dialled).rejects.toMatchObject({ code: 'unknown_flow' });
  });

  describe('under a key', () => {
    const wanted = { project, flow: 'desk', from: '+4930222', to: '+4930111', key: 'order-7' };

    test('is found by who asks again, though its flow is not in service any more', async () => {
      const engine = await scene().engine();
      const id = await engine.dial(wanted);
      engine.flows.withdraw('desk');
      expect(await engine.dial(wanted)).toBe(id);
    });

    test('is not taken for another one', async () => {
      const engine = await scene().engine();
      await engine.dial(wanted);
      for (const other of [{ to: '+4930112' }, { from: '+4930223' }, { flow: 'other' }, { params: { a: 1 } }])
        await expect(engine.dial({ ...wanted, ...other })).rejects.toMatchObject({ code: 'key_reused' });
    });

    test('is not taken for another one that is asked for at the same time on another node', async () => {
      const engines = [await scene().engine(), await scene().engine()];
      const asked = engines.map((engine, index) => engine.dial({ ...wanted, to: `+493011${index}` }));
      const answers = await Promise.allSettled(asked);
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(answers).toContainEqual({
        status: 'rejected',
        reason: expect.objectContaining({ code: 'key_reused' }) as unknown,
      });
    });

    test('is the same in whatever order its parameters stand', async () => {
      const asking = flowOf(`
ringflow: 1
name: asking
params: { who: string, what: string }
steps: { hello: { say: Hello. } }
`);
      const engine = await scene().engine();
      await engine.flows.deploy(asking);
      const about = { ...wanted, flow: 'asking' };
      const id = await engine.dial({ ...about, params: { who: 'Ann', what: 'tea' } });
      expect(await engine.dial({ ...about, params: { what: 'tea', who: 'Ann' } })).toBe(id);
    });
  });

  test('is of its own project only, whatever a hint says', async () => {
    const engine = await scene().engine();
    const hint = { voiceId: voiceId('v1'), callHint: 'other.out-1' };
    await engine.receive(arrival({ type: 'incoming' }, hint));
    expect(await engine.loadCall(call)).toBeDefined();
  });
});
