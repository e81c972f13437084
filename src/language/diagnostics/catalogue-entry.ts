/** `error`: the flow is not deployed. `warning`: it is deployed, and may behave differently than intended. */
export type Severity = 'error' | 'warning';

/** The description of a diagnostic code. */
export interface Entry {
  severity: Severity;
  /** The cause, in one sentence. */
  meaning: string;
  /** The cure. */
  mend: string;
}
