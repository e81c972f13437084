/** Acts of the caller of a recorded call, relative to what was heard, so that they fit other versions of the flow. */
import type { Scenario, ScriptLine } from '../testkit/index.ts';

/** An act of the caller. */
export interface Deed {
  line: ScriptLine;
  /** Number of prompts heard since the previous act. */
  heard: number;
  /** And then so long nothing was done, ms. */
  pauseMs: number;
  /** Once it is known: the caller heard everything out, and thought so long. */
  thinkMs?: number;
}

/** The deeds in a script; what it expects is left out. */
export function listDeeds({ script }: Scenario): Deed[] {
  const deeds: Deed[] = [];
  let [heard, pauseMs] = [0, 0];
  for (const line of script) {
    if (line.kind === 'hears') [heard, pauseMs] = [heard + 1, 0];
    else if (line.kind === 'waits') pauseMs += line.ms;
    else if (!line.kind.startsWith('expects_')) {
      deeds.push({ line, heard, pauseMs });
      [heard, pauseMs] = [0, 0];
    }
  }
  return deeds;
}

/** It answers something that listens. */
export function isAnswer({ line: { kind } }: Deed): boolean {
  return kind === 'presses' || kind === 'says';
}
