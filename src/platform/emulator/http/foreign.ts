/** Who may use the control plane: programs, and pages of the emulator itself. */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/**
 * Whether a request comes from a page of another site that is open in a browser on this machine. Such a page says where it
 * comes from, unless its own name was made to lead here: then the request is for a name that is not ours. Programs that
 * name no host are no browsers.
 */
export function isForeign({ origin, host }: IncomingHttpHeaders, listensOn: string | undefined): boolean {
  if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host)) return true;
  return host !== undefined && !isOwnName(host, listensOn);
}

/** Addresses cannot be made to lead elsewhere, as names can. */
function isOwnName(host: string, listensOn: string | undefined): boolean {
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  const name = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(name) > 0 || name === 'localhost' || name === listensOn?.toLowerCase();
}
