/** One node and two on one Redis under the same load: what a second node is worth on this machine. */
import { redis } from './contestants.ts';
import { measured, startLoad, warmUpSeconds } from './contest.ts';
import type { Figures } from './contest.ts';

export interface ScaleFigures {
  one: Figures;
  two: Figures;
}

/** Measures rounds of so many seconds. */
export async function measureScale(seconds: number): Promise<ScaleFigures> {
  const opened = await redis.open();
  const { load, platformUrl, ...generator } = await startLoad();
  const scene = { place: opened.place, platformUrl };
  const nodes = [await redis.serve(scene), await redis.serve(scene)];
  try {
    for (const node of nodes) await measured(load, [node], warmUpSeconds);
    return {
      one: await measured(load, nodes.slice(0, 1), seconds),
      two: await measured(load, nodes, seconds),
    };
  } finally {
    for (const { server } of nodes) await server.stop();
    await generator.stop();
    await opened.stop();
  }
}
