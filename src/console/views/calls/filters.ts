/** The filters of the list of calls: in the address as the API takes them. */
import type { ListCallsData } from '../../api/generated/index.ts';

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

/** Removes what people write into numbers: spaces, hyphens, slashes, brackets. */
function normalizeNumber(text: string): string {
  return text.replaceAll(/[\s()/.-]/g, '');
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
