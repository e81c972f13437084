/**
 * Makes connections to addresses to which flows may send something, and to no others.
 *
 * CONNECTOR-1 An address is judged after a name was looked up and is the one that is used: nothing is looked up twice, so a name
 *    that leads elsewhere the second time gains nothing.
 * CONNECTOR-2 Every connection is judged, so also one to which a redirection would lead.
 */
import { lookup as lookUp } from 'node:dns';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { EGRESS_DENIED } from '../../engine/ports/index.ts';
import type { Egress } from '../../engine/ports/index.ts';

/** The places to which a name leads are none to which flows may send something. */
class EgressDenied extends Error {
  readonly code = EGRESS_DENIED;
}

/** Resolves a name to addresses; default: the resolver of the operating system. */
export type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Connects as undici does by itself, within the policy. */
export function createGuardedConnector(egress: Egress, resolve: Resolve = lookUp): buildConnector.connector {
  // A connector keeps TLS sessions, so there is one for each port, which is all that the judgement depends on.
  const byPort = new Map<number, buildConnector.connector>();
  return (options, callback) => {
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80));
    const reason = checkAddress(egress, options.hostname, port);
    if (reason !== undefined) {
      callback(new EgressDenied(reason), null);
      return;
    }
    const known = byPort.get(port);
    const connect = known ?? buildConnector({ lookup: judging(egress, { port, resolve }) });
    if (known === undefined) byPort.set(port, connect);
    connect(options, callback);
  };
}

/** A literal address is never looked up. */
function checkAddress(egress: Egress, host: string, port: number): string | undefined {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  const isRefused = isIP(address) !== 0 && !egress.allowsAddress(address, port);
  return egress.refusal(host, port) ?? (isRefused ? notPublic(host) : undefined);
}

function judging(egress: Egress, { port, resolve }: { port: number; resolve: Resolve }): LookupFunction {
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
  return `${host} leads to no public address, and no --egress names its own`;
}
