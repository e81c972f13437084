/**
 * `error`: the flow is not deployed. `warning`: it is deployed, and may behave differently than intended. `info`: a fact that
 * may be intended; only `prove` reports it.
 */
export type Severity = 'error' | 'warning' | 'info';

/** The description of a diagnostic code. */
export interface Entry {
  severity: Severity;
  /** The problem that the code stands for. */
  meaning: string;
  /** The way to fix it. */
  mend: string;
}

/** Describes a code that prevents a flow from being deployed. */
export function error(meaning: string, mend: string): Entry {
  return { severity: 'error', meaning, mend };
}

/** Describes a code that does not prevent a flow from being deployed. */
export function warning(meaning: string, mend: string): Entry {
  return { severity: 'warning', meaning, mend };
}
