/** What becomes of a command whose process died: I4, verb by verb. */
import { describe, expect, test } from 'vitest';
import { carrierWith } from './carrier-with.ts';
import { callId, voiceId } from '../../src/call/index.ts';
import type { CallId, Command, PlatformEvent } from '../../src/call/index.ts';
import type { Engine } from '../../src/engine/index.ts';
import { refusal, success } from './platform-server.ts';
import type { Reaction } from './platform-server.ts';
import { arrival, call, LEASE_MS, project, promptRef, useScene } from './scene.ts';
import { storeWith } from './store-with.ts';

const scene = useScene();

/** Where a process can die. */
const deaths = ['before it was sent', 'before it was answered', 'before it was settled'] as const;
type Death = (typeof deaths)[number];
/** Messages of callers are for other carriers. */
type Kind = Exclude<Command['kind'], 'record_message'>;

const never = () => new Promise<never>(() => undefined);
const noAnswer: Reaction = (_request, reply) => {
  reply.hijack();
};
const dialled = callId('default.out-1');

interface Verb {
  about: CallId;
  /** What the request is. */
  what: string;
  /** Brings the call to the event with which the command is decided; that one comes to the engine that dies. */
  decide: (alive: Engine, dying: Engine) => Promise<unknown>;
  /** What the platform says to the same request after it was carried out. */
  second: Reaction;
}

/** A command that a choice of the menu leads to. */
function chosen(key: string, what: string, second: Reaction): Verb {
  return {
    about: call,
    what,
    async decide(alive, dying) {
      await scene().asked(alive);
      await dying.receive(arrival({ type: 'digits', digits: key, lossy: false, promptRef: promptRef(3) }));
    },
    second,
  };
}

const verbs: Record<Kind, Verb> = {
  dial: {
    about: dialled,
    what: 'POST',
    decide: (_alive, dying) => dying.dial({ project, flow: 'desk', from: '+4930222', to: '+4930111' }),
    second: success,
  },
  accept: {
    about: call,
    what: 'PUT v1/accept',
    decide: (_alive, dying) => dying.receive(arrival({ type: 'incoming' })),
    second: refusal(409, 'CALL_ALREADY_ACCEPTED'),
  },
  play: {
    about: call,
    what: 'PUT v1/play',
    async decide(alive, dying) {
      await alive.receive(arrival({ type: 'incoming' }));
      await scene().settled();
      await dying.receive(arrival({ type: 'connected' }));
    },
    second: refusal(409, '6122'),
  },
  connect: chosen('1', 'PUT v1/connect', refusal(409, '6113')),
  hold: chosen('2', 'POST v1/hold', success),
  stream: chosen('3', 'PUT v1/stream', success),
  stop_stream: chosen('4', 'DELETE v1/stream', refusal(404, '404')),
  record: chosen('5', 'PUT v1/recording', refusal(409, '408')),
  stop_recording: chosen('6', 'PUT v1/recording', refusal(409, '6139')),
  create_room: chosen('7', 'POST video/v2/rooms', success),
  create_token: chosen('8', 'POST video/v2/rooms/r1/tokens', success),
  join: chosen('9', 'PUT voice/v1/room/r1/call/v1/join', success),
  sms: chosen('0', 'POST sms/v1/messages/', success),
  hangup: {
    about: call,
    what: 'DELETE v1',
    async decide(alive, dying) {
      await verbs.connect.decide(alive, alive);
      await scene().settled();
      await alive.receive(arrival({ type: 'bridged' }));
      await dying.receive(arrival({ type: 'unbridged', reason: 'normal' }));
    },
    second: refusal(409, 'CALL_ALREADY_ENDED'),
  },
};

/** A call with this command first in its outbox, decided by a process that died at this point. */
async function leftBehind(kind: Kind, death: Death): Promise<Engine> {
  const { about, what, decide } = verbs[kind];
  const alive = await scene().engine();
  const { store } = scene();
  const hanging = storeWith(store, {
    settle: never,
    commit: (one) => (one.settled === undefined ? store.commit(one) : never()),
  });
  const dying = await scene().victim({
    ...(death === 'before it was sent' && {
      findCarrier: () => carrierWith({ perform: never, close: never }),
    }),
    ...(death === 'before it was settled' && { store: hanging }),
  });
  const sent = () => scene().whats.filter((one) => one === what).length;
  if (death === 'before it was answered') scene().server.answers(what, noAnswer);
  await decide(alive, dying);
  if (death !== 'before it was sent') await scene().until(() => sent() > 0);
  if (death === 'before it was settled') await scene().quiet();
  expect(await scene().outbox(about)).toEqual([kind]);
  return alive;
}

/** The next process finds the command, once the lease of the dead one has run out. */
async function recover(survivor: Engine, about: CallId): Promise<void> {
  survivor.start();
  scene().clock.pass(LEASE_MS);
  if ((await scene().outbox(about))[0] === 'connect') await grace(about);
  await scene().settled(about);
}

/** Lets the time pass that a connect in doubt waits for word of its bridge. */
async function grace(about = call): Promise<void> {
  await scene().until(async () => {
    scene().clock.pass(100);
    return (await scene().outbox(about))[0] !== 'connect';
  });
}

describe.each(Object.keys(verbs) as Kind[])('%s in doubt', (kind) => {
  const { about, what, second } = verbs[kind];

  test.each(deaths)('of a process that died %s is sent again, once', async (death) => {
    const survivor = await leftBehind(kind, death);
    const before = scene().whats.filter((one) => one === what).length;
    scene().server.reactions.push(death === 'before it was sent' ? success : second);
    await recover(survivor, about);
    expect(scene().whats.filter((one) => one === what)).toHaveLength(before + 1);
    expect((await survivor.loadTrace(about)).map(({ event }) => event.type)).not.toContain('command_failed');
    expect(scene().log.of('error')).toEqual([]);
  });
});

describe('what came in since makes it needless', () => {
  test('to accept a call that is connected', async () => {
    const survivor = await leftBehind('accept', 'before it was settled');
    await survivor.receive(arrival({ type: 'connected' }));
    await recover(survivor, call);
    expect(scene().whats).toEqual(['PUT v1/accept', 'PUT v1/play']);
  });

  test('to accept a call that is over', async () => {
    const survivor = await leftBehind('accept', 'before it was settled');
    await survivor.receive(arrival({ type: 'disconnected', reason: 'normal' }));
    await recover(survivor, call);
    expect(scene().whats).toEqual(['PUT v1/accept']);
  });

  test('to play what has been heard to its end', async () => {
    const survivor = await leftBehind('play', 'before it was settled');
    await survivor.receive(arrival({ type: 'played', promptRef: promptRef(2) }));
    await recover(survivor, call);
    expect(scene().server.requests.map(({ body }) => body.prompt_ref)).toEqual([
      undefined,
      promptRef(2),
      promptRef(3),
    ]);
  });

  test('to connect a call that is bridged', async () => {
    const survivor = await leftBehind('connect', 'before it was settled');
    await survivor.receive(arrival({ type: 'bridged' }));
    await recover(survivor, call);
    expect(scene().whats.filter((what) => what === 'PUT v1/connect')).toHaveLength(1);
  });

  test('to connect a call of whose bridge is told within the time of grace', async () => {
    const survivor = await leftBehind('connect', 'before it was settled');
    survivor.start();
    scene().clock.pass(LEASE_MS);
    await scene().quiet();
    await survivor.receive(arrival({ type: 'bridged' }));
    await grace();
    await scene().settled();
    expect(scene().whats.filter((what) => what === 'PUT v1/connect')).toHaveLength(1);
  });

  test('to connect a call whose party was busy', async () => {
    const survivor = await leftBehind('connect', 'before it was settled');
    await survivor.receive(arrival({ type: 'unbridged', reason: 'busy' }));
    await recover(survivor, call);
    expect(scene().whats.slice(3)).toEqual(['PUT v1/connect', 'PUT v1/play']);
  });
});

describe('a notification that tells of it makes it needless', () => {
  test.each<[Kind, PlatformEvent]>([
    ['play', { type: 'initiated', promptRef: promptRef(2) }],
    ['connect', { type: 'bridging' }],
    ['stream', { type: 'stream_ended', failed: false }],
    ['record', { type: 'recording', state: 'started' }],
    ['stop_recording', { type: 'recording', state: 'completed' }],
    ['join', { type: 'joined' }],
  ])('to send a %s again', async (kind, event) => {
    const { about, what } = verbs[kind];
    const survivor = await leftBehind(kind, 'before it was settled');
    await survivor.receive(arrival(event));
    await recover(survivor, about);
    expect(scene().whats.filter((one) => one === what)).toHaveLength(1);
    expect((await survivor.loadTrace(about)).map(({ event: { type } }) => type)).not.toContain(
      'command_failed',
    );
  });

  test('where a node that has just started is told within its first second', async () => {
    await leftBehind('play', 'before it was settled');
    scene().clock.pass(LEASE_MS);
    const restarted = await scene().engine();
    restarted.start();
    scene().clock.pass(0);
    await scene().quiet();
    await restarted.receive(arrival({ type: 'initiated', promptRef: promptRef(2) }));
    scene().clock.pass(1_000);
    await scene().settled();
    expect(scene().whats).toEqual(['PUT v1/accept', 'PUT v1/play']);
  });

  test('but not one of another play', async () => {
    const survivor = await leftBehind('play', 'before it was sent');
    await survivor.receive(arrival({ type: 'initiated', promptRef: promptRef(1) }));
    await recover(survivor, call);
    expect(scene().whats).toEqual(['PUT v1/accept', 'PUT v1/play']);
  });

  test('but not the repetition of one that came before it', async () => {
    const alive = await scene().engine();
    const dying = await scene().victim({ findCarrier: () => carrierWith({ perform: never, close: never }) });
    const bridging = arrival({ type: 'bridging' }, { key: 'told-before' });
    await scene().asked(alive);
    await alive.receive(bridging);
    await dying.receive(arrival({ type: 'digits', digits: '1', lossy: false, promptRef: promptRef(3) }));
    await alive.receive(bridging);
    await recover(alive, call);
    expect(scene().whats.at(-1)).toBe('PUT v1/connect');
  });
});

describe('a command of a node that lives, whose answer was lost', () => {
  const lost: Reaction = (_request, reply) => {
    reply.raw.destroy();
  };

  /** A call whose first play has reached the platform, which gives no answer; it is repeated when the wait is over. */
  async function unanswered(): Promise<{ node: Engine; repeat: () => void }> {
    const waiting = Promise.withResolvers<undefined>();
    const platform = scene().platform(() => waiting.promise);
    const node = await scene().engine({ findCarrier: () => platform });
    await node.receive(arrival({ type: 'incoming' }));
    await scene().settled();
    scene().server.answers('PUT v1/play', lost);
    await node.receive(arrival({ type: 'connected' }));
    await scene().requests(2);
    return {
      node,
      repeat: () => {
        waiting.resolve(undefined);
      },
    };
  }

  test('is not repeated when a notification tells of it meanwhile', async () => {
    const { node, repeat } = await unanswered();
    await node.receive(arrival({ type: 'initiated', promptRef: promptRef(2) }));
    repeat();
    await scene().settled();
    expect(scene().whats).toEqual(['PUT v1/accept', 'PUT v1/play']);
  });

  test('is repeated when nothing tells of it', async () => {
    const { repeat } = await unanswered();
    repeat();
    await scene().settled();
    expect(scene().whats).toEqual(['PUT v1/accept', 'PUT v1/play', 'PUT v1/play']);
  });
});

describe('whatever came in since', () => {
  test('a call that is given up is hung up', async () => {
    const survivor = await leftBehind('hangup', 'before it was sent');
    scene().clock.pass(60_000);
    await recover(survivor, call);
    expect(scene().whats.at(-1)).toBe('DELETE v1');
  });

  test('a dial is sent again under the same key, so that its call gets its name', async () => {
    const survivor = await leftBehind('dial', 'before it was settled');
    await survivor.receive(
      arrival({ type: 'disconnected', reason: 'busy' }, { voiceId: voiceId('dialled-1'), callHint: dialled }),
    );
    await recover(survivor, dialled);
    expect(scene().server.requests.map(({ key }) => key)).toEqual([`${dialled}.1`, `${dialled}.1`]);
    expect((await survivor.loadCall(dialled))?.voiceId).toBe('dialled-1');
  });
});

test('what no process had begun leaves in order after what is in doubt (I4)', async () => {
  const survivor = await leftBehind('accept', 'before it was sent');
  await survivor.receive(arrival({ type: 'connected' }));
  expect(await scene().outbox()).toEqual(['accept', 'play']);
  await recover(survivor, call);
  // `connected` says that the accept was carried out.
  expect(scene().whats).toEqual(['PUT v1/play']);
});
