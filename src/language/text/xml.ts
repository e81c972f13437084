/** The entities that every XML document has (https://www.w3.org/TR/xml/#sec-predefined-ent). */
const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);
const MAX_CODE_POINT = 0x10ffff;

/** Replaces references to these entities and to characters, such as `&amp;` and `&#233;`; others stay. */
export function decodeXml(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w+);/gi, (reference: string, name: string) => {
    if (!name.startsWith('#')) return ENTITIES.get(name) ?? reference;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= MAX_CODE_POINT ? String.fromCodePoint(code) : reference;
  });
}
