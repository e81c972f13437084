/**
 * The standard flows, which every flow can run without a file of its own: `std/pin`. Names that begin with `std/` are
 * reserved for them.
 */
import { standardTexts } from './standard-texts.ts';
import type { FlowFile } from './types.ts';

const PREFIX = 'std/';

/** Names of the standard flows. */
export const STANDARD_NAMES: readonly string[] = Object.keys(standardTexts).map(toStandardName);

/** True for a name that is reserved for standard flows. */
export function isStandardName(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** Returns the name by which flows run a standard flow: `std/pin` for `pin`. */
export function toStandardName(name: string): string {
  return PREFIX + name;
}

/** Returns a standard flow with its source. */
export function findStandardFlow(name: string): FlowFile | undefined {
  const own = isStandardName(name) ? name.slice(PREFIX.length) : '';
  if (!Object.hasOwn(standardTexts, own)) return undefined;
  return { file: `${name}/flow.yaml`, text: standardTexts[own] ?? '', name };
}
