/**
 * Adds a pseudo-locale: every named prompt gets an accented text that is still readable and about a third longer. Texts
 * that sound normal in a trial call are written in steps or under `defaults`, and cannot be translated.
 */
import { isAlias, isMap, isScalar, parseDocument } from 'yaml';
import type { Document, Pair, YAMLMap } from 'yaml';
import { scanTemplate } from '../../language/model/index.ts';

/** Tag of the pseudo-locale, as other systems use it. */
const PSEUDO_LANGUAGE = 'qps-ploc';

/** Adds the pseudo-locale as the first language of a valid flow; comments stay. */
export function addPseudoLocale(source: string, languages: readonly string[]): string {
  const document = parseDocument(source);
  const own = languages.filter((language) => language !== PSEUDO_LANGUAGE);
  const prompts: unknown = document.get('prompts');
  document.set('languages', document.createNode([PSEUDO_LANGUAGE, ...own], { flow: true }));
  if (isMap(prompts)) for (const pair of prompts.items) addPseudo(pair, { document, languages: own });
  return document.toString({ lineWidth: 0 });
}

/** Writes equal texts out each time, since they will be translated. */
const NO_ALIASES = { aliasDuplicateObjects: false };

interface Surroundings {
  document: Document;
  languages: readonly string[];
}

/** Adds the pseudo-locale to a prompt; a prompt for every language becomes one by language. */
function addPseudo(pair: Pair, { document, languages }: Surroundings): void {
  const { value } = pair;
  const said = isNode(value) ? (value.toJS(document) as Said | Record<string, Said>) : '';
  if (!isByLanguage(said)) {
    const texts = Object.fromEntries(languages.map((language) => [language, said]));
    pair.value = document.createNode({ [PSEUDO_LANGUAGE]: toPseudo(said), ...texts }, NO_ALIASES);
    return;
  }
  const first = languages.find((language) => Object.hasOwn(said, language)) ?? Object.keys(said)[0] ?? '';
  const own = toPseudo(said[first] ?? '');
  if (isMap(value)) {
    value.delete(PSEUDO_LANGUAGE);
    value.items.unshift(document.createPair(PSEUDO_LANGUAGE, own));
  } else pair.value = document.createNode({ [PSEUDO_LANGUAGE]: own, ...said });
}

type Part = string | Record<string, string>;
type Said = Part | Part[];

function isNode(value: unknown): value is { toJS(document: Document): unknown } {
  return isScalar(value) || isMap(value) || isAlias(value) || Array.isArray((value as YAMLMap | null)?.items);
}

function isByLanguage(said: Said | Record<string, Said>): said is Record<string, Said> {
  if (typeof said !== 'object' || Array.isArray(said)) return false;
  return !['text', 'ssml', 'stored', 'url'].some((kind) => Object.hasOwn(said, kind));
}

function toPseudo(said: Said): Said {
  return Array.isArray(said) ? said.map(toPseudoPart) : toPseudoPart(said);
}

function toPseudoPart(part: Part): Part {
  if (typeof part === 'string') return toPseudoText(part);
  return Object.fromEntries(
    Object.entries(part).map(([key, text]) => [
      key,
      key === 'text' || key === 'ssml' ? toPseudoText(text) : text,
    ]),
  );
}

/** Accents letters and doubles vowels; expressions, SSML tags and entities stay. */
function toPseudoText(text: string): string {
  const scanned = scanTemplate(text);
  if (!scanned.ok) return text;
  return scanned.parts
    .map((part) =>
      typeof part === 'string' ? accentLetters(part).replaceAll('${', () => '$${') : `\${${part.expr}}`,
    )
    .join('');
}

function accentLetters(text: string): string {
  return text.replace(/<[^>]*>|&#?\w+;|[a-z]/gi, (found) => LETTERS[found] ?? found);
}

const LETTERS: Record<string, string> = {
  ...{ a: 'áá', e: 'éé', i: 'íí', o: 'óó', u: 'úú', y: 'ýý', A: 'ÁÁ', E: 'ÉÉ', I: 'ÍÍ', O: 'ÓÓ', U: 'ÚÚ' },
  ...{ c: 'ç', n: 'ñ', s: 'š', z: 'ž', C: 'Ç', N: 'Ñ', S: 'Š', Z: 'Ž' },
};
