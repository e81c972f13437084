/** Templates that print everything known of a call as JSON: they are spelt out field by field. */
import type { LiquidNode, Path } from '../liquid/syntax.ts';
import { findSource } from './references.ts';

const CALL = { From: 'contact.channel.address', To: 'flow.channel.address' };
const SHAPES: Readonly<Record<string, object>> = {
  trigger: { call: CALL },
  'trigger.call': CALL,
  contact: { channel: { address: 'contact.channel.address' } },
  'contact.channel': { address: 'contact.channel.address' },
  flow: { channel: { address: 'flow.channel.address' } },
  'flow.channel': { address: 'flow.channel.address' },
};

/** Replaces whole objects by the JSON of their fields. */
export function spellOutWholes(nodes: readonly LiquidNode[]): LiquidNode[] {
  return nodes.flatMap((node) => {
    if (node.kind !== 'output' || node.value.operand.kind !== 'path') return [node];
    const shape = findShape(node.value.operand.path);
    return shape === undefined ? [node] : renderShape(shape);
  });
}

function findShape(path: Path): object | undefined {
  return findSource(path).kind === 'whole' ? SHAPES[path.join('.')] : undefined;
}

function renderShape(shape: object): LiquidNode[] {
  const parts = JSON.stringify(shape).split(/((?:contact|flow)\.channel\.address)/);
  return parts.map((part, index): LiquidNode => {
    if (index % 2 === 0) return { kind: 'text', text: part };
    return { kind: 'output', value: { operand: { kind: 'path', path: part.split('.') }, filters: [] } };
  });
}
