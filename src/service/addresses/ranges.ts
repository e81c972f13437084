/** Address ranges that a hook accepts. */
import ipaddr from 'ipaddr.js';

export interface Ranges {
  /** True when one of the ranges contains the address, IPv4 or IPv6; false for anything that is not an address. */
  has(address: string): boolean;
}

/** The expected format, for messages. */
export const RANGES = 'addresses or CIDR ranges such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32';

/** Parses addresses and CIDR ranges; undefined when one of them is invalid or the list is empty. */
export function parseRangeList(texts: readonly string[]): Ranges | undefined {
  const ranges = texts.map(parseRange);
  if (ranges.length === 0 || !ranges.every((range) => range !== undefined)) return undefined;
  return {
    has(text) {
      const address = parseAddress(text);
      return address !== undefined && ranges.some((range) => matches(address, range));
    },
  };
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

interface Range {
  first: Address;
  bits: number;
}

function parseRange(text: string): Range | undefined {
  if (ipaddr.isValidCIDR(text)) {
    const [first, bits] = ipaddr.parseCIDR(text);
    return { first, bits };
  }
  const first = parseAddress(text);
  return first && { first, bits: first.kind() === 'ipv4' ? 32 : 128 };
}

/** Parses an address; an IPv4-mapped IPv6 address, as sockets report it, becomes IPv4. */
function parseAddress(text: string): Address | undefined {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
  return isAddress ? ipaddr.process(text) : undefined;
}

function matches(address: Address, { first, bits }: Range): boolean {
  return address.kind() === first.kind() && address.match(first, bits);
}
