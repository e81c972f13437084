/** How values of settings are written. Each reader gives undefined for what is none. */
import { parseEgress } from './egress/index.ts';

/** In bytes. */
export const MEGABYTE = 1024 * 1024;

/** Reads a value as it is written. */
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
