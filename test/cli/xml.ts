/** A strict reader for the XML that reports are written in: elements, attributes, text, the five entities and numbered ones. */

export interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

const NAME = '[A-Za-z_][A-Za-z0-9_.-]*';
const opening = new RegExp(`<(${NAME})((?:\\s+${NAME}="[^"<]*")*)\\s*(/?)>`, 'y');
const closing = new RegExp(`</(${NAME})\\s*>`, 'y');
const characters = /[^<]+/y;

/** Reads a document of one element; throws where it is not well-formed. */
export function readXml(xml: string): Element {
  if (/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(xml))
    throw new Error('a character that XML has no place for');
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '');
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const match = pattern.exec(body);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  while (at < body.length) {
    const parent = open.at(-1) ?? root;
    const text = take(characters);
    if (text !== null) {
      parent.text += plain(text[0]);
      continue;
    }
    const end = take(closing);
    if (end !== null) {
      if (end[1] !== parent.name) throw new Error(`</${String(end[1])}> closes <${parent.name}>`);
      open.pop();
      continue;
    }
    const begin = take(opening);
    if (begin === null) throw new Error(`not well-formed at: ${body.slice(at, at + 60)}`);
    const element = {
      name: begin[1] ?? '',
      attributes: attributesOf(begin[2] ?? ''),
      children: [],
      text: '',
    };
    parent.children.push(element);
    if (begin[3] === '') open.push(element);
  }
  const [only, ...others] = root.children;
  if (open.length !== 1 || only === undefined || others.length > 0 || root.text.trim() !== '')
    throw new Error('a document is one element');
  return only;
}

/** All elements of a name, in order. */
export function elements(element: Element, name: string): Element[] {
  const below = element.children.flatMap((child) => elements(child, name));
  return element.name === name ? [element, ...below] : below;
}

function attributesOf(text: string): Record<string, string> {
  const found = [...text.matchAll(new RegExp(`(${NAME})="([^"<]*)"`, 'g'))].map(
    ([, name = '', value = '']) => [name, plain(value)] as const,
  );
  if (new Set(found.map(([name]) => name)).size < found.length) throw new Error('an attribute stands twice');
  return Object.fromEntries(found);
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function plain(text: string): string {
  return text.replaceAll(/&(?:#(\d+);|([a-z]+);)?/g, (whole, number?: string, name = '') => {
    const character = number === undefined ? entities[name as string] : String.fromCodePoint(Number(number));
    if (character === undefined) throw new Error(`no entity: ${whole}`);
    return character;
  });
}
