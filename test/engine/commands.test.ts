import { describe, expect, test } from 'vitest';
import { carrierWith } from './carrier-with.ts';
import type { Engine } from '../../src/engine/index.ts';
import { held, refusal, success } from './platform-server.ts';
import { arrival, call, LEASE_MS, promptRef, useScene } from './scene.ts';
import { failingFirst, losingFirst, storeWith } from './store-with.ts';

const scene = useScene();

/** Lets time pass, a little whenever everything is quiet, until there is something to see. */
function passing<Seen>(look: () => Seen | Promise<Seen>) {
  return scene().until(async () => {
    await scene().quiet();
    scene().clock.pass(100);
    return look();
  });
}

async function failures() {
  const engine = await scene().engine();
  return (await engine.loadTrace(call)).filter(({ event }) => event.type === 'command_failed');
}

describe('a command that the platform refuses', () => {
  test('is told to its call, which goes where the flow says', async () => {
    const engine = await scene().engine();
    await scene().asked(engine);
    scene().server.reactions.push(refusal(409, '6113', 'error creating a bridge'));
    await engine.receive(arrival({ type: 'digits', digits: '1', lossy: false, promptRef: promptRef(3) }));
    await scene().settled();
    expect(await failures()).toMatchObject([
      {
        event: {
          kind: 'connect',
          number: 4,
          failure: { code: '6113', message: 'error creating a bridge', callEnded: false },
        },
        commands: [{ kind: 'play' }],
      },
    ]);
    expect(scene().whats.slice(3)).toEqual(['PUT v1/connect', 'PUT v1/play']);
  });

  test('because the call is over leads to no other command', async () => {
    const engine = await scene().engine();
    scene().server.reactions.push(success, refusal(409, 'CALL_ALREADY_ENDED', 'the call has ended'));
    await scene().welcomed(engine);
    await engine.receive(arrival({ type: 'disconnected', reason: 'normal' }));
    expect((await engine.loadCall(call))?.endedAt).toBeDefined();
    expect(scene().whats).toEqual(['PUT v1/accept', 'PUT v1/play']);
  });

  test('because an earlier play is pending is sent again until that one is over', async () => {
    const engine = await scene().engine();
    scene().server.reactions.push(success, refusal(409, '6122'), refusal(409, '6122'));
    await engine.receive(arrival({ type: 'incoming' }));
    await scene().settled();
    await engine.receive(arrival({ type: 'connected' }));
    for (const waitMs of [500, 1_000]) {
      await scene().until(() => scene().clock.waits(waitMs));
      scene().clock.pass(waitMs);
    }
    await scene().settled();
    expect(scene().whats.slice(1)).toEqual(['PUT v1/play', 'PUT v1/play', 'PUT v1/play']);
    expect(await failures()).toEqual([]);
  });

  test('is not sent again once its step was left, and the next command leaves at once', async () => {
    const waits: { ms: number; signal: AbortSignal | undefined }[] = [];
    const platform = scene().platform((ms, signal) => {
      waits.push({ ms, signal });
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          reject(new Error('the wait was ended'));
        });
      });
    });
    const engine = await scene().engine({ findCarrier: () => platform });
    await scene().asked(engine);
    scene().server.reactions.push(refusal(500, '500'));
    await engine.receive(arrival({ type: 'silence', promptRef: promptRef(3) }));
    await scene().until(() => waits.length === 1);
    await engine.receive(arrival({ type: 'digits', digits: '2', lossy: false, promptRef: promptRef(3) }));
    await scene().settled();
    expect(waits.map(({ ms }) => ms)).toEqual([2_000]);
    expect(scene().whats.slice(3, 5)).toEqual(['PUT v1/play', 'POST v1/hold']);
    expect(await failures()).toEqual([]);
  });

  test('is not sent at all where its step was left before', async () => {
    const engine = await scene().engine();
    await scene().asked(engine);
    const answer = held();
    scene().server.reactions.push(answer.reaction);
    await engine.receive(arrival({ type: 'silence', promptRef: promptRef(3) }));
    await scene().requests(4);
    await engine.receive(arrival({ type: 'silence', promptRef: promptRef(4) }));
    await engine.hangUp(call);
    answer.letGo();
    await scene().settled();
    expect(scene().whats.slice(3)).toEqual(['PUT v1/play', 'DELETE v1']);
  });

  test('as pending for longer than any play lasts has failed', async () => {
    const engine = await scene().engine();
    scene().server.reactions.push(success, ...Array.from({ length: 20 }, () => refusal(409, '6122')));
    await engine.receive(arrival({ type: 'incoming' }));
    await scene().settled();
    await engine.receive(arrival({ type: 'connected' }));
    for (const waitMs of [500, 1_000, 2_000, 4_000, 8_000]) {
      await scene().until(() => scene().clock.waits(waitMs));
      scene().clock.pass(waitMs);
    }
    await scene().until(async () => (await failures()).length > 0);
    expect(await failures()).toMatchObject([{ event: { number: 2, failure: { code: '6122' } } }]);
  });

  test('of a project that has no carrier is told to its call', async () => {
    const engine = await scene().engine({ findCarrier: () => undefined });
    await engine.receive(arrival({ type: 'incoming' }));
    await scene().settled();
    const [failed] = await failures();
    expect(failed).toMatchObject({ event: { failure: { code: 'no_carrier' } } });
  });

  test('by a bug of ours is told to its call, and the process lives (CALLS-2)', async () => {
    const perform = () => Promise.reject(new TypeError('a bug'));
    const engine = await scene().engine({ findCarrier: () => carrierWith({ perform }) });
    await engine.receive(arrival({ type: 'incoming' }));
    await scene().settled();
    expect(scene().log.of('error')).toContain('command failed: internal error');
    const [failed] = await failures();
    expect(failed).toMatchObject({ event: { failure: { code: 'internal', message: 'internal error' } } });
  });
});

describe('a command for which the platform is too busy', () => {
  let isGivenUp: boolean;

  /** A node whose client waits between attempts until it gives up. */
  const waiting = () => {
    isGivenUp = false;
    const platform = scene().platform(
      (_ms, signal) =>
        new Promise((_resolve, reject) =>
          signal?.addEventListener('abort', () => {
            isGivenUp = true;
            reject(new Error('given up'));
          }),
        ),
    );
    return scene().engine({ findCarrier: () => platform });
  };

  /** The welcome is being repeated. */
  async function repeating(engine: Engine): Promise<void> {
    scene().server.reactions.push(success, refusal(429, '429'));
    await engine.receive(arrival({ type: 'incoming' }));
    await scene().settled();
    await engine.receive(arrival({ type: 'connected' }));
    await scene().requests(2);
    expect(await scene().outbox()).toEqual(['play']);
  }

  test('is not repeated any more when the caller has hung up (LANE-5)', async () => {
    const engine = await waiting();
    await repeating(engine);
    await engine.receive(arrival({ type: 'disconnected', reason: 'normal' }));
    await scene().settled();
    expect(scene().whats).toEqual(['PUT v1/accept', 'PUT v1/play']);
    expect(await failures()).toEqual([]);
  });

  test('is not repeated any more when another node hears that the caller has hung up (LANE-5)', async () => {
    const engine = await waiting();
    const other = await scene().engine();
    await repeating(engine);
    await other.receive(arrival({ type: 'disconnected', reason: 'normal' }));
    await passing(async () => (await scene().outbox()).length === 0);
    expect(scene().whats).toEqual(['PUT v1/accept', 'PUT v1/play']);
  });

  test('is repeated as long as its call lives', async () => {
    const engine = await waiting();
    await repeating(engine);
    await engine.receive(arrival({ type: 'ringing' }));
    for (let pieces = 0; pieces < 12; pieces++) {
      scene().clock.pass(LEASE_MS / 4);
      await scene().quiet();
    }
    expect(isGivenUp).toBe(false);
  });
});

describe('a store that is away for a while', () => {
  test('when a command is to be settled doubles none', async () => {
    const { store } = scene();
    const settle = failingFirst(3, store.settle.bind(store));
    const engine = await scene().engine({ store: storeWith(store, { settle }) });
    await engine.receive(arrival({ type: 'incoming' }));
    await engine.receive(arrival({ type: 'connected' }));
    await passing(async () => (await scene().outbox()).length === 0);
    expect(scene().whats).toEqual(['PUT v1/accept', 'PUT v1/play']);
  });

  test('when a refusal is to be stored does not lose the refusal', async () => {
    const { store } = scene();
    scene().server.reactions.push(success, refusal(400, '6128', 'too long'));
    const settling = failingFirst(2, store.commit.bind(store));
    const commit: typeof store.commit = (one) =>
      one.settled === undefined ? store.commit(one) : settling(one);
    const engine = await scene().engine({ store: storeWith(store, { commit }) });
    await engine.receive(arrival({ type: 'incoming' }));
    await engine.receive(arrival({ type: 'connected' }));
    await passing(async () => (await failures()).length > 0);
    await scene().settled();
    // The refused one, and the apology that the flow has for it.
    expect(scene().whats).toEqual(['PUT v1/accept', 'PUT v1/play', 'PUT v1/play']);
  });

  test('when a commit is confirmed leaves its commands to be sent when the call moves next', async () => {
    const { store } = scene();
    const commit = losingFirst(store.commit.bind(store));
    const engine = await scene().engine({ store: storeWith(store, { commit }) });
    await expect(engine.receive(arrival({ type: 'incoming' }))).rejects.toThrow('locked');
    expect(scene().whats).toEqual([]);
    await engine.receive(arrival({ type: 'ringing' }));
    await scene().settled();
    expect(scene().whats).toEqual(['PUT v1/accept']);
  });

  test('when a commit is confirmed never lets a later command overtake its commands (I4)', async () => {
    const { store } = scene();
    const commit = losingFirst(store.commit.bind(store));
    const engine = await scene().engine({ store: storeWith(store, { commit }) });
    await expect(engine.receive(arrival({ type: 'incoming' }))).rejects.toThrow('locked');
    await engine.receive(arrival({ type: 'disconnected', reason: 'normal' }));
    await scene().settled();
    expect(scene().whats).toEqual([]);
  });

  test('when a call begins is soon no reason any more to look into the outbox of that call', async () => {
    const { store } = scene();
    const looks: string[] = [];
    const engine = await scene().engine({
      store: storeWith(store, {
        commit: failingFirst(1, store.commit.bind(store)),
        renew: (about, node, until) => {
          looks.push(about);
          return store.renew(about, node, until);
        },
      }),
    });
    engine.start();
    await expect(engine.receive(arrival({ type: 'incoming' }))).rejects.toThrow('locked');
    for (let passed = 0; passed <= LEASE_MS; passed += 1_000) {
      scene().clock.pass(1_000);
      await scene().quiet();
    }
    await engine.receive(arrival({ type: 'incoming' }));
    await scene().settled();
    expect(scene().whats).toEqual(['PUT v1/accept']);
    expect(looks).toEqual([]);
  });

  test('when due calls are looked for is asked again', async () => {
    const { store } = scene();
    const claim = failingFirst(2, store.claim.bind(store));
    const engine = await scene().engine({ store: storeWith(store, { claim }) });
    engine.start();
    await scene().asked(engine);
    await passing(async () => (await engine.loadTrace(call)).some(({ event }) => event.type === 'wake'));
    expect(scene().log.of('warn')).toContain('cannot claim due calls; it will be retried');
  });
});

describe('a lane', () => {
  test('is held as long as its command takes', async () => {
    const answer = held();
    scene().server.reactions.push(answer.reaction);
    const [one, other] = [await scene().engine(), await scene().engine()];
    other.start();
    await one.receive(arrival({ type: 'incoming' }));
    await scene().requests(1);
    for (let pieces = 0; pieces < 12; pieces++) {
      scene().clock.pass(LEASE_MS / 4);
      await scene().quiet();
    }
    answer.letGo();
    await scene().settled();
    expect(scene().whats.filter((what) => what === 'PUT v1/accept')).toHaveLength(1);
  });

  test('that was lost is given up with what is under way in it (LANE-3)', async () => {
    const answer = held();
    scene().server.reactions.push(answer.reaction);
    const engine = await scene().engine();
    await engine.receive(arrival({ type: 'incoming' }));
    await engine.receive(arrival({ type: 'connected' }));
    await scene().requests(1);
    await takeLane();
    await passing(() =>
      scene().log.of('warn').includes('another node has taken over the commands of a call'),
    );
    answer.letGo();
    await scene().quiet();
    expect(await scene().outbox()).toEqual(['accept', 'play']);
    expect(scene().whats).toEqual(['PUT v1/accept']);
  });

  test('that was lost while its command was answered sends nothing more (LANE-3)', async () => {
    const answer = held();
    scene().server.reactions.push(answer.reaction);
    const engine = await scene().engine();
    await engine.receive(arrival({ type: 'incoming' }));
    await engine.receive(arrival({ type: 'connected' }));
    await scene().requests(1);
    await takeLane();
    answer.letGo();
    await scene().until(() => scene().log.of('debug').includes('command over'));
    await scene().quiet();
    expect(await scene().outbox()).toEqual(['accept', 'play']);
    expect(scene().whats).toEqual(['PUT v1/accept']);
  });

  test('that was lost tells of a failure only if nobody else has', async () => {
    const answer = held();
    scene().server.reactions.push(success, (request, reply) =>
      Promise.resolve(answer.reaction(request, reply)).then(() => refusal(400, '6128')(request, reply)),
    );
    const engine = await scene().engine();
    await engine.receive(arrival({ type: 'incoming' }));
    await scene().settled();
    await engine.receive(arrival({ type: 'connected' }));
    await scene().requests(2);
    await takeLane();
    await scene().store.settle(call, 2, 'thief');
    answer.letGo();
    await scene().until(
      () =>
        scene()
          .log.of('debug')
          .filter((line) => line === 'command over').length === 2,
    );
    expect(await failures()).toEqual([]);
  });
});

/** Another node takes the call's lane, as if the one that holds it had been too slow to renew its lease. */
async function takeLane(): Promise<void> {
  const later = scene().clock.now() + LEASE_MS;
  const claimed = await scene().store.claim('thief', later, later + 60_000, 10);
  expect(claimed).toMatchObject([{ lane: true }]);
}
