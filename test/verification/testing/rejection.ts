/** What a promise is rejected with. */
export async function rejection(promise: PromiseLike<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('it was not rejected');
}

/** What a function throws. */
export function thrown(act: () => unknown): Error {
  try {
    act();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('it did not throw');
}

/** The first place that an error's stack names: `file.ts:line`. */
export function firstPlace({ stack = '' }: Error): string {
  const frame = stack.split('\n').find((line) => /^\s+at /.test(line)) ?? '';
  return /([\w.-]+:\d+):\d+\)?$/.exec(frame)?.[1] ?? frame;
}
