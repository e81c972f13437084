import { memoize } from '../../../model/index.ts';
import { parseLanguage } from '../../../speech/index.ts';
import { findSources } from '../../check/variable-sources.ts';
import type { FlowDraft, Readable } from '../../types.ts';
import { findKeyedLength } from '../../verbs/parts/collected.ts';
import type { CollectStep } from '../../../../../schemas/types/flow.ts';
import type { FlowRule } from '../flow-rule.ts';
import { splitSaid } from './said-values.ts';
import { findPieceSpan, listSaid } from './said.ts';

/**
 * Reports two answers of the caller that stand in each other's place in a sentence: a number of guests behind the word for a
 * time, as in "at ${vars.guests}", while the time stands where no such word is. An answer alone in a wrong place is not
 * judged, since the words beside it may have another meaning.
 */
export const exchangedValues: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const seen = new Set<string>();
    for (const said of listSaid(draft)) {
      const place = said.path.join('/');
      const tag = parseLanguage(
        said.pieces.find(({ language }) => language !== undefined)?.language ?? said.language,
      );
      const found = seen.has(place) ? undefined : findExchanged(splitSaid(said), tag, draft);
      const piece = said.pieces.find(({ text }) => found !== undefined && text.includes(found.one.name));
      if (found === undefined || piece === undefined) continue;
      seen.add(place);
      report({
        code: 'said-twice',
        message: `callers hear ${found.one.name} where the words announce a ${found.other.kind}, and ${found.other.name} elsewhere in the sentence`,
        span: findPieceSpan(draft.document, piece),
        hint: `exchange ${found.one.name} and ${found.other.name}`,
      });
    }
  },
};

type Kind = 'time' | 'date' | 'number';

interface Placed {
  name: string;
  kind: Kind;
  /** What the words beside it announce. */
  slot: Kind | undefined;
}

const VALUE = /\$\{\s{0,9}vars\.(\w+)\s{0,9}\}/g;

function findExchanged(
  sentences: readonly string[],
  tag: string,
  draft: FlowDraft,
): { one: Placed; other: Placed } | undefined {
  const words = slotWords[tag];
  for (const sentence of words === undefined ? [] : sentences) {
    const placed = Array.from(sentence.matchAll(VALUE)).flatMap(
      ({ 0: written, 1: variable = '', index }): Placed[] => {
        const kind = findKinds(draft).get(variable);
        const [before, behind] = [sentence.slice(0, index), sentence.slice(index + written.length)];
        return kind === undefined
          ? []
          : [{ name: `vars.${variable}`, kind, slot: findSlot(before, behind, slotWords[tag]) }];
      },
    );
    for (const one of placed)
      for (const other of placed)
        if (one.kind !== other.kind && one.slot === other.kind && other.slot !== other.kind)
          return { one, other };
  }
  return undefined;
}

/** Variable → the kind of the answers that are kept in it, where nothing else is. */
const findKinds = memoize((draft: FlowDraft): ReadonlyMap<string, Kind> => {
  const kinds = [...findSources(draft)].flatMap(([variable, sources]): [string, Kind][] => {
    const written = sources.filter(({ step }) => step !== undefined);
    const [kind, ...others] = new Set(
      written.map((source) => (source.kind === 'answer' ? toKind(source.body) : undefined)),
    );
    return kind === undefined || others.length > 0 ? [] : [[variable, kind]];
  });
  return new Map(kinds);
});

/** Maximum number of digits of a number of people or things. */
const MAX_DIGITS = 2;

function toKind(body: Readable<CollectStep>): Kind | undefined {
  const { type = 'digits' } = body;
  if (type === 'time' || type === 'date') return type;
  const isShort = type === 'digits' && (findKeyedLength(body)?.max ?? Infinity) <= MAX_DIGITS;
  return type === 'number' || isShort ? 'number' : undefined;
}

/** Words beside a value, as parts of regular expressions. */
interface SlotWords {
  /** Words before a time and before a date. */
  at: string;
  on: string;
  /** Words behind a time, and behind a number of people. */
  clock: string;
  people: string;
}

const slotWords: Readonly<Record<string, SlotWords>> = {
  en: {
    at: 'at',
    on: 'on',
    clock: String.raw`o['’]clock`,
    people: 'people|persons|guests|seats|adults|places',
  },
  de: { at: 'um', on: 'am', clock: 'uhr', people: 'personen|gäste|leute|plätze|erwachsene' },
  fr: { at: 'à', on: 'le', clock: 'heures?', people: 'personnes|couverts|convives|invités|places|adultes' },
  es: { at: 'a las?', on: 'el(?: día)?', clock: 'horas', people: 'personas|comensales|plazas|adultos' },
  it: {
    at: 'alle|alle ore',
    on: 'il|il giorno',
    clock: 'in punto',
    people: 'persone|coperti|ospiti|posti|adulti',
  },
  nl: { at: 'om', on: 'op', clock: 'uur', people: 'personen|gasten|mensen|plaatsen|volwassenen' },
  pt: { at: 'às|à', on: 'no dia|em', clock: 'horas', people: 'pessoas|lugares|adultos' },
};

/** Matches what may stand behind a value that is a phrase of its own: a sign, or a short word such as "and". */
const PHRASE_END = /^\s*(?:[,;)–-]|$|(?:\p{L}{1,4})(?!\p{L}))/u;

function findSlot(before: string, behind: string, words: SlotWords | undefined): Kind | undefined {
  if (words === undefined) return undefined;
  const follows = (list: string): boolean => new RegExp(`^\\s*(?:${list})(?!\\p{L})`, 'iu').test(behind);
  const leads = (list: string): boolean => new RegExp(`(?<!\\p{L})(?:${list})\\s*$`, 'iu').test(before);
  if (follows(words.people)) return 'number';
  if (follows(words.clock)) return 'time';
  if (!PHRASE_END.test(behind)) return undefined;
  if (leads(words.at)) return 'time';
  return leads(words.on) ? 'date' : undefined;
}
