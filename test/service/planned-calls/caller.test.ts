/** Planned calls over real registries, with a clock that tests move and a dial that they let go wrong. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openRedisStore } from '../../../src/adapters/store-redis/index.ts';
import { openSqliteStore } from '../../../src/adapters/store-sqlite/index.ts';
import { callId } from '../../../src/call/index.ts';
import type { CallId } from '../../../src/call/index.ts';
import type { WantedCall } from '../../../src/service/campaigns/index.ts';
import { CampaignDocuments } from '../../../src/service/campaigns/index.ts';
import { AuditLog, SYSTEM } from '../../../src/service/management/index.ts';
import { openPlannedCalls } from '../../../src/service/planned-calls/index.ts';
import type { Wanted } from '../../../src/service/planned-calls/index.ts';
import { OperationalError } from '../../../src/engine/ports/index.ts';
import type { Registry } from '../../../src/engine/ports/index.ts';
import { temporaryFile } from '../../adapters/sqlite-file.ts';
import { HandClock } from '../../engine/hand-clock.ts';
import { RecordingLog } from '../../engine/recording-log.ts';
import { until } from '../../engine/until.ts';
import { startRedis } from '../../adapters/redis/server.ts';
import type { RedisServer } from '../../adapters/redis/server.ts';

type PlannedParts = Parameters<typeof openPlannedCalls>[0];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const RETENTION = 7 * DAY;
const reminder: Wanted = { flow: 'reminder', from: '+4930555000', to: '+4915112345678' };

let redis: RedisServer;
let prefixes = 0;
const open: (() => PromiseLike<unknown>)[] = [];
beforeAll(async () => {
  redis = await startRedis();
});
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});
afterAll(() => redis.stop());

function onSqlite(): Promise<Registry> {
  const { file, remove } = temporaryFile();
  const store = openSqliteStore({ file });
  open.push(
    () => Promise.resolve().then(remove),
    () => store.close(),
  );
  return Promise.resolve(store.registry);
}

async function onRedis(): Promise<Registry> {
  prefixes += 1;
  const address = `${redis.address}?prefix=p${prefixes}`;
  const store = await openRedisStore({ address, log: new RecordingLog() });
  open.push(() => store.close());
  return store.registry;
}

/** What the engine does, as far as it matters here: one call for each key, which ends when a test says so. */
class Calls {
  readonly placed: WantedCall[] = [];
  readonly #records = new Map<CallId, object>();
  /** What dialling comes to before and after the call is there. */
  before: () => Promise<void> = () => Promise.resolve();
  after: () => Promise<void> = () => Promise.resolve();

  readonly idOf = (project: string, key: string) => callId(`${project}.${key.replaceAll(' ', '-')}`);

  readonly dial = async (wanted: WantedCall) => {
    await this.before();
    const id = this.idOf(wanted.project, wanted.key);
    if (!this.#records.has(id)) {
      this.placed.push(wanted);
      this.#records.set(id, { context: { call: { reason: '' }, milestones: [] } });
    }
    await this.after();
    return id;
  };

  readonly load = (id: CallId) => {
    const record = this.#records.get(id);
    return Promise.resolve(record && ({ record } as never));
  };

  /** The newest one is over. */
  end(reason: string, endedAt: number): void {
    const last = this.placed.at(-1) ?? expect.fail();
    const context = { call: { reason }, milestones: reason === 'normal' ? ['told'] : [] };
    this.#records.set(this.idOf(last.project, last.key), { endedAt, context });
  }

  forget(): void {
    this.#records.clear();
  }
}

function refusal(code: string, retryable = false): () => Promise<void> {
  return () => Promise.reject(new OperationalError(code, `because of ${code}`, { retryable }));
}

/** The same registry for a node that reads single documents only once it is told to go on. */
function slowToRead(registry: Registry) {
  const { promise, resolve: goOn } = Promise.withResolvers<undefined>();
  const slow: Registry = {
    get: async (kind, id) => {
      await promise;
      return registry.get(kind, id);
    },
    list: (kind, page) => registry.list(kind, page),
    count: (kind) => registry.count(kind),
    write: (changes) => registry.write(changes),
    kinds: () => registry.kinds(),
    revision: (collections) => registry.revision(collections),
  };
  return {
    slow,
    goOn: () => {
      goOn(undefined);
    },
  };
}

function sceneOn(registry: Registry, more: Partial<PlannedParts> = {}) {
  const clock = new HandClock();
  const calls = new Calls();
  const log = new RecordingLog();
  let ids = 0;
  const parts: PlannedParts = {
    registry,
    audit: new AuditLog(registry, () => `entry-${(ids += 1)}`),
    calls,
    dial: calls.dial,
    callOf: calls.idOf,
    expectFit: () => Promise.resolve(),
    clock,
    log,
    newId: () => `00000000-0000-0000-0000-${String((ids += 1)).padStart(12, '0')}`,
    retentionMs: RETENTION,
    pollMs: 1_000,
    ...more,
  };
  const { plannedCalls, caller } = openPlannedCalls(parts);
  const plan = async (wanted: Partial<Wanted> & { key?: string } = {}) =>
    plannedCalls.plan(SYSTEM, 'default', { ...reminder, ...wanted });
  const look = async (id: string) => {
    await caller.poll();
    return plannedCalls.get({ project: 'default', id });
  };
  /** Another node on the same registry. */
  const another = (on = registry) => openPlannedCalls({ ...parts, registry: on });
  return { clock, calls, log, plannedCalls, caller, plan, look, another };
}

describe.each([
  ['SQLite', onSqlite],
  ['Redis', onRedis],
])('a planned call in %s', (_where, opened) => {
  test('is placed at its time and not before, tells what it came to, and is forgotten', async () => {
    const { clock, calls, plan, look, plannedCalls, caller } = sceneOn(await opened());
    const { id } = await plan({ at: clock.now() + HOUR, params: { day: 'Monday' } });
    clock.pass(HOUR - 1);
    expect(await look(id)).toMatchObject({ state: 'waiting', calls: [] });
    clock.pass(1);
    expect(await look(id)).toMatchObject({ state: 'calling', calls: [`default.planned-default/${id}-1`] });
    expect(calls.placed).toEqual([
      { project: 'default', ...reminder, params: { day: 'Monday' }, key: `planned default/${id} 1` },
    ]);
    calls.end('normal', clock.now());
    const done = { state: 'done', result: 'answered', outcomes: ['told'], endedAt: clock.now() };
    expect(await look(id)).toMatchObject(done);
    clock.pass(RETENTION - 1);
    expect(await look(id)).toMatchObject(done);
    clock.pass(1);
    await caller.poll();
    await expect(plannedCalls.get({ project: 'default', id })).rejects.toThrow('there is no planned call');
    clock.pass(RETENTION);
    await caller.poll();
    expect(calls.placed).toHaveLength(1);
  });

  test('is placed again as its retries say, and no more often', async () => {
    const { clock, calls, plan, look } = sceneOn(await opened());
    const { id } = await plan({ retries: { busy: { times: 2, afterSeconds: 60 } } });
    for (const attempt of [1, 2, 3]) {
      await look(id);
      expect(calls.placed).toHaveLength(attempt);
      calls.end('busy', clock.now());
      const seen = await look(id);
      if (attempt === 3) expect(seen).toMatchObject({ state: 'done', result: 'busy' });
      else expect(seen).toMatchObject({ state: 'waiting', dueAt: clock.now() + MINUTE });
      clock.pass(MINUTE - 1);
      expect((await look(id)).calls).toHaveLength(attempt);
      clock.pass(1);
    }
    expect(new Set(calls.placed.map(({ key }) => key)).size).toBe(3);
  });

  test.each(['rejected', 'no_answer', 'normal'])(
    'that is to be repeated when busy is not when it ends as %s',
    async (reason) => {
      const { clock, calls, plan, look } = sceneOn(await opened());
      const { id } = await plan({ retries: { busy: { times: 2, afterSeconds: 60 } } });
      await look(id);
      calls.end(reason, clock.now());
      expect((await look(id)).state).toBe('done');
    },
  );

  test('is placed once by several nodes that look at the same time (PLANNED-2)', async () => {
    const { clock, calls, plan, caller, another, log } = sceneOn(await opened());
    for (let at = 0; at < 70; at += 1) await plan({ at: clock.now() + 1 + (at % 7) });
    clock.pass(MINUTE);
    const nodes = [caller, another().caller, another().caller];
    await Promise.all(nodes.map((node) => node.poll()));
    await Promise.all(nodes.map((node) => node.poll()));
    expect(calls.placed).toHaveLength(70);
    expect(new Set(calls.placed.map(({ key }) => key)).size).toBe(70);
    expect(log.of('warn')).toEqual([]);
  });

  test.each([
    ['done, and kept', {}, { state: 'done', result: 'busy' }],
    [
      'waiting again, and not placed early',
      { retries: { busy: { times: 2, afterSeconds: 60 } } },
      { state: 'waiting' },
    ],
  ])(
    'that a slow node has listed is %s, when another one has progressed it since',
    async (_what, wanted, seen) => {
      const registry = await opened();
      const { clock, calls, plan, look, another } = sceneOn(registry);
      const { slow, goOn } = slowToRead(registry);
      const { id } = await plan(wanted);
      const polled = another(slow).caller.poll();
      await look(id);
      calls.end('busy', clock.now());
      await look(id);
      goOn();
      await polled;
      expect(await look(id)).toMatchObject(seen);
      expect(calls.placed).toHaveLength(1);
    },
  );

  test.each(['before', 'after'] as const)(
    'whose node is gone just %s the call was there is taken up by another one (PLANNED-2)',
    async (when) => {
      const { clock, calls, plan, caller, another } = sceneOn(await opened());
      const { id } = await plan();
      calls[when] = refusal('store_away', true);
      await caller.poll();
      expect(calls.placed).toHaveLength(when === 'before' ? 0 : 1);
      calls[when] = () => Promise.resolve();
      const { caller: other, plannedCalls } = another();
      await other.poll();
      expect(calls.placed).toHaveLength(1);
      calls.end('normal', clock.now());
      await other.poll();
      expect(await plannedCalls.get({ project: 'default', id })).toMatchObject({
        state: 'done',
        calls: [calls.idOf('default', `planned default/${id} 1`)],
      });
    },
  );

  test('that is taken back while it waits is never placed', async () => {
    const { clock, calls, plan, look, plannedCalls } = sceneOn(await opened());
    const { id } = await plan({ at: clock.now() + HOUR });
    const ref = { project: 'default', id };
    const cancelled = { state: 'cancelled', calls: [], cancelledAt: clock.now(), endedAt: clock.now() };
    expect(await plannedCalls.cancel(SYSTEM, ref)).toMatchObject(cancelled);
    clock.pass(HOUR);
    expect(await plannedCalls.cancel(SYSTEM, ref)).toMatchObject(cancelled);
    expect(await look(id)).toMatchObject(cancelled);
    expect(calls.placed).toEqual([]);
  });

  test('that is taken back during its call is not placed again', async () => {
    const { clock, calls, plan, look, plannedCalls } = sceneOn(await opened());
    const { id } = await plan({ retries: { busy: { times: 2, afterSeconds: 60 } } });
    await look(id);
    expect(await plannedCalls.cancel(SYSTEM, { project: 'default', id })).toMatchObject({ state: 'calling' });
    calls.end('busy', clock.now());
    expect(await look(id)).toMatchObject({ state: 'cancelled', result: 'busy' });
    clock.pass(HOUR);
    await look(id);
    expect(calls.placed).toHaveLength(1);
  });

  test('that is done cannot be taken back', async () => {
    const { clock, calls, plan, look, plannedCalls } = sceneOn(await opened());
    const { id } = await plan();
    await look(id);
    calls.end('normal', clock.now());
    await look(id);
    await expect(plannedCalls.cancel(SYSTEM, { project: 'default', id })).rejects.toMatchObject({
      code: 'call_over',
    });
  });
});

describe('a planned call', () => {
  test('that is one too many for its project is tried again until there is room', async () => {
    const { calls, clock, plan, look, log } = sceneOn(await onSqlite());
    calls.before = refusal('too_many_calls', true);
    const { id } = await plan();
    expect((await look(id)).state).toBe('calling');
    clock.pass(30 * MINUTE);
    calls.before = () => Promise.resolve();
    await look(id);
    expect(calls.placed).toHaveLength(1);
    expect(log.lines).toEqual([]);
  });

  test('that is one too many is told as due, and how late it is, until it is placed', async () => {
    const reported: string[] = [];
    const watch = {
      placed: (project: string) => reported.push(`placed ${project}`),
      concluded: (project: string, result: string) => reported.push(`${result} ${project}`),
    };
    const { calls, clock, plan, look, caller } = sceneOn(await onSqlite(), { watch });
    calls.before = refusal('too_many_calls', true);
    const since = clock.now() + MINUTE;
    const { id } = await plan({ at: since });
    await look(id);
    expect([...caller.pending()]).toEqual([]);
    clock.pass(10 * MINUTE);
    await look(id);
    clock.pass(MINUTE);
    await look(id);
    expect([...caller.pending()]).toEqual([['default', { calls: 1, since }]]);
    calls.before = () => Promise.resolve();
    await look(id);
    await look(id);
    expect([...caller.pending()]).toEqual([]);
    calls.end('normal', clock.now());
    await look(id);
    expect(reported).toEqual(['placed default', 'answered default']);
  });

  test('for which there is no room in time is missed, as is one whose time nobody was there (PLANNED-4)', async () => {
    const { calls, clock, plan, look } = sceneOn(await onSqlite());
    calls.before = refusal('too_many_calls', true);
    const first = await plan();
    const second = await plan({ at: clock.now() + MINUTE });
    await look(first.id);
    clock.pass(HOUR + 2 * MINUTE);
    calls.before = () => Promise.resolve();
    for (const { id } of [first, second])
      expect(await look(id)).toMatchObject({ state: 'done', result: 'missed', calls: [] });
    expect(calls.placed).toEqual([]);
  });

  test('whose record may have been forgotten is not placed again, and its result is unknown (PLANNED-4)', async () => {
    const { calls, clock, plan, look } = sceneOn(await onSqlite());
    const { id } = await plan();
    await look(id);
    calls.forget();
    clock.pass(RETENTION);
    expect(await look(id)).toMatchObject({ state: 'done', result: 'unknown' });
    expect(calls.placed).toHaveLength(1);
  });

  test('that is taken back before it could be placed is over soon, without a call (PLANNED-4)', async () => {
    const { calls, clock, plan, look, plannedCalls } = sceneOn(await onSqlite());
    calls.before = refusal('too_many_calls', true);
    const { id } = await plan();
    await look(id);
    await plannedCalls.cancel(SYSTEM, { project: 'default', id });
    calls.before = () => Promise.resolve();
    expect((await look(id)).state).toBe('calling');
    clock.pass(10_000);
    const over = await look(id);
    expect(over).toMatchObject({ state: 'cancelled', calls: [] });
    expect(over.result).toBeUndefined();
    expect(calls.placed).toEqual([]);
  });

  test.each(['unknown_flow', 'bad_params'])(
    'that meets %s at its time is unfit, and says why',
    async (code) => {
      const { calls, plan, look } = sceneOn(await onSqlite());
      calls.before = refusal(code);
      const { id } = await plan({ retries: { failed: { times: 3, afterSeconds: 1 } } });
      expect((await look(id)).state).toBe('done');
      expect(await look(id)).toMatchObject({ result: 'unfit', detail: `because of ${code}`, calls: [] });
    },
  );

  test('to a number that nobody may call is not placed, also where that is said while there is no room', async () => {
    const registry = await onSqlite();
    const { calls, clock, plan, look } = sceneOn(registry);
    calls.before = refusal('too_many_calls', true);
    const asked = await plan();
    await look(asked.id);
    const waiting = await plan();
    const barred = new CampaignDocuments(registry).openDoNotCall('default');
    await registry.write([barred.change(reminder.to, undefined, { at: clock.now(), by: 'x' })]);
    calls.before = () => Promise.resolve();
    for (const { id } of [asked, waiting])
      expect(await look(id)).toMatchObject({ state: 'done', result: 'do_not_call', calls: [] });
    expect(calls.placed).toEqual([]);
  });

  test('with which something is wrong keeps no other waiting, and is told', async () => {
    const { calls, plan, caller, log } = sceneOn(await onSqlite());
    await plan();
    await plan();
    let tries = 0;
    calls.before = () => ((tries += 1) === 1 ? Promise.reject(new Error('broken')) : Promise.resolve());
    await caller.poll();
    expect(calls.placed).toHaveLength(1);
    expect(log.of('warn')).toEqual(['planned call step failed; it will be retried']);
    await caller.poll();
    expect(calls.placed).toHaveLength(2);
  });

  test('is planned once under a key, also when its time is over; another one under it is refused', async () => {
    const { clock, plan, plannedCalls } = sceneOn(await onSqlite());
    const at = clock.now() + MINUTE;
    const params = { a: 1, b: 'x' };
    const [first, second] = await Promise.all([
      plan({ at, params, key: 'k' }),
      plan({ at, params, key: 'k' }),
    ]);
    expect(second.id).toBe(first.id);
    clock.pass(HOUR);
    expect((await plan({ at, params: { b: 'x', a: 1 }, key: 'k' })).id).toBe(first.id);
    for (const other of [{ at: at + 1 }, { at, to: '+4915112345679' }, { at, params: { ...params, a: 2 } }])
      await expect(plan({ params, ...other, key: 'k' })).rejects.toMatchObject({ code: 'key_reused' });
    expect((await plannedCalls.list('default', { limit: 10 })).items).toHaveLength(1);
    await expect(plannedCalls.refusePlannedKey('default', 'k')).rejects.toMatchObject({ code: 'key_reused' });
    await plannedCalls.refusePlannedKey('other', 'k');
    await plannedCalls.refusePlannedKey('default', 'l');
  });

  test('is not planned under the key of a call that was placed', async () => {
    const { calls, plan } = sceneOn(await onSqlite());
    await calls.dial({ project: 'default', ...reminder, params: {}, key: 'k' });
    await expect(plan({ key: 'k' })).rejects.toMatchObject({ code: 'key_reused' });
  });

  test.each([
    ['now', 0],
    ['in the past', -1],
    ['in more than a year', 366 * DAY + 1],
  ])('is not planned for %s', async (_when, fromNow) => {
    const { clock, plan } = sceneOn(await onSqlite());
    await expect(plan({ at: clock.now() + fromNow })).rejects.toMatchObject({ code: 'invalid_time' });
  });

  test('is not planned beyond as many as a project may have', async () => {
    const { plan } = sceneOn(await onSqlite(), { most: 2 });
    await plan();
    await plan({ key: 'k' });
    await expect(plan()).rejects.toMatchObject({ code: 'too_many_planned_calls' });
    await plan({ key: 'k' });
  });

  test('is listed by pages, each once, and by state', async () => {
    const { clock, plan, caller, plannedCalls } = sceneOn(await onSqlite());
    const [now, later] = [new Set<string>(), new Set<string>()];
    for (let at = 0; at < 230; at += 1)
      if (at % 50 === 0) now.add((await plan()).id);
      else later.add((await plan({ at: clock.now() + HOUR })).id);
    await caller.poll();
    const all = async (state?: 'calling' | 'waiting' | 'done') => {
      const ids: string[] = [];
      for (let after: string | undefined; ;) {
        const asked = { limit: 7, ...(state && { state }), ...(after !== undefined && { after }) };
        const { items, next } = await plannedCalls.list('default', asked);
        ids.push(...items.map(({ id }) => id));
        if (next === undefined) return ids.sort();
        after = next;
      }
    };
    expect(await all('calling')).toEqual([...now].sort());
    expect(await all('waiting')).toEqual([...later].sort());
    expect(await all('done')).toEqual([]);
    expect(await all()).toEqual([...now, ...later].sort());
  });
});

describe('a node', () => {
  test('looks every second until it stops, and goes on where the store was away', async () => {
    const registry = await onSqlite();
    let away = 1;
    const fickle: Registry = {
      get: (...args) => registry.get(...args),
      list: (...args) => ((away -= 1) === 0 ? Promise.reject(new Error('away')) : registry.list(...args)),
      count: (...args) => registry.count(...args),
      write: (...args) => registry.write(...args),
      kinds: () => registry.kinds(),
      revision: (...args) => registry.revision(...args),
    };
    const { clock, calls, log, plan, caller } = sceneOn(fickle);
    await plan();
    caller.start();
    clock.pass(1_000);
    await until(() => clock.waits(1_000));
    expect(log.of('warn')).toEqual(['cannot list due planned calls']);
    clock.pass(1_000);
    await until(() => calls.placed.length === 1);
    await until(() => clock.waits(1_000));
    await caller.stop();
    expect(clock.waits(1_000)).toBe(false);
    await plan();
    clock.pass(10_000);
    expect(calls.placed).toHaveLength(1);
  });
});
