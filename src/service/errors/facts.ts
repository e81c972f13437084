/** An error code as `docs/errors.md` lists it. */
export interface ErrorFacts {
  /** HTTP status of the answer. */
  status: number;
  title: string;
  cause: string;
  cure: string;
}
