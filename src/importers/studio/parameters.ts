/** Parameters that a call is started with: their names in a definition, and here. */
import { Names } from '../project/index.ts';
import type { StudioFlow } from './widgets.ts';

const READ = /\b(?:flow\.data|trigger\.parent\.parameters|trigger\.request\.parameters)\.([\p{L}\p{N}_-]+)/gu;

/** Returns the parameters that a flow reads: name in the definition → name of the parameter here. */
export function nameParameters({ text }: Pick<StudioFlow, 'text'>): ReadonlyMap<string, string> {
  const names = new Names('params');
  const found = [...text.matchAll(READ)].map(([, name = '']) => name);
  return new Map(found.map((name) => [name, names.nameOf(name, splitWords(name))]));
}

/** Splits the words of a name such as `firstName` or `DialCallStatus`. */
export function splitWords(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ');
}
