import { findKeyedLength } from '../verbs/parts/collected.ts';
import { findSources } from '../check/variable-sources.ts';
import type { FlowDraft } from '../types.ts';

/** Names that are the same in many calls. */
const SHARED = /^(?:env\..*|call\.(?:from|to|direction|language))$/;
/** Answers of so few digits are choices, which many callers make. */
const MAX_CHOICE_DIGITS = 3;

/** Describes whose requests have the same Idempotency-Key, by the names that it reads; undefined when it tells calls apart. */
export function describeSharedKey(names: ReadonlySet<string>, draft: FlowDraft): string | undefined {
  const shared = [...names].filter((name) => SHARED.test(name));
  const chosen = [...names].filter((name) => isChosen(name, draft));
  if (shared.length + chosen.length < names.size) return undefined;
  if (names.has('call.from'))
    return 'a caller who calls again has the same key, so the service takes the new request for a repetition and ignores it';
  const who =
    chosen.length === 0
      ? 'all callers'
      : `all callers with the same ${chosen.map((name) => `"${name}"`).join(' and ')}`;
  return `${who} have the same key, so the service carries out the first request and takes all others for repetitions`;
}

/** True for a variable that has only fixed values and answers of a few digits. */
function isChosen(name: string, draft: FlowDraft): boolean {
  const [, variable = ''] = /^vars\.(\w+)$/.exec(name) ?? [];
  const sources = findSources(draft).get(variable) ?? [];
  return (
    sources.length > 1 &&
    sources.every(
      (source) =>
        source.kind === 'texts' ||
        (source.kind === 'answer' && (findKeyedLength(source.body)?.max ?? Infinity) <= MAX_CHOICE_DIGITS),
    )
  );
}
