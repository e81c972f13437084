/** Several concurrent failures. */
export class SeveralErrors extends Error {
  /** At least two. */
  readonly errors: readonly unknown[];

  constructor(errors: readonly unknown[]) {
    super(`${errors.length} errors`);
    this.errors = errors;
  }
}

/** Waits for all promises, then throws the only error, or `SeveralErrors`. `known` holds earlier errors. */
export async function settleAll(
  pending: readonly Promise<unknown>[],
  known: readonly unknown[] = [],
): Promise<void> {
  const errors = [...known];
  for (const outcome of await Promise.allSettled(pending)) {
    if (outcome.status === 'fulfilled') continue;
    const { reason } = outcome as { reason: unknown };
    if (reason instanceof SeveralErrors) errors.push(...reason.errors);
    else errors.push(reason);
  }
  if (errors.length === 0) return;
  throw errors.length === 1 ? errors[0] : new SeveralErrors(errors);
}
