/** The parts of a scenario file that an exported call consists of. */
import type { Line, Scenario } from '../../../schemas/types/scenario.ts';

/** A line of a script, with a comment for its reader. */
export interface ScriptEntry {
  line: Line;
  comment?: string;
}

/** A scenario before it is written as YAML. */
export interface ScenarioSource extends Omit<Scenario, 'script'> {
  script: ScriptEntry[];
}

/** Formats a duration as scenario files write it. */
export function formatDuration(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  return whole > 0 && whole % 1_000 === 0 ? `${whole / 1_000}s` : `${whole}ms`;
}
