/** Starts and stops the parts of a service. */

/** A part of the service: parts start in the order of one list and stop in reverse, so the two orders cannot diverge. */
export interface Part {
  name: string;
  /** Resolves when the part works. */
  start?: () => unknown;
  /** Resolves when the work in flight is done. `graceEnds`: when to give up on it, in ms of the system clock. */
  stop?: (graceEnds: number) => unknown;
}

/** Starts parts one after the other. */
export async function startParts(parts: readonly Part[]): Promise<void> {
  for (const part of parts) await part.start?.();
}

/** Stops parts one after the other, the last first. A part that was never started is stopped too. */
export async function stopParts(parts: readonly Part[], graceEnds: number): Promise<void> {
  for (const part of parts.toReversed()) await part.stop?.(graceEnds);
}

/** Combines independent parts into one that stops them at the same time. */
export function combineParts(parts: readonly Part[]): Part {
  return {
    name: parts.map(({ name }) => name).join(', '),
    start: () => startParts(parts),
    stop: (graceEnds) => Promise.all(parts.map((part) => Promise.resolve(part.stop?.(graceEnds)))),
  };
}

interface Startable {
  start(): void;
  stop(): Promise<void> | void;
}

/** Returns the functions of a part that starts at once. */
export function toPart(one: Startable): Pick<Part, 'start' | 'stop'> {
  return {
    start: () => {
      one.start();
    },
    stop: () => one.stop(),
  };
}
