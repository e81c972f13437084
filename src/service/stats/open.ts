/** Call statistics and canary guards of one node. */
import { CallCounter } from './counter.ts';
import type { CounterOptions } from './counter.ts';
import { Guards } from './guards.ts';
import type { GuardsOptions } from './guards.ts';
import { Stats } from './stats.ts';
import type { StatsOptions } from './stats.ts';
import type { Counts } from '../../engine/ports/index.ts';

interface StatsParts
  extends Omit<CounterOptions, 'counts'>, Omit<GuardsOptions, 'counts'>, Pick<StatsOptions, 'flows'> {
  counts: Counts;
}

export interface OpenedStats {
  /** Receives events. */
  counter: CallCounter;
  /** Reads the statistics. */
  stats: Stats;
  /** Starts flushing and checking canaries. */
  start(): void;
  /** Stops both and writes the remaining counts. */
  stop(): Promise<void>;
}

/** Connects the parts; nothing is read or started. */
export function openStats(parts: StatsParts): OpenedStats {
  const counter = new CallCounter(parts);
  const guards = new Guards(parts);
  const { counts, flows, clock } = parts;
  return {
    counter,
    stats: new Stats({ counts, flows, now: () => clock.now() }),
    start() {
      counter.start();
      guards.start();
    },
    async stop() {
      await guards.stop();
      await counter.stop();
    },
  };
}
