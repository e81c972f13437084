/** Ranges of addresses from which somebody may come. */
import ipaddr from 'ipaddr.js';

export interface Ranges {
  /** Whether an address, IPv4 or IPv6, lies in one of them; what is no address lies in none. */
  has(address: string): boolean;
}

/** How they are written, for messages. */
export const RANGES = 'addresses or CIDR ranges such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32';

/** Reads ranges, each an address or a range in CIDR form; undefined when one of them is none, or there is none. */
export function parseRangeList(texts: readonly string[]): Ranges | undefined {
  const ranges = texts.map(parseRange);
  if (ranges.length === 0 || !ranges.every((range) => range !== undefined)) return undefined;
  return {
    has(text) {
      const address = addressOf(text);
      return address !== undefined && ranges.some((range) => lies(address, range));
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
  const first = addressOf(text);
  return first && { first, bits: first.kind() === 'ipv4' ? 32 : 128 };
}

/** An IPv4 address that is written as an IPv6 one, as sockets tell it, is that IPv4 address. */
function addressOf(text: string): Address | undefined {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
  return isAddress ? ipaddr.process(text) : undefined;
}

function lies(address: Address, { first, bits }: Range): boolean {
  return address.kind() === first.kind() && address.match(first, bits);
}
