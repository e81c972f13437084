/** Numbers of people as they are shown. */
import { mayDo } from '../session/session.ts';

/** Digits that stay, at the beginning and at the end. */
const [KEPT_FIRST, KEPT_LAST] = [6, 3];

/** Renders the number of a person: whole for those who may control calls in the project, else without its middle. */
export function renderPersonNumber(number: string, project: string): string {
  return mayDo('calls.control', project) ? number : maskNumber(number);
}

/** Replaces the middle of a number: `+49151 ••• 548`. A short number has no end either. */
function maskNumber(number: string): string {
  const end = number.length > KEPT_FIRST + KEPT_LAST ? ` ${number.slice(-KEPT_LAST)}` : '';
  return `${number.slice(0, KEPT_FIRST)} •••${end}`;
}
