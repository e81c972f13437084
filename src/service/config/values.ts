/** Parsers for values of settings. Each returns undefined for an invalid value. */
import { parseRangeList } from '../addresses/index.ts';
import { parseEgress } from '../egress/index.ts';
import type { EgressRule } from '../egress/index.ts';

/** Store of calls. */
export type StoreSetting =
  { kind: 'sqlite'; file: string } | { kind: 'redis'; address: string } | { kind: 'memory' };

interface Routes {
  routes: Map<string, string>;
  messageRoutes: Map<string, string>;
}

/** In bytes. */
const MEGABYTE = 1024 * 1024;

/** Parser of a value. */
export type Parse<Value> = (text: string) => Value | undefined;

/** 0: any free port. */
export function parsePort(text: string): number | undefined {
  const port = Number(text);
  return /^\d{1,5}$/.test(text) && port <= 65_535 ? port : undefined;
}

/** `5s` → milliseconds, within these bounds in seconds. */
export function parseSeconds(least: number, most: number): Parse<number> {
  return (text) => {
    const [, seconds] = /^(\d{1,4})s$/.exec(text) ?? [];
    const value = Number(seconds ?? NaN);
    return value >= least && value <= most ? value * 1_000 : undefined;
  };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const UNITS = new Map([
  ['m', MINUTE_MS],
  ['h', HOUR_MS],
  ['d', DAY_MS],
]);

/** `12h` → milliseconds. */
export function parseRetention(text: string): number | undefined {
  const [, count, unit = ''] = /^([1-9]\d{0,5})([mhd])$/.exec(text) ?? [];
  const value = Number(count ?? NaN) * (UNITS.get(unit) ?? NaN);
  return value <= 366 * DAY_MS ? value : undefined;
}

/** `256MB` → bytes. */
export function parseMegabytes(text: string): number | undefined {
  const [, count] = /^([1-9]\d{0,4})MB$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * MEGABYTE;
}

/** `64KB` or `1MB` → bytes, within these bounds in bytes. */
export function parseSize(least: number, most: number): Parse<number> {
  return (text) => {
    const [, count, unit] = /^([1-9]\d{0,5})(KB|MB)$/.exec(text) ?? [];
    const bytes = Number(count ?? NaN) * (unit === 'KB' ? 1_024 : MEGABYTE);
    return bytes >= least && bytes <= most ? bytes : undefined;
  };
}

/** Requests per second. */
export function parseRate(text: string): number | undefined {
  const rate = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return rate >= 1 && rate <= 10_000 ? rate : undefined;
}

/** Addresses and ranges of proxies, as `proxy-addr` reads them. */
export function parseProxies(text: string): { proxies: string | false } | undefined {
  if (text === 'none') return { proxies: false };
  const addresses = text.split(',').filter((one) => one.trim() !== 'loopback');
  const rules = addresses.length === 0 ? [] : parseEgress(addresses.join());
  const isFit = rules?.every(({ kind, port }) => kind === 'addresses' && port === undefined);
  return isFit === true && !text.includes('[') ? { proxies: text } : undefined;
}

/** Hosts to which flows may connect; `rules` undefined: any. */
export function parseEgressSetting(text: string): { rules: EgressRule[] | undefined } | undefined {
  if (text === 'any') return { rules: undefined };
  const rules = parseEgress(text);
  return rules && { rules };
}

/** Parses the store; undefined if the value names none. */
export function parseStore(text: string): StoreSetting | undefined {
  if (text === 'memory:') return { kind: 'memory' };
  // The store parses the rest.
  if (/^rediss?(-sentinel|-cluster)?:\/\//.test(text)) return { kind: 'redis', address: text };
  const [, file] = /^sqlite:(.+)$/.exec(text) ?? [];
  return file === undefined ? undefined : { kind: 'sqlite', file };
}

/** Parses a base URL: http or https without user, query and fragment; strips the trailing slash. */
export function parseUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, username, password, href } = new URL(text);
  const isBare = username + password === '' && !/[?#]/.test(text);
  return isBare && /^https?:$/.test(protocol) ? href.replace(/\/$/, '') : undefined;
}

/** Parses an App ID; HTTP Basic separates it from the App Key by a colon (voice.md 5). */
export function parseAppId(text: string): string | undefined {
  return text.includes(':') ? undefined : text;
}

/** `+4930123=front-desk,sms:+4930123=call-me`. */
export function parseRoutes(text: string): Routes | undefined {
  const found: Routes = { routes: new Map(), messageRoutes: new Map() };
  for (const pair of text.split(',')) {
    const [, sms, number, flow] = /^\s*(sms:)?(\+?\d+)\s*=\s*([a-z][a-z0-9-]*)\s*$/.exec(pair) ?? [];
    if (number === undefined || flow === undefined) return undefined;
    (sms === undefined ? found.routes : found.messageRoutes).set(number, flow);
  }
  return found;
}

/** Creates a parser for one of these words. */
export function parseWord<Word extends string>(words: readonly Word[]): Parse<Word> {
  return (text) => words.find((word) => word === text);
}

/** Parses keys or sufficiently long passphrases, one per line. */
export function parseSecretKeys(text: string): string[] | undefined {
  const keys = splitLines(text);
  return keys.length === 0 || keys.some(({ length }) => length < MIN_SECRET_CHARS) ? undefined : keys;
}

/** The non-empty lines of a text. */
export function splitLines(text: string): string[] {
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
}

/** Minimum length of a passphrase. */
export const MIN_SECRET_CHARS = 16;
/** Address ranges, separated by commas. */
export function parseRanges(text: string): string[] | undefined {
  const ranges = text.split(',').map((one) => one.trim());
  return parseRangeList(ranges) && ranges;
}

/** `off` or a maximum age → milliseconds. */
export function parseWindow(text: string): { ms: number | undefined } | undefined {
  const ms = text === 'off' ? undefined : parseRetention(text);
  return text === 'off' || ms !== undefined ? { ms } : undefined;
}

/** Parses the hook token and its predecessors. */
export function parseTokens(text: string): { hookToken: string; formerHookTokens: string[] } | undefined {
  const [hookToken = '', ...formerHookTokens] = text.split(',').map((token) => token.trim());
  // Usable in a URL without escaping, and too long to guess.
  const isFit = [hookToken, ...formerHookTokens].every((token) => /^[A-Za-z0-9_-]{16,128}$/.test(token));
  return isFit ? { hookToken, formerHookTokens } : undefined;
}

/** True when a variable has a value that is not blank. */
export function isSet(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}
