/** `error`: the flow is not deployed. `warning`: it is, and may do what its author did not mean. */
export type Severity = 'error' | 'warning';

/** What there is to say of a kind of mistake. */
export interface Entry {
  severity: Severity;
  /** What the code says about the flow. */
  meaning: string;
  /** How to mend it. */
  mend: string;
}
