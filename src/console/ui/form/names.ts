/** Texts of fields that become part of an address of the API, where too long ones are not found instead of refused. */
import { FLOW_NAME_PATTERN, FLOW_NAME_RULE } from '../../../authoring/templates/index.ts';
import { toMistake } from './mistakes.ts';
import type { FormValues } from './values.ts';

export interface NameKind {
  pattern: RegExp;
  /** What to type. */
  rule: string;
}

/** Ids of routes and campaigns. */
export const ID: NameKind = {
  pattern: /^[a-z0-9][a-z0-9-]{0,63}$/,
  rule: 'lower-case letters, digits and hyphens, at most 64 characters',
};

/** Ids of projects. */
export const PROJECT_ID: NameKind = {
  pattern: /^[a-z][a-z0-9-]{0,39}$/,
  rule: 'a lower-case letter, then lower-case letters, digits and hyphens, at most 40 characters',
};

/** Numbers without spaces. */
export const PHONE_NUMBER: NameKind = {
  pattern: /^\+[1-9][0-9]{3,14}$/,
  rule: 'a number in E.164 form, such as +4915112345678',
};

/** Names of flows. */
export const FLOW_NAME: NameKind = {
  pattern: FLOW_NAME_PATTERN,
  rule: `the name of a flow: ${FLOW_NAME_RULE}`,
};

/** Countries of numbers without one. */
export const COUNTRY: NameKind = { pattern: /^[a-z]{2}$/i, rule: 'two letters, such as de' };

/** Reads the text of a field. Throws an `ApiProblem` that concerns the field when the API has no address for the text. */
export function readName(values: FormValues, field: string, { pattern, rule }: NameKind): string {
  const text = values.text(field);
  if (!pattern.test(text)) throw toMistake(field, `type ${rule}`);
  return text;
}
