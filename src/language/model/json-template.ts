import type { Value } from './values.ts';
import { scanTemplate, parseTemplate, type Template } from './template.ts';

/** JSON with expressions in its texts. A text that is a single expression stands for its value, of any type. */
export type JsonTemplate =
  | { literal: Value | null }
  | { expression: string }
  | { template: Template }
  | { list: JsonTemplate[] }
  | { map: [name: string, value: JsonTemplate][] };

/** Converts checked JSON of a flow; its texts are valid templates. */
export function toJsonTemplate(source: unknown): JsonTemplate {
  if (typeof source === 'string') return toTextTemplate(source);
  if (Array.isArray(source)) return { list: source.map(toJsonTemplate) };
  if (typeof source !== 'object' || source === null) return { literal: (source ?? null) as Value | null };
  return { map: Object.entries(source).map(([name, value]) => [name, toJsonTemplate(value)]) };
}

function toTextTemplate(text: string): JsonTemplate {
  const scanned = scanTemplate(text);
  const parts = scanned.ok ? scanned.parts : [];
  const [only, ...others] = parts;
  if (typeof only === 'object' && others.length === 0) return { expression: only.expr };
  if (parts.every((part) => typeof part === 'string')) return { literal: parts.join('') };
  return { template: parseTemplate(text) };
}
