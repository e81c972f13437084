/** Where CDRs go: the end of a file, and a web service. */
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openCdrFile } from '../../src/adapters/cdr-file/index.ts';
import { openCdrWebhook } from '../../src/adapters/cdr-http/index.ts';

const folders: string[] = [];
const servers: Server[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ringflow-cdrs-'));
  folders.push(folder);
  return join(folder, 'cdrs.ndjson');
}

describe('a file', () => {
  test('gets a line for each, behind what is there, and is readable by its owner alone', async () => {
    const file = newFile();
    const sink = openCdrFile(file);
    await sink.deliver(['{"id":1}', '{"id":2}']);
    await sink.deliver(['{"id":3}']);
    expect(readFileSync(file, 'utf8')).toBe('{"id":1}\n{"id":2}\n{"id":3}\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('that was moved away is left alone: the next goes to a new one', async () => {
    const file = newFile();
    const sink = openCdrFile(file);
    await sink.deliver(['1']);
    renameSync(file, `${file}.1`);
    await sink.deliver(['2']);
    expect([`${file}.1`, file].map((path) => readFileSync(path, 'utf8'))).toEqual(['1\n', '2\n']);
  });

  test('whose last line was cut off gets the next on a line of its own', async () => {
    const file = newFile();
    writeFileSync(file, '{"id":1}\n{"id"');
    await openCdrFile(file).deliver(['{"id":2}']);
    expect(readFileSync(file, 'utf8').split('\n')).toEqual(['{"id":1}', '{"id"', '{"id":2}', '']);
  });

  test('that cannot be written takes nothing', async () => {
    await expect(openCdrFile(join(newFile(), 'nowhere')).deliver(['1'])).rejects.toThrow('ENOENT');
  });
});

interface Got {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A web service that answers with these, then with 200. */
async function receiver(...statuses: number[]) {
  const got: Got[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      got.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      const status = statuses.shift() ?? 200;
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('thanks');
    });
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/cdrs` };
}

const key = Buffer.from('0123456789abcdef0123456789abcdef');
const secret = `whsec_${key.toString('base64')}`;
const clock = { now: () => 1_700_000_000_900 };

describe('a web service', () => {
  test('gets a line for each, signed over id, time and body', async () => {
    const { got, url } = await receiver();
    await openCdrWebhook({ url, secret, clock }).deliver(['{"id":1}', '{"id":"ü"}']);
    const [{ headers, body } = { headers: {}, body: '' }] = got;
    expect(body).toBe('{"id":1}\n{"id":"ü"}\n');
    expect(headers['content-type']).toBe('application/x-ndjson');
    expect(headers['webhook-timestamp']).toBe('1700000000');
    const signed = `${String(headers['webhook-id'])}.1700000000.${body}`;
    const expected = createHmac('sha256', key).update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${expected}`);
  });

  test('knows the same delivery made again by its id, and another one apart', async () => {
    const { got, url } = await receiver(500);
    const sink = openCdrWebhook({ url, secret, clock });
    await expect(sink.deliver(['1'])).rejects.toMatchObject({ code: 'cdr_refused', retryable: true });
    await sink.deliver(['1']);
    await sink.deliver(['2']);
    const [first, second, third] = got.map(({ headers }) => headers['webhook-id']);
    expect(first).toBe(second);
    expect(third).not.toBe(first);
  });

  test.each([302, 400, 401, 404, 410, 500, 503])('has taken nothing when it answers %i', async (status) => {
    const { got, url } = await receiver(status);
    await expect(openCdrWebhook({ url, secret, clock }).deliver(['1'])).rejects.toThrow(String(status));
    expect(got).toHaveLength(1);
  });

  test('has taken nothing when it is not there', async () => {
    const url = 'http://127.0.0.1:1/cdrs';
    await expect(openCdrWebhook({ url, secret, clock }).deliver(['1'])).rejects.toThrow();
  });
});
