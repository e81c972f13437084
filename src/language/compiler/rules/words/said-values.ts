import { findReachable, indexSteps, memoize } from '../../../model/index.ts';
import { findSources } from '../../check/variable-sources.ts';
import { findWrites } from '../variable-uses.ts';
import type { FlowDraft } from '../../types.ts';
import type { FlowRule } from '../flow-rule.ts';
import { findPieceSpan, listSaid, type Said } from './said.ts';

/**
 * Reports values that callers hear in the place of others: one value twice in a sentence with words between, such as "from ${a} to ${a}"; and
 * a value behind the name of another variable that the text leaves out, such as "your ticket is ${minutes}". Sentences that
 * repeat a value on purpose say so ("again").
 */
export const saidValues: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const seen = new Set<string>();
    for (const said of listSaid(draft)) {
      if (!said.pieces.some(({ text }) => text.includes('${'))) continue;
      const found = findTwice(said) ?? findOther(said, draft);
      const [piece] = said.pieces;
      if (found === undefined || piece === undefined || seen.has(said.path.join('/'))) continue;
      seen.add(said.path.join('/'));
      const holder = said.pieces.find(({ text }) => text.includes(found.name)) ?? piece;
      report({
        code: 'said-twice',
        message: found.message,
        span: findPieceSpan(draft.document, holder),
        hint: 'say the value that belongs there',
      });
    }
  },
};

interface Found {
  name: string;
  message: string;
}

const VALUE = /\$\{\s{0,9}((?:vars|params)\.\w+)\s{0,9}\}/g;

const REPEATING =
  /again|repeat|once more|noch ?(?:ein)?mal|wiederhol|nochmal|encore|répèt|de nouveau|repit|otra vez|de nuevo|ripet|di nuovo|herhaal|nogmaals|outra vez|novamente|\bor\b|oder|\bou\b|\bof\b/iu;

/** Returns the sentences of a prompt; its pieces are joined, since a value may be one of its own. */
export function splitSaid({ pieces }: Said): string[] {
  return pieces
    .map(({ text }) => text.trim())
    .join(' ')
    .split(/[!?;:\n]|\.(?!\w)/);
}

function findTwice(said: Said): Found | undefined {
  for (const sentence of splitSaid(said)) {
    const values = Array.from(sentence.matchAll(VALUE), ({ 0: written, 1: name = '', index }) => ({
      name,
      start: index,
      end: index + written.length,
    }));
    const twice = values.find(({ name, end }) =>
      values.some((one) => one.name === name && /[\p{L},]/u.test(sentence.slice(end, one.start))),
    )?.name;
    if (twice !== undefined && !REPEATING.test(sentence))
      return { name: twice, message: `callers hear ${twice} twice in one sentence` };
  }
  return undefined;
}

const ARTICLES = '(?:your|the|ihre?|die|der|das|votre|le|la|su|el|uw|de|het|il|sua|seu|a|o)';
/** Words for the number of something: "your order number is", "su número de pedido es". */
const NUMBERED = '(?:number|code|reference)';
const NUMBER_OF = '(?:n[uú]mero|numéro|nummer|código|codice|code|nr)';
const OF = "(?:de\\s+la|de\\s+l['’]|dell['’]|della|del|de|d['’]|di|da|do|van|von|for)";
/** Names of variables for the number of anything. */
const NUMBER_NAME = /num|nr|no$|n[uú]m|code|c[oó]d|kod|ref|id$/i;
const COPULAS = '(?:is|costs|ist|lautet|beträgt|es|est|è|é)';

/** The name of something, or of what has a number, before its value. */
const ANNOUNCED = new RegExp(
  `(?:^|\\b(?:and|und|et|y|e|en)\\s|,)\\s*${ARTICLES}\\s+(?:${NUMBER_OF}\\s+${OF}\\s*(?<owner>\\p{L}+)|(?<thing>\\p{L}+)(?<numbered>\\s+${NUMBERED})?)\\s+${COPULAS}\\s*$`,
  'iu',
);

/** Finds a value that the name of another variable announces. */
function findOther(said: Said, draft: FlowDraft): Found | undefined {
  const all = said.pieces.map(({ text }) => text).join(' ');
  for (const sentence of splitSaid(said))
    for (const { 1: name = '', index } of sentence.matchAll(VALUE)) {
      const before = sentence.slice(0, index).replace(/^.*\}/s, '');
      const { owner, thing = owner, numbered = owner } = ANNOUNCED.exec(before)?.groups ?? {};
      const other = thing === undefined ? undefined : findVariable(thing, draft);
      if (other === undefined || `vars.${other}` === name || all.includes(`vars.${other}`)) continue;
      if (isMeasure(name, sentence.slice(index))) continue;
      if (numbered === undefined ? !isNumber(name, draft) : NUMBER_NAME.test(name)) continue;
      if (!isWrittenBefore(other, said.step.name, draft)) continue;
      if (isComputedFrom(name, `vars.${other}`, draft)) continue;
      return { name, message: `callers hear ${name} where the words announce vars.${other}` };
    }
  return undefined;
}

/** Units of time, by which something is measured that the words before do not name: "the flight is 20 minutes late". */
const TIME_UNIT =
  /^(?:minut|hours?|days?|weeks?|stunde|tage?|woche|heures?|jours?|semain|horas?|d[ií]as?|or[ae]|giorn|uur|dagen|dias?)/iu;

/** True for a value with its unit behind it, where the words before it are no name of the value. */
function isMeasure(name: string, rest: string): boolean {
  const [, unit = ''] = /^\$\{[^}]*\}\s+(\p{L}{4,})/u.exec(rest) ?? [];
  return unit !== '' && (TIME_UNIT.test(unit) || name.toLowerCase().includes(`.${unit.toLowerCase()}`));
}

function findVariable(word: string, { vars }: FlowDraft): string | undefined {
  return Object.keys(vars).find((name) => name.toLowerCase() === word.toLowerCase());
}

/** True for a number: what a text is about may be told in any other text, such as "your order is ${state}". */
function isNumber(name: string, { vars }: FlowDraft): boolean {
  const type = vars[name.slice(name.indexOf('.') + 1)]?.type;
  return name.startsWith('vars.') && (type === 'int' || type === 'double');
}

/** True for a value that is computed from the other one, and so tells of it in another way: a share, a difference. */
function isComputedFrom(name: string, other: string, draft: FlowDraft): boolean {
  const sources = findSources(draft).get(name.slice(name.indexOf('.') + 1)) ?? [];
  return sources.some(({ reads }) => reads.has(other));
}

const indexStepsOf = memoize(({ graph }: FlowDraft) => indexSteps(graph));

function isWrittenBefore(variable: string, step: string, draft: FlowDraft): boolean {
  const steps = indexStepsOf(draft);
  return [...findWrites(draft)].some(
    ([writer, names]) =>
      names.has(variable) &&
      findReachable(steps, steps.get(writer)?.edges.map(({ to }) => to) ?? []).has(step),
  );
}
