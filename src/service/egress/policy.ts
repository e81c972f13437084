/**
 * Where flows may send something. Owns: what the places that operators have named mean. Does not own: how a name becomes
 * addresses, and that the address that was looked at is the one that is used (the adapter that connects).
 *
 * G1 A host of which no rule speaks is refused, before anything is looked up.
 * G2 An address that is not public is refused whatever name led to it, unless the address itself is named: who may
 *    answer for a name may let it lead anywhere.
 */
import ipaddr from 'ipaddr.js';
import type { Egress } from '../../engine/ports/index.ts';
import { addressIn, plainHost } from './rule.ts';
import type { Address, EgressRule } from './rule.ts';

/** Looks public, but is how Azure speaks to its machines; the addresses of other clouds' metadata are link-local. */
const AZURE_PLATFORM = '168.63.129.16';

/** The rules as a policy. */
export function createEgress(rules: readonly EgressRule[]): Egress {
  const isNamed = (address: Address, port: number) =>
    rules.some((rule) => hasPort(rule, port) && isWithin(address, rule));
  return {
    refusal(given, port) {
      const host = plainHost(given) ?? '';
      const address = addressIn(host);
      const isAllowed =
        rules.some((rule) => hasPort(rule, port) && namesHost(rule, host)) ||
        (address !== undefined && isNamed(address, port));
      return isAllowed ? undefined : `flows may not use ${host}:${port}: --egress does not list it`;
    },
    allowsAddress(given, port) {
      const address = addressIn(given);
      return address !== undefined && (isPublic(address) || isNamed(address, port));
    },
  };
}

function hasPort(rule: EgressRule, port: number): boolean {
  return rule.port === undefined || rule.port === port;
}

function namesHost(rule: EgressRule, host: string): boolean {
  if (rule.kind === 'every-host') return host !== '';
  if (rule.kind === 'below') return host.endsWith(`.${rule.host}`);
  return rule.kind === 'host' && host === rule.host;
}

function isWithin(address: Address, rule: EgressRule): boolean {
  if (rule.kind !== 'addresses' || address.kind() !== rule.first.kind()) return false;
  return address.match(rule.first, rule.bits);
}

/** Whether the address is one of the internet at large. One that carries an IPv4 address for a translator counts as that. */
function isPublic(address: Address): boolean {
  if (address.toString() === AZURE_PLATFORM) return false;
  if (address instanceof ipaddr.IPv6 && address.range() === 'rfc6052') return isPublic(translated(address));
  return address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || isGlobal(address));
}

/** All that was ever given out for the internet (RFC 4291, 2.4). */
function isGlobal(address: ipaddr.IPv6): boolean {
  return address.match(ipaddr.IPv6.parse('2000::'), 3);
}

/** The IPv4 address in the last bits (RFC 6052, 2.2). */
function translated(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(-4));
}
