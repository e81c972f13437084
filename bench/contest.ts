/** One contest: floor and service take turns under the same load, so that other work on the machine affects both. */
import { join } from 'node:path';
import { nextMessage, pidOf, startNode, stopped } from './children.ts';
import type { Usage } from './children.ts';
import type { Contest, Contestant } from './contestants.ts';
import { setApart } from './cores.ts';
import type { Cores } from './cores.ts';
import type { LoadRequest, LoadResult } from './load.ts';
import { median } from './stats.ts';

const callsAtATime = 64;
/** As long as it takes until the code of a service that runs for days is compiled. */
export const warmUpSeconds = 20;

export interface Figures {
  notificationsPerSecond: number;
  reactionP50Ms: number;
  reactionP99Ms: number;
  ackP50Ms: number;
  ackP99Ms: number;
  cpuUsPerNotification: number;
  rssMb: number;
}

export interface ContestResult {
  store: string;
  cores: Cores;
  floor: Figures;
  serve: Figures;
}

export interface Rounds {
  pairs: number;
  /** Length of one round. */
  seconds: number;
}

export interface ContestRounds extends Rounds {
  cores: Cores;
}

export type Load = (request: LoadRequest) => Promise<LoadResult>;

/** Runs a contest; gives the medians of its rounds. */
export async function run(contest: Contest, rounds: ContestRounds): Promise<ContestResult> {
  const stops: (() => Promise<void>)[] = [];
  try {
    return await contend(contest, rounds, stops);
  } finally {
    // Also where not all of it has started.
    for (const stop of stops.toReversed()) await stop();
  }
}

/** Puts into `stops` what stops each of those that it has started. */
async function contend(
  contest: Contest,
  { pairs, seconds, cores }: ContestRounds,
  stops: (() => Promise<void>)[],
): Promise<ContestResult> {
  const opened = await contest.open();
  stops.push(() => opened.stop());
  const generator = await startLoad();
  stops.push(() => generator.stop());
  const scene = { place: opened.place, platformUrl: generator.platformUrl };
  const floor = await contest.floor(scene);
  stops.push(() => floor.server.stop());
  const serve = await contest.serve(scene);
  stops.push(() => serve.server.stop());
  const contestants = [floor, serve];
  const pids = contestants.map(({ server }) => pidOf(server.child));
  if (cores === 'apart') setApart(pids, [pidOf(generator.child), ...opened.pids]);
  for (const side of contestants) await measured(generator.load, [side], warmUpSeconds);
  const figures = new Map<Contestant, Figures[]>(contestants.map((side) => [side, []]));
  for (let pair = 0; pair < pairs; pair += 1)
    // Who is first is second in the next pair.
    for (const side of pair % 2 === 0 ? contestants : contestants.toReversed())
      figures.get(side)?.push(await measured(generator.load, [side], seconds));
  const mediansOf = (side: Contestant) => medians(figures.get(side) ?? []);
  return { store: contest.store, cores, floor: mediansOf(floor), serve: mediansOf(serve) };
}

/** Starts the generator, with the platform that it plays. */
export async function startLoad() {
  const child = startNode([join(import.meta.dirname, 'load.ts')]);
  const { platformUrl } = await nextMessage<{ platformUrl: string }>(child);
  const load: Load = (request) => {
    child.send(request);
    return nextMessage<LoadResult>(child);
  };
  return { platformUrl, load, child, stop: () => stopped(child) };
}

/** Loads one contestant, or several that share the calls. */
export async function measured(load: Load, contestants: Contestant[], seconds: number): Promise<Figures> {
  const used = () => contestants.map(({ server }) => server.usage());
  const cpuUs = (usages: Usage[]) => usages.reduce((sum, usage) => sum + usage.cpuUs, 0);
  const before = cpuUs(used());
  const hookUrls = contestants.map(({ hookUrl }) => hookUrl);
  const result = await load({ hookUrls, seconds, calls: callsAtATime });
  const after = used();
  return {
    notificationsPerSecond: result.notifications / result.seconds,
    reactionP50Ms: result.reactionMs.p50,
    reactionP99Ms: result.reactionMs.p99,
    ackP50Ms: result.ackMs.p50,
    ackP99Ms: result.ackMs.p99,
    cpuUsPerNotification: (cpuUs(after) - before) / result.notifications,
    rssMb: after.reduce((sum, { rssBytes }) => sum + rssBytes, 0) / 1024 ** 2,
  };
}

function medians(rounds: Figures[]): Figures {
  const names = Object.keys(rounds[0] ?? {}) as (keyof Figures)[];
  const entries = names.map((name) => [name, median(rounds.map((round) => round[name]))]);
  return Object.fromEntries(entries) as Figures;
}
