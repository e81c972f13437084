/** Canaries that are watched: on a real registry and real counts, with a clock that tests move. */
import { describe, expect, test } from 'vitest';
import { openMemoryStore } from '../../../src/adapters/store-memory/index.ts';
import { compileBundle, openManagement } from '../../../src/service/management/index.ts';
import type { Guard, Management } from '../../../src/service/management/index.ts';
import type { Store, Width } from '../../../src/engine/ports/index.ts';
import { WIDTH_MS } from '../../../src/engine/ports/index.ts';
import { Guards } from '../../../src/service/stats/guards.ts';
import { HandClock } from '../../engine/hand-clock.ts';
import { failingFirst } from '../../engine/store-with.ts';
import { RecordingLog } from '../../engine/recording-log.ts';
import { until } from '../../engine/until.ts';
import { flowSaying } from '../../authoring/flow-files/folder.ts';

const LOOK_MS = 2_000;

const operator = { id: 'key:a', name: 'a', grants: [] };
const ref = { project: 'default', flow: 'desk' };
const guard: Guard = { maxErrorPercent: 10, maxHangupPercent: 50, minCalls: 20 };

interface Went {
  ended: number;
  failed?: number;
  hungUp?: number;
}

class Scene {
  readonly clock = new HandClock();
  readonly log = new RecordingLog();
  readonly store: Store = openMemoryStore();
  readonly management: Management;
  readonly versions: string[] = [];
  taken = 0;
  #flushes = 0;

  constructor() {
    const { store, clock, log } = this;
    let ids = 0;
    this.management = openManagement({
      registry: store.registry,
      flows: store,
      calls: store,
      unreadable: () => undefined,
      inUse: () => Promise.resolve(undefined),
      folder: { runTests: () => Promise.reject(new Error('there is no folder')) },
      editing: 'on',
      listCarriers: () => [],
      listSettingsRoutes: () => [],
      onDeploying: () => undefined,
      clock,
      log,
      env: {},
      newId: () => String((ids += 1)),
      secrets: { hash: () => Promise.resolve(''), matches: () => Promise.resolve(false) } as never,
    });
  }

  guards(sum = this.store.counts.sum.bind(this.store.counts)): Guards {
    const { management, clock, log } = this;
    return new Guards({
      deployments: management.deployments,
      counts: { sum },
      clock,
      log,
      onRollback: () => {
        this.taken += 1;
      },
    });
  }

  /** Hands versions in, the first of which takes the calls. */
  async begins(...texts: string[]): Promise<void> {
    for (const text of texts) {
      const { flows } = compileBundle({ 'flow.yaml': flowSaying(text) });
      const versions = flows.map(({ flow, file, files }) => ({
        ...{ flow: flow.name, version: flow.version, file, steps: Object.keys(flow.steps).length },
        source: JSON.stringify({ files, compiled: flow }),
      }));
      await this.management.versions.put(operator, 'default', { versions, at: this.clock.now() });
      this.versions.push(versions[0]?.version ?? '');
    }
    await this.management.deployments.deploy(operator, ref.project, {
      flows: { [ref.flow]: { version: this.versions[0] ?? '' } },
    });
  }

  async tries(version: number, percent = 50, more: { guard?: Guard } = { guard }): Promise<void> {
    await this.management.deployments.deploy(operator, ref.project, {
      flows: {
        [ref.flow]: {
          version: this.versions[version] ?? '',
          percent,
          ...more,
        },
      },
    });
  }

  /** Calls on a version end at this time. */
  async ends(version: number, { ended, failed = 0, hungUp = 0 }: Went, width: Width = 'minute') {
    this.#flushes += 1;
    const at = this.clock.now() - (this.clock.now() % WIDTH_MS[width]);
    const sums = Object.entries({ ended, failed, hung_up: hungUp }).map(([name, count]) => ({
      version: this.versions[version] ?? '',
      name,
      count,
    }));
    const added = [{ ...ref, sheet: 'calls' as const, width, at, keptUntil: Infinity, sums }];
    await this.store.counts.add({ node: 'a', number: this.#flushes, now: 0, added });
  }

  deployment() {
    return this.management.deployments.get(ref);
  }

  async audited() {
    const { items: entries } = await this.management.audit.list({ limit: 50 }, '*');
    return entries.filter(({ by }) => by === 'system');
  }
}

async function trying(texts = ['One.', 'Two.']): Promise<Scene> {
  const scene = new Scene();
  await scene.begins(...texts);
  await scene.tries(1);
  return scene;
}

describe('a canary', () => {
  test('that fails more often than its guard allows is taken back in one step', async () => {
    const scene = await trying();
    await scene.ends(0, { ended: 100, failed: 1 });
    await scene.ends(1, { ended: 20, failed: 3 });
    await scene.guards().poll();
    const [live, canary] = scene.versions;
    const reason = '3 of 20 calls failed, more than 10 % (on the live version 1 of 100)';
    const after = await scene.deployment();
    expect(after).toMatchObject({ live, changedBy: 'system', guard });
    expect(after.canary).toBeUndefined();
    expect(after.takenBack).toEqual({
      version: canary,
      percent: 50,
      since: scene.clock.now(),
      at: scene.clock.now(),
      reason,
    });
    expect(await scene.audited()).toMatchObject([
      {
        by: 'system',
        project: 'default',
        action: 'flow.rollback',
        subject: 'desk',
        detail: { version: canary, percent: 50, reason, ended: 20, failed: 3, liveEnded: 100, liveFailed: 1 },
      },
    ]);
    expect(scene.log.of('error')).toEqual(['canary rolled back']);
    expect(scene.taken).toBe(1);
  });

  test('that callers leave is taken back too', async () => {
    const scene = await trying();
    await scene.ends(1, { ended: 40, hungUp: 21 });
    await scene.guards().poll();
    expect((await scene.deployment()).takenBack?.reason).toBe('21 of 40 callers hung up, more than 50 %');
  });

  test.each<[string, Went, Went]>([
    ['does well', { ended: 100 }, { ended: 100, failed: 10, hungUp: 50 }],
    ['has had too few calls', { ended: 100 }, { ended: 19, failed: 19 }],
    ['does no worse than the live version', { ended: 100, failed: 40 }, { ended: 50, failed: 20 }],
    ['has had no calls', { ended: 100, failed: 50 }, { ended: 0 }],
  ])('that %s stays', async (_what, live, tried) => {
    const scene = await trying();
    await scene.ends(0, live);
    await scene.ends(1, tried);
    await scene.guards().poll();
    expect((await scene.deployment()).canary?.version).toBe(scene.versions[1]);
    expect(await scene.audited()).toEqual([]);
    expect(scene.taken).toBe(0);
  });

  test('is not excused by a live version that had too few calls', async () => {
    const scene = await trying();
    await scene.ends(0, { ended: 19, failed: 19 });
    await scene.ends(1, { ended: 20, failed: 5 });
    await scene.guards().poll();
    expect((await scene.deployment()).takenBack?.reason).toBe('5 of 20 calls failed, more than 10 %');
  });

  test('without a guard is nobody’s business', async () => {
    const scene = new Scene();
    await scene.begins('One.', 'Two.');
    await scene.tries(1, 50, {});
    await scene.ends(1, { ended: 100, failed: 100 });
    await scene.guards().poll();
    expect((await scene.deployment()).canary).toBeDefined();
  });

  test('GUARD-2 is judged by what ended since it was shifted last', async () => {
    const scene = await trying();
    await scene.ends(1, { ended: 100, failed: 100 });
    scene.clock.pass(5 * 60_000);
    await scene.tries(1, 60);
    await scene.ends(1, { ended: 100, failed: 0 });
    await scene.guards().poll();
    expect((await scene.deployment()).canary?.percent).toBe(60);
  });

  test('GUARD-2 is judged by hours once minutes are forgotten', async () => {
    const scene = await trying();
    scene.clock.pass(7 * 3_600_000);
    await scene.ends(1, { ended: 30, failed: 30 }, 'hour');
    await scene.guards().poll();
    expect((await scene.deployment()).takenBack).toBeDefined();
  });

  test('GUARD-1 is taken back once, however many nodes find out at the same time', async () => {
    const scene = await trying();
    await scene.ends(1, { ended: 100, failed: 100 });
    await Promise.all([1, 2, 3, 4].map(() => scene.guards().poll()));
    expect(scene.taken).toBe(1);
    expect(await scene.audited()).toHaveLength(1);
    expect(scene.log.of('error')).toHaveLength(1);
  });

  test('does not come back by a schedule of its own, while another one holds', async () => {
    for (const [scheduled, holds] of [
      [1, false],
      [2, true],
    ] as const) {
      const scene = await trying(['One.', 'Two.', 'Three.']);
      await scene.management.deployments.deploy(operator, ref.project, {
        flows: {
          [ref.flow]: {
            version: scene.versions[scheduled] ?? '',
            at: scene.clock.now() + 3_600_000,
          },
        },
      });
      await scene.ends(1, { ended: 100, failed: 100 });
      await scene.guards().poll();
      expect((await scene.deployment()).scheduled?.version).toBe(holds ? scene.versions[2] : undefined);
      scene.clock.pass(3_600_000);
      expect((await scene.deployment()).live).toBe(holds ? scene.versions[2] : scene.versions[0]);
    }
  });

  test('that was shifted while it was judged stays: it is judged anew', async () => {
    const scene = await trying();
    await scene.ends(1, { ended: 100, failed: 100 });
    const shifting = scene.guards(async (series, span) => {
      const found = await scene.store.counts.sum(series, span);
      scene.clock.pass(60_000);
      await scene.tries(1, 5);
      return found;
    });
    await shifting.poll();
    expect((await scene.deployment()).canary?.percent).toBe(5);
    expect(scene.taken).toBe(0);
  });
});

describe('who watches', () => {
  test('looks again and again, also after what could not be seen, until it is stopped', async () => {
    const scene = await trying();
    await scene.ends(1, { ended: 100, failed: 100 });
    const sum = failingFirst(1, scene.store.counts.sum.bind(scene.store.counts));
    const guards = scene.guards(sum);
    guards.start();
    scene.clock.pass(LOOK_MS);
    await until(() => scene.log.of('warn').length === 1);
    await until(() => scene.clock.waits(LOOK_MS));
    expect(scene.taken).toBe(0);
    scene.clock.pass(LOOK_MS);
    await until(() => scene.taken === 1);
    await guards.stop();
    expect(scene.clock.waits(LOOK_MS)).toBe(false);
  });

  test('reads nothing where no canary has a guard', async () => {
    const scene = await trying();
    await scene.management.deployments.rollBack(operator, ref);
    const reads: unknown[] = [];
    const guards = scene.guards((series) => {
      reads.push(series);
      return Promise.resolve([]);
    });
    await guards.poll();
    expect(reads).toEqual([]);
    expect(await scene.store.registry.count('guarded-deployments')).toBe(0);
  });

  test('forgets a canary that was over by its schedule, and knows the next one', async () => {
    const scene = await trying(['One.', 'Two.', 'Three.']);
    await scene.management.deployments.deploy(operator, ref.project, {
      flows: {
        [ref.flow]: {
          version: scene.versions[2] ?? '',
          at: scene.clock.now() + 1_000,
        },
      },
    });
    expect(await scene.store.registry.count('guarded-deployments')).toBe(1);
    scene.clock.pass(1_000);
    await scene.guards().poll();
    expect(await scene.store.registry.count('guarded-deployments')).toBe(0);
    await scene.tries(1);
    await scene.ends(1, { ended: 100, failed: 100 });
    await scene.guards().poll();
    expect(scene.taken).toBe(1);
  });

  test('deploying the next version clears the word of the last one', async () => {
    const scene = await trying(['One.', 'Two.', 'Three.']);
    await scene.ends(1, { ended: 100, failed: 100 });
    await scene.guards().poll();
    expect((await scene.deployment()).takenBack).toBeDefined();
    await scene.tries(2);
    expect((await scene.deployment()).takenBack).toBeUndefined();
  });
});
