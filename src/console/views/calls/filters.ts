/** The filters of the list of calls: in the address as the API takes them. */
import type { ListCallsData } from '../../api/generated/index.ts';
import { ID } from '../../ui/form/names.ts';

type CallQuery = NonNullable<ListCallsData['query']>;

/** Reasons for the end of a call. */
export const END_REASONS = ['normal', 'busy', 'no_answer', 'rejected', 'failed', 'unknown'] as const;

const PAGE = 50;

/** Returns the query for the API. Values that only the API can judge are passed on as they are. */
export function toCallQuery(query: Readonly<Record<string, string>>, flow = query.flow): CallQuery {
  const { state, number, campaign, ended, result, outcome, since, before, after } = query;
  const names = {
    ...{ number: number && normalizeNumber(number), campaign, ended, result, outcome },
    ...{ since, before, after, flow },
  };
  const given = Object.entries(names).filter(([, value]) => value !== undefined && value !== '');
  const isState = state === 'live' || state === 'ended';
  return { limit: PAGE, ...Object.fromEntries(given), ...(isState && { state }) };
}

/** Removes what people write into numbers: spaces, hyphens, slashes, brackets, the 0 of a trunk, 00 for +. */
function normalizeNumber(text: string): string {
  return text
    .replace(/^(\s*(?:\+|00)[\s\d]*)\(0\)/, '$1')
    .replaceAll(/[\s()/.-]/g, '')
    .replace(/^00/, '+');
}

/** Filters that are typed. */
export type TypedFilter = 'number' | 'campaign' | 'outcome';

/** Values that the API takes, and what to type instead of others. */
const TYPED: Readonly<Record<TypedFilter, { pattern: RegExp; expected: string }>> = {
  number: { pattern: /^\+?\d{3,15}$/, expected: 'Type a whole number, such as +49171….' },
  campaign: {
    pattern: ID.pattern,
    expected: 'Type a whole name: lower-case letters, digits, hyphens.',
  },
  outcome: {
    pattern: /^[a-z][a-z0-9_]{0,63}$/,
    expected: 'Type a whole name: lower-case letters, digits, underscores.',
  },
};

/** Finds the filters whose value no call can have, with what to type instead. */
export function findFilterMistakes(
  query: Readonly<Record<string, string>>,
): Partial<Record<TypedFilter, string>> {
  const given = toCallQuery(query);
  const names = (Object.keys(TYPED) as TypedFilter[]).filter((name) => {
    const value = given[name];
    return value !== undefined && !TYPED[name].pattern.test(value);
  });
  return Object.fromEntries(names.map((name) => [name, TYPED[name].expected]));
}

/** True for a number without its country, which only calls have whose carrier leaves the country out too. */
export function lacksCountry(number: string): boolean {
  return normalizeNumber(number).startsWith('0');
}

/** Converts the value of a `datetime-local` input to a time with its offset; '' for none. */
export function toInstant(local: string): string {
  const at = Date.parse(local);
  return Number.isNaN(at) ? '' : new Date(at).toISOString();
}

/** Converts a time to the value of a `datetime-local` input, in the zone of the reader; '' for none. */
export function toLocalInput(instant: string | undefined): string {
  const at = Date.parse(instant ?? '');
  if (Number.isNaN(at)) return '';
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** True if an event about this call would add it to a list with these filters. */
export function matchesFilter(
  call: { flow: string; number: string; campaign?: string | undefined },
  query: CallQuery,
): boolean {
  const { state, ended, result, outcome } = query;
  if (state === 'ended' || [ended, result, outcome].some((wanted) => wanted !== undefined)) return false;
  if (query.after !== undefined || query.before !== undefined) return false;
  const isOfFlow = query.flow === undefined || query.flow === call.flow;
  const isOfCampaign = query.campaign === undefined || query.campaign === call.campaign;
  return isOfFlow && isOfCampaign && (query.number === undefined || mayBeNumber(call.number, query.number));
}

/** True if a number is the wanted one; of a masked number, which viewers get, if its visible ends fit. */
function mayBeNumber(number: string, wanted: string): boolean {
  const [begin = '', ...rest] = number.split(MASK).map(toDigits);
  const digits = toDigits(wanted);
  if (rest.length === 0) return digits === begin;
  return digits.startsWith(begin) && digits.endsWith(rest.join(''));
}

/** Stands for the middle of a number. */
const MASK = /•+/;

function toDigits(number: string): string {
  return number.replaceAll(/\D/g, '');
}
