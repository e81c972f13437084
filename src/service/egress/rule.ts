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
  'any, or hosts such as api.example.com, *.example.com, *, crm.internal:8443, 10.1.0.0/16 or 127.0.0.1:8080, joined by commas';

/** Parses rules separated by commas; undefined when one is invalid. */
export function parseEgress(text: string): EgressRule[] | undefined {
  const rules = text.split(',').map((entry) => parseRule(entry.trim()));
  return rules.every((rule) => rule !== undefined) ? rules : undefined;
}

/** Parses an address as written in a URL or by a resolver; an IPv4-mapped one becomes IPv4. Undefined for a name. */
export function parseHostAddress(text: string): Address | undefined {
  const bare = text.replace(/^\[(.*)\]$/, '$1');
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare);
  return isAddress ? ipaddr.process(bare) : undefined;
}

/** Normalizes a host like a URL: lower case, without a trailing dot; undefined if invalid. */
export function normalizeHost(text: string): string | undefined {
  const address = `http://${text}/`;
  if (/[/?#@\\\s]/.test(text) || !URL.canParse(address)) return undefined;
  return new URL(address).hostname.replace(/\.$/, '') || undefined;
}

function parseRule(entry: string): EgressRule | undefined {
  const { place, port } = splitPort(entry);
  if (port !== undefined && (port < 1 || port > 65_535)) return undefined;
  const rule = parsePlace(place);
  return rule && { ...rule, ...(port !== undefined && { port }) };
}

/** Separates host and port. Several colons without brackets mean an IPv6 address without a port. */
function splitPort(entry: string): { place: string; port?: number } {
  const [, place, port] = /^(\[[^\]]*\]|[^:]*):(\d{1,5})$/.exec(entry) ?? [];
  return place === undefined ? { place: entry } : { place, port: Number(port) };
}

function parsePlace(place: string): EgressRule | undefined {
  if (place === '*') return { kind: 'every-host' };
  if (place.includes('/')) return ipaddr.isValidCIDR(place) ? parseRange(place) : undefined;
  const [, below] = /^\*\.(.+)$/.exec(place) ?? [];
  const host = normalizeHost(below ?? (ipaddr.IPv6.isValid(place) ? `[${place}]` : place));
  if (host === undefined || host.includes('*')) return undefined;
  if (below !== undefined) return { kind: 'below', host };
  const first = parseHostAddress(host);
  return first === undefined
    ? { kind: 'host', host }
    : { kind: 'addresses', first, bits: first.kind() === 'ipv4' ? 32 : 128 };
}

function parseRange(text: string): EgressRule {
  const [first, bits] = ipaddr.parseCIDR(text);
  return { kind: 'addresses', first, bits };
}
