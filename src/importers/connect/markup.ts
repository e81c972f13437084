/** SSML of Amazon Polly, made such that it is well-formed and has elements that are known here. */
import { decodeXml } from '../../language/text/index.ts';

interface Markup {
  /** The document; undefined if plain text says the same, or the document would be too long. */
  ssml: string | undefined;
  /** The text without marks. */
  text: string;
  /** Tags that were left out. */
  lost: readonly string[];
}

const TOKEN = /<!--[\s\S]*?-->|<\/?[A-Za-z][^<>]*>|[^<]+|</g;
const TAG = /^<(\/?)([\w:-]+)((?:\s+[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>$/;
const KNOWN = new Set('p s lang emphasis sub phoneme break prosody say-as w mark'.split(' '));
const MAX_CHARACTERS = 1_024;
const MAX_PAUSE_MS = 10_000;

/** Reads the markup of a text that begins with `<speak>`. */
export function describeMarkup(source: string): Markup {
  const lost: string[] = [];
  const open: string[] = [];
  const marked: string[] = [];
  const plain: string[] = [];
  for (const [token] of source.matchAll(TOKEN)) {
    if (token.startsWith('<!--')) continue;
    const [, slash, name = '', attributes = '', self] = TAG.exec(token) ?? [];
    if (name === '' || name === 'speak') {
      if (name === '' && !(token.length > 1 && token.startsWith('<'))) {
        marked.push(escapeText(decodeXml(token)));
        plain.push(decodeXml(token));
      } else if (name === '') lost.push(token);
      continue;
    }
    plain.push(' ');
    if (!KNOWN.has(name) || isTooLong(attributes)) {
      if (slash === '') lost.push(token);
    } else if (slash === '/') {
      if (open.at(-1) === name) marked.push(`</${String(open.pop())}>`);
    } else {
      marked.push(`<${name}${tidyAttributes(attributes)}${self === '/' || name === 'break' ? '/' : ''}>`);
      if (self !== '/' && name !== 'break') open.push(name);
    }
  }
  const text = plain.join('').replaceAll(/\s+/g, ' ').trim();
  const ssml = `<speak>${marked.join('').trim()}${open
    .reverse()
    .map((name) => `</${name}>`)
    .join('')}</speak>`;
  const isPlain = !marked.some((token) => token.startsWith('<'));
  if (!isPlain && ssml.length > MAX_CHARACTERS) lost.push('<speak>');
  return { ssml: isPlain || ssml.length > MAX_CHARACTERS ? undefined : ssml, text, lost };
}

/** True for a pause that is longer than possible here. */
function isTooLong(attributes: string): boolean {
  const [, amount, unit] = /\btime\s*=\s*["']\s*([\d.]+)(ms|s)\s*["']/.exec(attributes) ?? [];
  return Number(amount ?? 0) * (unit === 's' ? 1_000 : 1) > MAX_PAUSE_MS;
}

function tidyAttributes(attributes: string): string {
  return [...attributes.matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)]
    .map(
      ([, name, double, single]) =>
        ` ${name ?? ''}="${escapeText(decodeXml(double ?? single ?? '')).replaceAll('"', '&quot;')}"`,
    )
    .join('');
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
