/** Everything that counts calls and goes by the counts, on one node. */
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
  /** Hears of events. */
  counter: CallCounter;
  /** Reads what was counted. */
  stats: Stats;
  /** Begins to add what is counted, and to look at canaries. */
  start(): void;
  /** Ends both; what was counted is added. */
  stop(): Promise<void>;
}

/** Puts the parts together; nothing is read or begun. */
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
