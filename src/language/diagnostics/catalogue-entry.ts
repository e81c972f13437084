/** `error`: the flow is not deployed. `warning`: it is deployed, and may behave differently than intended. */
export type Severity = 'error' | 'warning';

/** The description of a diagnostic code. */
export interface Entry {
  severity: Severity;
  /** The problem that the code stands for. */
  meaning: string;
  /** The way to fix it. */
  mend: string;
}
