/**
 * Measures two projects on one node with SQLite: reaction times of one project while the flow of the other is as heavy as
 * possible, and the size of the store. Light calls arrive at fixed times whether or not the node keeps up, so their reaction
 * time counts from when they were due.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../src/adapters/clock-system/index.ts';
import { openSqliteStore } from '../src/adapters/store-sqlite/index.ts';
import { projectId } from '../src/call/index.ts';
import { compileOrThrow, quietLog } from './fixtures.ts';
import { Engine } from '../src/engine/index.ts';
import { carrierWith } from '../test/engine/carrier-with.ts';
import { parseNotification } from '../src/platform/wire/index.ts';
import { percentile } from './stats.ts';

/** Measurements of the light project beside one load of the heavy project. */
export interface NeighbourFigures {
  /** Load of the heavy project; `none` for the light project alone. */
  neighbour: string;
  heavyCalls: number;
  /** Notifications of heavy calls that could not be applied. */
  refused: number;
  /** From when a light call was due until its first command was sent, ms. */
  reactionP50Ms: number;
  reactionP99Ms: number;
  /** The longest stop of the event loop, ms. */
  stallMs: number;
  /** Most memory of the process (RSS), MB. */
  rssMb: number;
  databaseMb: number;
}

const LIGHT_EVERY_MS = 10;
const HEAVY_EVERY_MS = 200;
const LIGHT = '+4930100';
const HEAVY = '+4930200';

const header = (name: string) => `ringflow: 1\nname: ${name}\nlanguages: [en-US]\n`;
const doubling = (steps: number) =>
  `vars: { s: "0123456789" }\non: { error: sorry }\nsteps:\n${Array.from({ length: steps }, (_, index) => `  s${index}: { set: { s: "\${vars.s + vars.s}" } }\n`).join('')}  sorry: { say: Sorry., next: hangup }\n`;
const circling = (condition: string) =>
  `vars: { n: 0 }\nlimits: { steps: 10000 }\non: { error: sorry }\nsteps:\n  count: { set: { n: "\${vars.n + 1}" } }\n  again: { switch: [{ when: '${condition}', goto: count }] }\n  sorry: { say: Sorry., next: hangup }\n`;
const list = `[${Array.from({ length: 100 }, (_, index) => index).join()}]`;

/** Loads of the heavy project. */
interface Neighbour {
  flow: string;
  /** Calls that begin at the same moment, every `HEAVY_EVERY_MS`. */
  atOnce: number;
}

const lists = circling(`${list}.all(x, x + vars.n >= 0)`);
const neighbours: Record<string, Neighbour> = {
  '12 doublings': { flow: doubling(12), atOnce: 1 },
  '23 doublings': { flow: doubling(23), atOnce: 1 },
  '40 doublings': { flow: doubling(40), atOnce: 1 },
  'steps in a circle': { flow: circling('vars.n >= 0'), atOnce: 1 },
  'lists in a circle': { flow: lists, atOnce: 1 },
  'lists, 60 calls at once': { flow: lists, atOnce: 60 },
};

/** Measures each neighbour for so many seconds. */
export async function measureNeighbours(seconds: number, most = Infinity): Promise<NeighbourFigures[]> {
  const figures = [await measure('none', undefined, seconds)];
  for (const [name, neighbour] of Object.entries(neighbours).slice(0, most))
    figures.push(await measure(name, neighbour, seconds));
  return figures;
}

/** Rows of the report, the first one its heading. */
export function neighbourRows(figures: NeighbourFigures[]): string[][] {
  return [
    [
      'beside a flow of',
      'its calls',
      'refused',
      'react. p50',
      'react. p99',
      'stall, ms',
      'RSS, MB',
      'db, MB',
    ],
    ...figures.map(({ neighbour, heavyCalls, refused, rssMb, databaseMb, ...times }) => [
      neighbour,
      ...[heavyCalls, refused].map(String),
      ...[times.reactionP50Ms, times.reactionP99Ms, times.stallMs].map((value) => value.toFixed(1)),
      ...[rssMb, databaseMb].map((value) => value.toFixed(0)),
    ]),
  ];
}

async function measure(
  neighbour: string,
  heavy: Neighbour | undefined,
  seconds: number,
): Promise<NeighbourFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'ringflow-bench-'));
  const due = new Map<string, number>();
  const reactions: number[] = [];
  const node = await openNode(join(folder, 'calls.sqlite'), heavy?.flow, (call) => {
    const at = due.get(call);
    if (at === undefined) return;
    due.delete(call);
    reactions.push(performance.now() - at);
  });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  let bursts = 0;
  let heavyCalls = 0;
  let refused = 0;
  let rss = 0;
  const begun: Promise<unknown>[] = [];
  for (let light = 0; performance.now() < endsAt; light += 1) {
    const dueAt = startedAt + light * LIGHT_EVERY_MS;
    const ms = dueAt - performance.now();
    if (ms > 0) await pause(ms);
    const id = `light-${light}`;
    due.set(`light.${id}`, dueAt);
    begun.push(node.receive('light', id, LIGHT));
    if (heavy !== undefined && performance.now() - startedAt > bursts * HEAVY_EVERY_MS) {
      bursts += 1;
      for (let call = 0; call < heavy.atOnce; call += 1) {
        heavyCalls += 1;
        begun.push(node.receive('heavy', `heavy-${heavyCalls}`, HEAVY).catch(() => (refused += 1)));
      }
    }
    rss = Math.max(rss, process.memoryUsage.rss());
  }
  await Promise.allSettled(begun);
  await pause(200);
  delay.disable();
  await node.close();
  const databaseMb = statSync(join(folder, 'calls.sqlite')).size / 1e6;
  rmSync(folder, { recursive: true });
  return {
    neighbour,
    heavyCalls,
    refused,
    reactionP50Ms: percentile(reactions, 0.5),
    reactionP99Ms: percentile(reactions, 0.99),
    stallMs: delay.max / 1e6,
    rssMb: Math.max(rss, process.memoryUsage.rss()) / 1e6,
    databaseMb,
  };
}

/** An engine that tells when the first command of each call is sent. */
async function openNode(file: string, heavy: string | undefined, sent: (call: string) => void) {
  const close = () => Promise.resolve();
  const store = openSqliteStore({ file });
  const perform = ({ call }: { call: string }) => {
    sent(call);
    return Promise.resolve({});
  };
  const engine = new Engine({
    node: 'bench',
    store,
    clock: systemClock,
    log: quietLog,
    findCarrier: () => carrierWith({ perform }),
    web: { ask: () => Promise.reject(new Error('the bench asks nobody')), close },
    newId: () => 'none',
  });
  await engine.flows.deploy(compileOrThrow(`${header('light')}steps:\n  hello: { say: Hello. }\n`));
  engine.flows.route(LIGHT, 'light');
  if (heavy !== undefined) {
    await engine.flows.deploy(compileOrThrow(`${header('heavy')}${heavy}`));
    engine.flows.route(HEAVY, 'heavy');
  }
  return {
    async receive(project: string, voiceId: string, to: string) {
      const body = {
        voice_id: voiceId,
        state: 'incomingcall',
        from: '+4915150000',
        to,
        timestamp: new Date().toISOString(),
      };
      const parsed = parseNotification(body, {});
      if (!parsed.ok) throw new Error('the notification of the benchmark is none');
      await engine.receive({ project: projectId(project), ...parsed.notification });
    },
    async close() {
      await engine.stop(1_000);
      await store.close();
    },
  };
}
