/** Which events a handler is for. */
import type { Handler } from './model.ts';

/** True if a handler is for an event, or for all that begin like it. */
export function isFor({ event: name }: Handler, event: string): boolean {
  return name === '' || name === event || event.startsWith(`${name}.`);
}
