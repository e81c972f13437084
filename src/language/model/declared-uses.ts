import { MAX_EXPRESSION_CHARS } from './bounds.ts';

/** A declared name in an expression, such as `tier` in `vars.tier`, with its place there. */
interface DeclaredUse {
  /** The key of the flow that declares the name. */
  section: 'vars' | 'params' | 'env';
  name: string;
  /** 0-based, in UTF-16 code units. */
  start: number;
  /** Exclusive; in the same unit as `start`. */
  end: number;
}

/** True for an expression that consists of a single setting. */
export function isSetting(expression: string): boolean {
  return /^env\.\w+$/.test(expression);
}

const STRING = String.raw`"""[^]*?"""|'''[^]*?'''|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'`;
/** Matches a member of one of the sections; or a string, which contains no names. */
const TOKEN = new RegExp(
  String.raw`(?<![\w.])(?<section>vars|params|env)\s*(?:\.\??\s*(?<member>[A-Za-z_]\w*)|\[\??\s*["'](?<key>\w+)["']\s*\])|${STRING}`,
  'g',
);

/** Finds the declared names in an expression, in order. Works on words alone, so that it also reads incomplete expressions. */
export function findDeclaredUses(source: string): DeclaredUse[] {
  if (source.length > MAX_EXPRESSION_CHARS) return [];
  const uses: DeclaredUse[] = [];
  for (const { 0: found, index, groups = {} } of source.matchAll(TOKEN)) {
    const section = groups.section as DeclaredUse['section'] | undefined;
    const name = groups.member ?? groups.key;
    if (section === undefined || name === undefined) continue;
    // The name is the last word of the match.
    const start = index + found.lastIndexOf(name);
    uses.push({ section, name, start, end: start + name.length });
  }
  return uses;
}
