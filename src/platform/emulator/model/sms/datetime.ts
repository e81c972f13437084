/** Date-times of the SMS API: YYYY-MM-DDTHH:MM:SS, UTC (sms.md 2.1, 2.5). */
import { createInvalidParam } from '../rest/answers.ts';

const form = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,9})?(Z|[+-]\d\d:\d\d)?$/i;

/** Formats virtual time. */
export function formatDatetime(at: number): string {
  return new Date(at).toISOString().slice(0, 19);
}

/** Parses a date-time, UTC unless it has an offset; `name` is the field in the refusal. */
export function readDatetime(name: string, text: string): number {
  const [, clock = '', offset = 'Z'] = form.exec(text) ?? [];
  const at = Date.parse(clock + offset.toUpperCase());
  // Date.parse moves a day that a month does not have instead of rejecting it.
  const exists = Date.parse(`${clock}Z`) >= 0 && formatDatetime(Date.parse(`${clock}Z`)) === clock;
  if (Number.isNaN(at) || !exists)
    throw createInvalidParam(`${name} must be a time such as 2026-01-31T09:30:00`);
  return at;
}
