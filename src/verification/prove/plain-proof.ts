import type { Diagnostic } from '../../language/diagnostics/index.ts';
import type { Passed } from './place.ts';
import type { Found, Proof } from './prove.ts';

/** A proof as plain data: what `ringflow prove --json` prints of one flow. */
export interface PlainProof {
  file: string;
  /** Number of situations that were explored. */
  situations: number;
  /** Number of situations that were left. */
  left: number;
  stoppedBy?: 'time' | 'states';
  /** Variables that took too many values to follow each of them. */
  widened: string[];
  findings: PlainFinding[];
}

/** A finding as plain data. */
interface PlainFinding extends Pick<Diagnostic, 'code' | 'severity' | 'message' | 'file'> {
  /** Both begin at 1. */
  start: { line: number; column: number };
  hint?: string | undefined;
  /** The steps and outcomes on the shortest path to it, in order; empty if no path leads to it. */
  path: readonly Passed[];
  /** Scenario file that shows it. */
  scenario?: string | undefined;
  /** The flow that the scenario calls, if it is one that runs the proved flow. */
  caller?: string | undefined;
  /** Reason why a simulated call did not confirm it. */
  unconfirmed?: string | undefined;
}

/** Converts a proof to plain data. */
export function toPlainProof({ file, found, exploration }: Proof): PlainProof {
  const { nodes, left, stoppedBy, widened } = exploration;
  return {
    file,
    situations: nodes.length,
    left,
    ...(stoppedBy !== undefined && { stoppedBy }),
    widened: [...widened],
    findings: found.map(toPlainFinding),
  };
}

function toPlainFinding({ diagnostic, path, scenario, caller, unconfirmed }: Found): PlainFinding {
  const { code, severity, message, file, span, hint } = diagnostic;
  const { line, column } = span.start;
  return {
    code,
    severity,
    message,
    file,
    start: { line, column },
    hint,
    path,
    scenario,
    caller,
    unconfirmed,
  };
}
