/** An error code as `docs/errors.md` lists it. */
export interface ErrorFacts {
  /** HTTP status of the answer. */
  status: number;
  title: string;
  cause: string;
  cure: string;
}

/** Adds the HTTP status that several codes share. */
export function addStatus<Code extends string>(
  status: number,
  facts: Record<Code, Omit<ErrorFacts, 'status'>>,
): Record<Code, ErrorFacts> {
  const entries = Object.entries<Omit<ErrorFacts, 'status'>>(facts);
  return Object.fromEntries(entries.map(([code, one]) => [code, { status, ...one }])) as Record<
    Code,
    ErrorFacts
  >;
}
