/** Variables that a flow or a task declares: `- stringVariable: { name, initialValue }`. */
import { Fields } from '../reading/index.ts';
import type { DataNode } from '../reading/index.ts';
import type { Variable } from './model.ts';
import { readItem } from './node-reader.ts';
import { readConstant, readValue } from './read-values.ts';

const types: Readonly<Record<string, Variable['type']>> = {
  boolean: 'bool',
  integer: 'int',
  duration: 'int',
  decimal: 'double',
  currency: 'double',
};

export function readVariables(items: readonly DataNode[]): Variable[] {
  return items.flatMap((item) => {
    const read = readItem(item);
    if (read === undefined) return [];
    const fields = new Fields(read.value);
    const name = fields.text('name')?.trim();
    if (name === undefined || name === '') return [];
    return [
      {
        name,
        type: readType(read.type),
        initial: readValue(fields.node('initialValue')),
        isNamed: /^(queue|user|group|flow|schedule|emergencyGroup)Variable$/.test(read.type),
        isSecure: readConstant(fields.node('isSecure')) === 'true' || /^secure/i.test(read.type),
      },
    ];
  });
}

function readType(word: string): Variable['type'] {
  if (/collection/i.test(word)) return 'list';
  const base = word
    .replace(/^secure/i, '')
    .replace(/variable$/i, '')
    .toLowerCase();
  return Object.hasOwn(types, base) ? (types[base] ?? 'string') : 'string';
}
