/**
 * Checks whether a row is a valid recipient. Owns: the numbers seen so far, to detect duplicates. Does not own: storing
 * recipients.
 */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { CountryCode } from 'libphonenumber-js/max';
import { readParams } from '../../call/index.ts';
import { describeForbidden } from '../../engine/ports/index.ts';
import type { CompiledFlow, Value } from '../../language/model/index.ts';
import { quote, shorten } from '../../language/text/index.ts';
import { CallingWindows } from './calling-window.ts';
import type { CampaignSettings, Recipient } from './campaign.ts';
import { NumberLines } from './number-lines.ts';
import type { Row } from './recipient-rows.ts';
import { canonicalizeZone, listZones } from './time-zones.ts';

/** Maximum length of a quoted cell in a message. */
const MAX_QUOTE = 40;

type Checked =
  | { kind: 'recipient'; recipient: Recipient }
  | { kind: 'do_not_call' }
  | { kind: 'refused'; reason: string; isDuplicate?: true };

interface CheckOptions {
  settings: CampaignSettings;
  /** The flow, for its parameters; absent: parameters are not checked. */
  flow?: CompiledFlow;
  /** Beginnings of the numbers that the project may call; absent: any. */
  dialPrefixes?: readonly string[];
  /** True when the number is on the do-not-call list. */
  isBarred?: (number: string) => boolean;
  /** ms since the epoch. */
  now: number;
}

export class RecipientCheck {
  readonly #options: CheckOptions;
  readonly #windows: CallingWindows;
  /** Column → parameter; without a flow the columns that `settings` names. */
  readonly #params: [column: string, param: string][];
  /** Lines by number, as exact integers (at most 15 digits); line 0: loaded before this file. */
  readonly #seen = new NumberLines();

  constructor(options: CheckOptions) {
    this.#options = options;
    const { settings, flow } = options;
    this.#windows = new CallingWindows(settings.windows);
    const names = flow ? Object.keys(flow.params) : Object.keys(settings.columns ?? {});
    this.#params = names
      .filter((name) => flow !== undefined || (name !== 'number' && name !== 'time_zone'))
      .map((name) => [settings.columns?.[name] ?? name, name]);
  }

  /** Registers a number that was loaded before this file. */
  remember(number: string): void {
    this.#seen.findFirstLine(Number(number.slice(1)), 0);
  }

  check(row: Row): Checked {
    if (row.problem !== undefined) return toRefused(row.problem);
    const { settings, dialPrefixes, isBarred } = this.#options;
    const written = readText(row.fields, findColumn(settings, 'number'));
    if (written === undefined)
      return toRefused(`column "${findColumn(settings, 'number')}" is empty or missing`);
    const phone = readNumber(written, settings);
    if (typeof phone === 'string') return toRefused(phone);
    const forbidden = dialPrefixes && describeForbidden(phone.number, dialPrefixes);
    if (forbidden !== undefined) return toRefused(forbidden);
    const place = this.#findZones(row.fields, phone.country);
    if (typeof place === 'string') return toRefused(place);
    const params = this.#readParams(row.fields);
    if (typeof params === 'string') return toRefused(params);
    const again = this.#findDuplicate(phone.number, row.line);
    if (again !== undefined) return { kind: 'refused', reason: again, isDuplicate: true };
    if (isBarred?.(phone.number) === true) return { kind: 'do_not_call' };
    const { number } = phone;
    return { kind: 'recipient', recipient: { number, ...place, ...(params && { params }) } };
  }

  #findDuplicate(number: string, line: number): string | undefined {
    const first = this.#seen.findFirstLine(Number(number.slice(1)), line);
    if (first === undefined) return undefined;
    return first === 0 ? `${number} is already loaded` : `${number} is already in line ${first}`;
  }

  /** The time zones of a recipient, or the reason why they are unknown. */
  #findZones(
    fields: Record<string, unknown>,
    country: string | undefined,
  ): Pick<Recipient, 'zone' | 'country'> | string {
    const { settings, now } = this.#options;
    const name = readText(fields, findColumn(settings, 'time_zone'));
    const zone = name === undefined ? undefined : canonicalizeZone(name);
    if (name !== undefined && zone === undefined)
      return `${quote(shorten(name, MAX_QUOTE))} is not a time zone`;
    const place = zone === undefined ? { ...(country && { country }) } : { zone };
    if (this.#windows.isAlways) return place;
    const zones = listZones(place);
    if (zones.length === 0)
      return 'the time zone cannot be derived from the number: set one for this recipient';
    return this.#windows.canOpen(zones, now)
      ? place
      : 'no window is open in all time zones of the country at once: set a time zone for this recipient';
  }

  #readParams(fields: Record<string, unknown>): Record<string, Value> | undefined | string {
    const { flow, settings } = this.#options;
    const own: Record<string, Value> = {};
    for (const [column, param] of this.#params) {
      const value = readValue(fields, column);
      if (value !== undefined) own[param] = value;
    }
    if (flow !== undefined) {
      const read = readParams(flow, { ...settings.params, ...own });
      if (!read.ok) return read.problems.join('; ');
    }
    return Object.keys(own).length === 0 ? undefined : own;
  }
}

function findColumn({ columns }: CampaignSettings, what: string): string {
  return columns?.[what] ?? what;
}

/** The value of a cell; undefined when it is empty. */
function readValue(fields: Record<string, unknown>, column: string): Value | undefined {
  const value = Object.hasOwn(fields, column) ? fields[column] : undefined;
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'object' ? JSON.stringify(value) : (value as Value);
}

function readText(fields: Record<string, unknown>, column: string): string | undefined {
  const value = readValue(fields, column);
  return value === undefined ? undefined : String(value).trim();
}

function readNumber(
  written: string,
  { country }: CampaignSettings,
): { number: string; country: string | undefined } | string {
  const parsed = parsePhoneNumberFromString(written, {
    defaultCountry: country as CountryCode,
    extract: false,
  });
  const found = quote(shorten(written, MAX_QUOTE));
  if (parsed === undefined)
    return country === undefined && !written.startsWith('+')
      ? `${found} does not begin with +, and the campaign has no country`
      : `${found} is not a phone number`;
  if (parsed.ext !== undefined) return `${found} has an extension, which cannot be called`;
  if (!parsed.isValid()) return `${found} is not a number in use`;
  return { number: parsed.number, country: parsed.country };
}

function toRefused(reason: string): Checked {
  return { kind: 'refused', reason };
}
