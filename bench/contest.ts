/** One contest: floor and service take turns under the same load, so that what else the machine does hits both. */
import { once } from 'node:events';
import { join } from 'node:path';
import { pidOf, startNode, stopped } from './children.ts';
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
export async function run(
  contest: Contest,
  { pairs, seconds, cores }: ContestRounds,
): Promise<ContestResult> {
  const opened = await contest.open();
  const generator = await startLoad();
  const scene = { place: opened.place, platformUrl: generator.platformUrl };
  const sides = { floor: await contest.floor(scene), serve: await contest.serve(scene) };
  const rounds: Record<keyof typeof sides, Figures>[] = [];
  try {
    const contestants = Object.values(sides).map(({ server }) => pidOf(server.child));
    if (cores === 'apart') setApart(contestants, [pidOf(generator.child), ...opened.pids]);
    for (const side of Object.values(sides)) await measured(generator.load, [side], warmUpSeconds);
    for (let pair = 0; pair < pairs; pair += 1) {
      const floor = await measured(generator.load, [sides.floor], seconds);
      rounds.push({ floor, serve: await measured(generator.load, [sides.serve], seconds) });
    }
  } finally {
    await Promise.all([sides.floor.server.stop(), sides.serve.server.stop()]);
    await generator.stop();
    await opened.stop();
  }
  return {
    store: contest.store,
    cores,
    floor: medians(rounds.map(({ floor }) => floor)),
    serve: medians(rounds.map(({ serve }) => serve)),
  };
}

/** Starts the generator, with the platform that it plays. */
export async function startLoad() {
  const child = startNode([join(import.meta.dirname, 'load.ts')]);
  const gone = once(child, 'exit').then(() => Promise.reject(new Error('the load generator is gone')));
  gone.catch(() => undefined);
  const answer = async <Message>() => {
    const [message] = (await Promise.race([once(child, 'message'), gone])) as [Message];
    return message;
  };
  const { platformUrl } = await answer<{ platformUrl: string }>();
  const load: Load = (request) => {
    child.send(request);
    return answer<LoadResult>();
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
