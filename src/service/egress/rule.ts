/** Egress rules: hosts and addresses to which flows may connect. */
import ipaddr from 'ipaddr.js';

/** One rule; without a port it matches all ports. */
export type EgressRule = (
  | { kind: 'every-host' }
  | { kind: 'host'; host: string }
  /** Every host below this one, not itself. */
  | { kind: 'below'; host: string }
  | { kind: 'addresses'; first: Address; bits: number }
) & { port?: number };

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The expected format, for messages. */
export const EGRESS_RULES =
  'any, or places such as api.example.com, *.example.com, *, crm.internal:8443, 10.1.0.0/16 or 127.0.0.1:8080, joined by commas';

/** Parses rules separated by commas; undefined when one is invalid. */
export function parseEgress(text: string): EgressRule[] | undefined {
  const rules = text.split(',').map((entry) => ruleOf(entry.trim()));
  return rules.every((rule) => rule !== undefined) ? rules : undefined;
}

/** Parses an address as written in a URL or by a resolver; an IPv4-mapped one becomes IPv4. Undefined for a name. */
export function addressIn(text: string): Address | undefined {
  const bare = text.replace(/^\[(.*)\]$/, '$1');
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare);
  return isAddress ? ipaddr.process(bare) : undefined;
}

/** Normalizes a host like a URL: lower case, without a trailing dot; undefined if invalid. */
export function plainHost(text: string): string | undefined {
  const address = `http://${text}/`;
  if (/[/?#@\\\s]/.test(text) || !URL.canParse(address)) return undefined;
  return new URL(address).hostname.replace(/\.$/, '') || undefined;
}

function ruleOf(entry: string): EgressRule | undefined {
  const { place, port } = split(entry);
  if (port !== undefined && (port < 1 || port > 65_535)) return undefined;
  const rule = placeOf(place);
  return rule && { ...rule, ...(port !== undefined && { port }) };
}

/** Separates host and port. Several colons without brackets mean an IPv6 address without a port. */
function split(entry: string): { place: string; port?: number } {
  const [, place, port] = /^(\[[^\]]*\]|[^:]*):(\d{1,5})$/.exec(entry) ?? [];
  return place === undefined ? { place: entry } : { place, port: Number(port) };
}

function placeOf(place: string): EgressRule | undefined {
  if (place === '*') return { kind: 'every-host' };
  if (place.includes('/')) return ipaddr.isValidCIDR(place) ? rangeOf(place) : undefined;
  const [, below] = /^\*\.(.+)$/.exec(place) ?? [];
  const host = plainHost(below ?? (ipaddr.IPv6.isValid(place) ? `[${place}]` : place));
  if (host === undefined || host.includes('*')) return undefined;
  if (below !== undefined) return { kind: 'below', host };
  const first = addressIn(host);
  return first === undefined
    ? { kind: 'host', host }
    : { kind: 'addresses', first, bits: first.kind() === 'ipv4' ? 32 : 128 };
}

function rangeOf(text: string): EgressRule {
  const [first, bits] = ipaddr.parseCIDR(text);
  return { kind: 'addresses', first, bits };
}
