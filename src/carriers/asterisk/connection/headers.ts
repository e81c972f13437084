/** Reads the SIP headers of an inbound call. */
import { toFields, toText } from '../ari-event.ts';
import { toPath } from '../steps.ts';
import type { AriClient } from './ari-client.ts';

/** More than a flow can use: that something was cut off must show. */
const MAX_VALUE_LENGTH = 1_000;

/** Returns the headers that the call has. One that cannot be read is left out: the call must not wait for it. */
export async function readHeaders(
  client: AriClient,
  channel: string,
  names: readonly string[],
): Promise<Record<string, string>> {
  const values = await Promise.all(names.map((name) => readHeader(client, channel, name)));
  const entries = names.map((name, index) => [name, values[index] ?? ''] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

async function readHeader(client: AriClient, channel: string, name: string): Promise<string> {
  const path = toPath('channels', channel, 'variable');
  const query = { variable: `PJSIP_HEADER(read,${name})` };
  const { status, body } = await client
    .ask({ method: 'GET', path, query })
    .catch(() => ({ status: 0, body: undefined }));
  const value = status === 200 ? (toText(toFields(body)?.value) ?? '') : '';
  return value.slice(0, MAX_VALUE_LENGTH);
}
