/**
 * The egress policy: hosts to which flows may connect. Owns: the meaning of the configured rules. Does not own: name
 * resolution, and that the checked address is the one that is connected to (the web adapter).
 *
 * EGRESS-1 A host without a matching rule is refused before it is resolved.
 * EGRESS-2 A non-public address is refused whatever name resolves to it, unless a rule names the address: the owner of a
 *          name can make it resolve to anything.
 */
import ipaddr from 'ipaddr.js';
import type { Egress } from '../../engine/ports/index.ts';
import { parseHostAddress, normalizeHost } from './rule.ts';
import type { Address, EgressRule } from './rule.ts';

/** Address of the Azure platform; it looks public. The metadata addresses of other clouds are link-local. */
const AZURE_PLATFORM = '168.63.129.16';

/** Creates a policy from the rules. */
export function createEgress(rules: readonly EgressRule[]): Egress {
  const isNamed = (address: Address, port: number) =>
    rules.some((rule) => hasPort(rule, port) && isWithin(address, rule));
  return {
    refusal(given, port) {
      const host = normalizeHost(given) ?? '';
      const address = parseHostAddress(host);
      const isAllowed =
        rules.some((rule) => hasPort(rule, port) && matchesHost(rule, host)) ||
        (address !== undefined && isNamed(address, port));
      return isAllowed ? undefined : `flows may not use ${host}:${port}: --egress does not list it`;
    },
    allowsAddress(given, port) {
      const address = parseHostAddress(given);
      return address !== undefined && (isPublic(address) || isNamed(address, port));
    },
  };
}

function hasPort(rule: EgressRule, port: number): boolean {
  return rule.port === undefined || rule.port === port;
}

function matchesHost(rule: EgressRule, host: string): boolean {
  if (rule.kind === 'every-host') return host !== '';
  if (rule.kind === 'below') return host.endsWith(`.${rule.host}`);
  return rule.kind === 'host' && host === rule.host;
}

function isWithin(address: Address, rule: EgressRule): boolean {
  if (rule.kind !== 'addresses' || address.kind() !== rule.first.kind()) return false;
  return address.match(rule.first, rule.bits);
}

/** True for addresses of the public internet. An address that embeds an IPv4 address for translation is judged by that. */
function isPublic(address: Address): boolean {
  if (address.toString() === AZURE_PLATFORM) return false;
  if (address instanceof ipaddr.IPv6 && address.range() === 'rfc6052') return isPublic(extractIpv4(address));
  return address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || isGlobal(address));
}

/** Global unicast, the only space assigned to the internet (RFC 4291, 2.4). */
function isGlobal(address: ipaddr.IPv6): boolean {
  return address.match(ipaddr.IPv6.parse('2000::'), 3);
}

/** The IPv4 address in the last bits (RFC 6052, 2.2). */
function extractIpv4(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(-4));
}
