import { createHash } from 'node:crypto';

/** Names plain data by its content: the first 16 hex digits of the SHA-256 over its canonical JSON. */
export function versionOf(content: unknown): string {
  return createHash('sha256').update(canonicalJson(content)).digest('hex').slice(0, 16);
}

/** JSON whose keys stand in the order of the alphabet, so that equal data gives equal text. */
function canonicalJson(content: unknown): string {
  if (typeof content !== 'object' || content === null) return JSON.stringify(content);
  if (Array.isArray(content)) return `[${content.map(canonicalJson).join(',')}]`;
  const object = content as Record<string, unknown>;
  // Text that grows is several times as fast as lists that are joined.
  let entries = '';
  for (const key of Object.keys(object).sort()) {
    const value = object[key];
    if (value === undefined) continue;
    entries += `${entries === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(value)}`;
  }
  return `{${entries}}`;
}
