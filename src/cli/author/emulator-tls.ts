/** HTTPS flags of `ringflow emulator`. */
import type { Command } from 'commander';
import { issueCertificate } from '../../platform/emulator/http/index.ts';
import { CommandFailure, readTextFile, writeTextFile } from '../shared/io.ts';

export interface TlsFlags {
  tls?: true;
  tlsName?: string[];
  tlsCa?: string;
  tlsCert?: string;
  tlsKey?: string;
}

/** Certificate and key of HTTPS. */
interface Tls {
  cert: string;
  key: string;
  /** CA certificate that clients must trust, if one was issued; PEM. */
  ca?: string;
}

/** Adds the HTTPS flags to a command. */
export function addTlsFlags(command: Command): Command {
  return command
    .option('--tls', 'serve HTTPS with a new certificate; prints its CA certificate, for clients to trust')
    .option(
      '--tls-name <host...>',
      'like --tls, also valid for these host names; the first one is used in addresses',
    )
    .option('--tls-ca <file>', 'write the CA certificate to this file (PEM) instead of printing it')
    .option('--tls-cert <file>', 'serve HTTPS with this certificate (PEM)')
    .option('--tls-key <file>', 'private key of that certificate (PEM)');
}

/** Reads or issues the certificate; undefined for plain HTTP. Throws a `CommandFailure` for conflicting flags. */
export function readTls({ tls, tlsName, tlsCa, tlsCert, tlsKey }: TlsFlags): Tls | undefined {
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw new CommandFailure('--tls-cert and --tls-key must be used together');
  const isIssued = tls !== undefined || tlsName !== undefined;
  if (tlsCert !== undefined && tlsKey !== undefined) {
    if (isIssued || tlsCa !== undefined)
      throw new CommandFailure(
        '--tls-cert uses an existing certificate: remove --tls, --tls-name and --tls-ca, which issue a new one',
      );
    return { cert: readTextFile(tlsCert), key: readTextFile(tlsKey) };
  }
  if (!isIssued && tlsCa !== undefined) throw new CommandFailure('--tls-ca requires --tls or --tls-name');
  if (!isIssued) return undefined;
  for (const name of tlsName ?? []) checkName(name);
  const issued = issueCertificate(Date.now(), tlsName);
  if (tlsCa !== undefined) writeTextFile(tlsCa, issued.ca);
  return issued;
}

/** Returns the host that the emulator uses in addresses: the first name that is not a wildcard. */
export function publicHost({ tlsName = [] }: TlsFlags): string | undefined {
  return tlsName.find((name) => !name.startsWith('*.'));
}

function checkName(name: string): void {
  if (/^(\*\.)?[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i.test(name) && name.length <= 253)
    return;
  throw new CommandFailure(
    `--tls-name is "${name}": expected a host name without scheme or port, such as api.example.test`,
  );
}
