import { createHash } from 'node:crypto';

/** Names plain data by its content: the first 16 hex digits of the SHA-256 over its canonical JSON. */
export function versionOf(content: unknown): string {
  return createHash('sha256').update(canonicalJson(content)).digest('hex').slice(0, 16);
}

/** JSON whose keys stand in the order of the alphabet, so that equal data gives equal text. */
function canonicalJson(content: unknown): string {
  if (Array.isArray(content)) return `[${content.map(canonicalJson).join(',')}]`;
  if (typeof content !== 'object' || content === null) return JSON.stringify(content);
  const object = content as Record<string, unknown>;
  const keys = Object.keys(object).filter((key) => object[key] !== undefined);
  return `{${keys
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key])}`)
    .join(',')}}`;
}
