/**
 * Connects only to addresses that the egress policy allows.
 *
 * CONNECTOR-1 The checked address is the one that is used: a name is resolved only once, which rules out DNS rebinding.
 * CONNECTOR-2 Every connection is checked, including those of redirects.
 */
import { lookup as lookUp } from 'node:dns';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { EGRESS_DENIED } from '../../engine/ports/index.ts';
import type { Egress } from '../../engine/ports/index.ts';

/** A name resolves to no allowed address. */
class EgressDenied extends Error {
  readonly code = EGRESS_DENIED;
}

/** Resolves a name to addresses; default: the resolver of the operating system. */
export type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Creates a connector like undici's default, within the policy. */
export function createGuardedConnector(egress: Egress, resolve: Resolve = lookUp): buildConnector.connector {
  // A connector caches TLS sessions. The check depends on the port, so there is one connector per port.
  const byPort = new Map<number, buildConnector.connector>();
  return (options, callback) => {
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80));
    const reason = checkAddress(egress, options.hostname, port);
    if (reason !== undefined) {
      callback(new EgressDenied(reason), null);
      return;
    }
    const known = byPort.get(port);
    const connect = known ?? buildConnector({ lookup: createGuardedLookup(egress, { port, resolve }) });
    if (known === undefined) byPort.set(port, connect);
    connect(options, callback);
  };
}

/** Returns why a host is refused; a literal address is checked here, because it is never looked up. */
function checkAddress(egress: Egress, host: string, port: number): string | undefined {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  const isRefused = isIP(address) !== 0 && !egress.allowsAddress(address, port);
  return egress.refusal(host, port) ?? (isRefused ? notPublic(host) : undefined);
}

function createGuardedLookup(
  egress: Egress,
  { port, resolve }: { port: number; resolve: Resolve },
): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const allowed =
        error === null ? addresses.filter(({ address }) => egress.allowsAddress(address, port)) : [];
      const [first] = allowed;
      if (error !== null) callback(error, '');
      else if (first === undefined) callback(new EgressDenied(notPublic(host)), '');
      else if (options.all === true) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

function notPublic(host: string): string {
  return `${host} has no public address, and --egress does not allow its address`;
}
