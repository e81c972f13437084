/** A declared name as an expression writes it, such as `tier` in `vars.tier`, with its place there. */
interface DeclaredUse {
  /** Where the name is declared: the key of the flow under which it stands. */
  section: 'vars' | 'params' | 'env';
  name: string;
  /** 0-based, in UTF-16 code units. */
  start: number;
  /** Behind the last character. */
  end: number;
}

/** True for an expression that is a setting and nothing else. */
export function isSetting(expression: string): boolean {
  return /^env\.\w+$/.test(expression);
}

const STRING = String.raw`"""[^]*?"""|'''[^]*?'''|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'`;
/** A member of one of the sections; or a text, in which nothing is named. */
const TOKEN = new RegExp(
  String.raw`(?<![\w.])(?<section>vars|params|env)\s*(?:\.\??\s*(?<member>[A-Za-z_]\w*)|\[\??\s*["'](?<key>\w+)["']\s*\])|${STRING}`,
  'g',
);

/** No expression is longer. */
const MAX_LENGTH = 2_000;

/** The declared names that an expression writes, in order. Looks at words only, so that it reads half an expression too. */
export function declaredUses(source: string): DeclaredUse[] {
  if (source.length > MAX_LENGTH) return [];
  const uses: DeclaredUse[] = [];
  for (const { 0: found, index, groups = {} } of source.matchAll(TOKEN)) {
    const section = groups.section as DeclaredUse['section'] | undefined;
    const name = groups.member ?? groups.key;
    if (section === undefined || name === undefined) continue;
    // It is the last word of what was found.
    const start = index + found.lastIndexOf(name);
    uses.push({ section, name, start, end: start + name.length });
  }
  return uses;
}
