/** The flags of `ringflow emulator` that say how it serves HTTPS. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { issueCertificate } from '../../platform/emulator/http/index.ts';
import { CommandFailure } from '../shared/io.ts';

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
  /** The authority that clients must trust, where it was made now; PEM. */
  ca?: string;
}

/** Adds the flags to a command. */
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

/** Reads or issues the certificate; undefined for plain HTTP. Throws `CommandFailure` for flags that do not go together. */
export function readTls({ tls, tlsName, tlsCa, tlsCert, tlsKey }: TlsFlags): Tls | undefined {
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw new CommandFailure('--tls-cert and --tls-key must be used together');
  const isIssued = tls !== undefined || tlsName !== undefined;
  if (tlsCert !== undefined && tlsKey !== undefined) {
    if (isIssued || tlsCa !== undefined)
      throw new CommandFailure(
        '--tls-cert uses an existing certificate: remove --tls, --tls-name and --tls-ca, which issue a new one',
      );
    return { cert: readText(tlsCert), key: readText(tlsKey) };
  }
  if (!isIssued && tlsCa !== undefined) throw new CommandFailure('--tls-ca requires --tls or --tls-name');
  if (!isIssued) return undefined;
  for (const name of tlsName ?? []) checkName(name);
  const issued = issueCertificate(Date.now(), tlsName);
  if (tlsCa !== undefined) writeText(tlsCa, issued.ca);
  return issued;
}

/** The host in the addresses that the emulator gives: the first name that stands for one host. */
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

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read: ${errorMessage(error)}`);
  }
}

function writeText(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new CommandFailure(`${file} cannot be written: ${errorMessage(error)}`);
  }
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
