/** Chooses what a query finds, best first. Pure. */

/** A thing that can be found. */
export interface Findable {
  group: FindGroup;
  label: string;
  /** More about it, which is searched too. */
  detail: string;
  /** True when it is offered only to a query: there are too many of it. */
  isHiddenAtFirst?: boolean;
  /** The address that it leads to, or what it does. */
  target: string | (() => void);
}

const groups = ['Flows', 'Steps', 'Calls', 'Numbers', 'Commands'] as const;

type FindGroup = (typeof groups)[number];

interface FoundGroup {
  group: FindGroup;
  items: Findable[];
}

const MAX_PER_GROUP = 6;

/** Returns what contains all words of the query, in groups. Labels that begin with the query come first. */
export function findMatches(items: readonly Findable[], query: string): FoundGroup[] {
  const words = readWords(query);
  const ranked = items
    .filter(({ isHiddenAtFirst = false }) => words.length > 0 || !isHiddenAtFirst)
    .map((item) => ({ item, rank: rankItem(item, words) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .toSorted((one, other) => one.rank - other.rank);
  return groups
    .map((group) => ({
      group,
      items: ranked
        .filter(({ item }) => item.group === group)
        .slice(0, MAX_PER_GROUP)
        .map(({ item }) => item),
    }))
    .filter((found) => found.items.length > 0);
}

/** Returns the query as a number, without what people write into numbers; undefined if it is none. */
export function readNumber(query: string): string | undefined {
  const digits = query.replaceAll(/[\s()/.-]/g, '');
  return /^\+?\d{3,15}$/.test(digits) ? digits : undefined;
}

function readWords(query: string): string[] {
  const number = readNumber(query);
  return number === undefined ? query.toLowerCase().split(/\s+/).filter(Boolean) : [number];
}

const NO_MATCH = 3;

/** Returns 0 for the best matches; `NO_MATCH` for none. */
function rankItem({ label, detail }: Findable, words: readonly string[]): number {
  const [name, text] = [label.toLowerCase(), `${label} ${detail}`.toLowerCase()];
  if (!words.every((word) => text.includes(word))) return NO_MATCH;
  if (name.startsWith(words[0] ?? '')) return 0;
  return words.every((word) => name.includes(word)) ? 1 : 2;
}
