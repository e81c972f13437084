/** What the server around the model adds: HTTPS, the clock, the journal as a file. */
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { issueCertificate, startEmulator } from '../../../../src/platform/emulator/http/index.ts';
import type { Emulator, EmulatorOptions } from '../../../../src/platform/emulator/http/index.ts';
import { alice, authorization, ours } from '../platform.ts';
import { startReceiver } from '../receiver.ts';

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  await Promise.all(cleanups.splice(0).map((cleanup) => cleanup()));
});

async function emulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const started = await startEmulator(options);
  cleanups.push(() => started.close());
  return started;
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'ringflow-'));
  cleanups.push(() => {
    rmSync(path, { recursive: true });
  });
  return path;
}

async function control(running: Emulator, path: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${running.url}/_emulator${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json' },
  });
  return { status: answer.status, ...((await answer.json()) as object) };
}

function dial(running: Emulator, eventUrl?: string): Promise<Response> {
  return fetch(`${running.url}/voice/v1/call`, {
    method: 'POST',
    headers: { authorization },
    body: JSON.stringify({ from: ours, to: alice, ...(eventUrl && { event_url: eventUrl }) }),
  });
}

describe('a recording (voice.md 6)', () => {
  test('is fetched over HTTP with the Basic header only', async () => {
    const parties = { [alice]: { afterMs: 0, acts: [{ afterMs: 600, hangsUp: true } as const] } };
    const app = await startReceiver();
    cleanups.push(() => app.close());
    const running = await emulator({ settings: { setupMs: 0, parties } });
    await fetch(`${running.url}/voice/v1/call`, {
      method: 'POST',
      headers: { authorization },
      body: JSON.stringify({ from: ours, to: alice, event_url: app.url, auto_record: true }),
    });
    const { recording_url: url } = await app.get(({ state }) => state === 'disconnected');
    expect((await fetch(String(url))).status).toBe(401);
    const answer = await fetch(String(url), { headers: { authorization } });
    expect(answer.headers.get('content-type')).toBe('audio/wav');
    const file = Buffer.from(await answer.arrayBuffer());
    expect([file.toString('latin1', 0, 4), file.length]).toEqual(['RIFF', 58 + 8_000]);
  });
});

describe('HTTPS (voice.md 5.5)', () => {
  test('is served with a certificate of an authority made for it, which clients can trust', async () => {
    const tls = issueCertificate(Date.now());
    const running = await emulator({ tls });
    expect(running.url).toMatch(/^https:/);
    const status = await new Promise((resolve, reject) => {
      const sent = request(`${running.url}/voice/v1/call`, { ca: tls.ca, method: 'POST' }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      sent.on('error', reject);
      sent.end();
    });
    expect(status).toBe(401);
  });

  test('has a certificate for the names of this machine and those that were given, for thirty days', () => {
    const now = Date.parse('2026-03-01T00:00:00Z');
    const { cert, ca } = issueCertificate(now, ['api.example.test', '*.voice.example.test', '192.0.2.7']);
    const [certificate, authority] = [new X509Certificate(cert), new X509Certificate(ca)];
    expect(certificate.checkHost('localhost')).toBe('localhost');
    expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(certificate.checkIP('::1')).toBeDefined();
    expect(certificate.checkHost('api.example.test')).toBe('api.example.test');
    expect(certificate.checkHost('eu.voice.example.test')).toBe('*.voice.example.test');
    expect(certificate.checkIP('192.0.2.7')).toBe('192.0.2.7');
    expect(certificate.checkHost('other.example.test')).toBeUndefined();
    expect([certificate.ca, authority.ca]).toEqual([false, true]);
    expect(certificate.checkIssued(authority) && certificate.verify(authority.publicKey)).toBe(true);
    expect(Date.parse(certificate.validFrom)).toBe(now - 3_600_000);
    expect(Date.parse(certificate.validTo)).toBe(Date.parse('2026-03-31T00:00:00Z'));
  });

  test('is not served with a certificate that is none', async () => {
    await expect(startEmulator({ tls: { cert: 'x', key: 'y' } })).rejects.toThrow();
  });
});

describe('the clock', () => {
  test('is moved on, and what was due on the way has happened', async () => {
    const app = await startReceiver();
    cleanups.push(() => app.close());
    const running = await emulator({
      settings: { setupMs: 3_600_000, parties: { [alice]: { on_ring: 'busy' } } },
    });
    await dial(running, app.url);
    const before = Date.parse(String((await control(running, '/clock')).now));
    const { now } = await control(running, '/clock', { advance: 7_200_000 });
    expect(Date.parse(String(now))).toBeGreaterThanOrEqual(before + 7_200_000);
    const end = await app.get(({ state }) => state === 'disconnected');
    expect(end.disconnect_reason).toBe('User Busy');
    expect(Date.parse(String(end.timestamp))).toBeGreaterThanOrEqual(before + 3_000_000);
  });

  test.each([{}, { advance: -1 }, { advance: 1e15 }, { advance: 'soon' }])(
    'is not moved by %j',
    async (body) => {
      expect((await control(await emulator(), '/clock', body)).status).toBe(400);
    },
  );
});

describe('the journal', () => {
  test('is read by kind: what was received', async () => {
    const running = await emulator();
    await dial(running);
    const answer = await fetch(`${running.url}/_emulator/journal?kind=request`);
    const lines = (await answer.text()).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        kind: 'request',
        method: 'POST',
        path: '/voice/v1/call',
        body: JSON.stringify({ from: ours, to: alice }),
        status: 200,
      }),
    ]);
  });

  test('hides secrets in what was received, and cuts it where it is long', async () => {
    const running = await emulator();
    const post = (body: string) =>
      fetch(`${running.url}/voice/v1/call`, { method: 'POST', headers: { authorization }, body });
    await post('{"app_key": "se\\"cret", "Password":"too", "name":"a"}');
    await post('x'.repeat(10_000));
    const [hidden, cut] = running.act((model) => model.journal.readAfter(0));
    expect(hidden).toMatchObject({ body: '{"app_key": "***", "Password":"***", "name":"a"}' });
    expect(cut).toMatchObject({ body: 'x'.repeat(4_096) });
  });

  test('is written to a file, whole and in order, also after a reset', async () => {
    const file = join(folder(), 'journal.ndjson');
    const running = await startEmulator({ journalFile: file, settings: { setupMs: 3_600_000 } });
    await dial(running);
    await fetch(`${running.url}/_emulator/reset`, { method: 'POST' });
    await dial(running);
    await running.close();
    const entries = readFileSync(file, 'utf8').trim().split('\n');
    const shown = entries.map((line) => JSON.parse(line) as { seq: number; kind: string });
    expect(shown.map(({ seq, kind }) => [seq, kind])).toEqual([
      [1, 'request'],
      [2, 'notification'],
      [1, 'request'],
      [2, 'notification'],
    ]);
  });

  test('that cannot be opened is told before anything starts', async () => {
    const journalFile = join(folder(), 'no', 'such', 'folder');
    await expect(startEmulator({ journalFile })).rejects.toThrow(/folder cannot be written: ENOENT/);
  });

  test('that cannot be written any more is reported, and the emulator goes on', async () => {
    const reports: string[] = [];
    const log = { warn: () => undefined, error: (_fields: object, message: string) => reports.push(message) };
    const running = await emulator({ journalFile: '/dev/full', log });
    expect((await dial(running)).status).toBe(200);
    await expect
      .poll(() => reports)
      .toEqual(['writing the journal file failed; no more entries are written']);
    expect((await dial(running)).status).toBe(200);
  });
});
