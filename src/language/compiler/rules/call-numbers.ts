/** Knows which names of expressions hold telephone numbers, and the form that these have. */
import { loadPhoneNumbers, memoize } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import { findSources } from '../check/variable-sources.ts';

/** True for a name that holds the number of a call, or one that a caller entered as such, and nothing else. */
export function isPhoneName(draft: FlowDraft, name: string): boolean {
  return name === 'call.from' || name === 'call.to' || findPhoneVariables(draft).has(name);
}

/** An expression that is a number of the call, or one of both. */
const CALL_NUMBER = /^\s*(?:[^?]*\?\s*call\.(?:from|to)\s*:\s*)?call\.(?:from|to)\s*$/;

const findPhoneVariables = memoize((draft: FlowDraft): ReadonlySet<string> => {
  const names = new Set<string>();
  for (const [name, sources] of findSources(draft)) {
    const isPhone = sources.every((source) => {
      if (source.kind === 'texts') return source.texts.every(({ text }) => /^(?:\+\d+)?$/.test(text));
      if (source.kind === 'expression') return CALL_NUMBER.test(source.source);
      return source.kind === 'answer' && source.body.type === 'phone';
    });
    if (isPhone && sources.some(({ kind }) => kind === 'answer' || kind === 'expression'))
      names.add(`vars.${name}`);
  }
  return names;
});

/** Countries whose numbers begin with a zero behind the country code, or may do so. */
const WITH_ZERO = new Set(['39', '225', '241', '242', '378', '379', '228', '229', '233', '255']);

/** True when the numbers of this beginning have a zero that is dialled only inside the country: `+490`. */
export function hasTrunkZero(beginning: string): boolean {
  const [, digits = ''] = /^\+(\d+)/.exec(beginning) ?? [];
  if (!digits.includes('0')) return false;
  const { getCountries, getCountryCallingCode } = loadPhoneNumbers();
  const codes = new Set<string>(getCountries().map((country) => getCountryCallingCode(country)));
  const code = [1, 2, 3].map((length) => digits.slice(0, length)).find((one) => codes.has(one));
  return code !== undefined && !WITH_ZERO.has(code) && digits[code.length] === '0';
}
