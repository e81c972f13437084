/** The programs under examples/, run as a reader would run them, against the emulator. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../../src/platform/emulator/http/index.ts';

const root = join(import.meta.dirname, '../..');
let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

/** What the program prints; rejects when it fails. */
async function run(example: string, settings: Record<string, string> = {}): Promise<string[]> {
  const env = { ...process.env, PLATFORM_URL: emulator.url, ...settings };
  const { stdout } = await promisify(execFile)(process.execPath, [join('examples', example)], {
    cwd: root,
    env,
  });
  return stdout.trimEnd().split('\n');
}

/** Ids differ from run to run. */
const withoutIds = (lines: string[]) => lines.map((line) => line.replace(/^(call|job|room) \S+$/, '$1 …'));

const printed: Record<string, string[]> = {
  'sms.ts': ['job …', '+4917100001 (ride-1): delivered', '+4917100002 (ride-2): delivered'],
  'video.ts': [
    'room …',
    'Dr. Lee has a token as moderator',
    'Ann has a token as participant',
    'in the room now: 0',
    expect.stringMatching(/^deleted: (40001|ROOM_NOT_FOUND)$/) as string,
  ],
  'voice.ts': ['call …', 'initiated', 'ringing', 'connected', 'initiated', 'played', 'disconnected'],
};

describe('the example programs', () => {
  it('are these', () => {
    // test/platform/conformance/from-the-specs.test.ts and test/package/package.test.ts run these.
    const elsewhere = ['from-the-specs.mjs', 'test-your-flows'];
    const known = [...elsewhere, ...Object.keys(printed)];
    expect(readdirSync(join(root, 'examples')).toSorted()).toEqual(known.toSorted());
  });

  it.each(Object.entries(printed))('%s does what it says', async (example, lines) => {
    const told = withoutIds(await run(example));
    expect(told.toSorted()).toEqual(lines.toSorted());
  });

  it.each([
    ['is not known', 'unknown', 'unknown', '60000'],
    ['is not told in time', 'never', 'sent', '1500'],
  ])('sms.ts ends when what became of a message %s', async (_what, on_sms, status, TIMEOUT_MS) => {
    const behave = (phone: object) =>
      fetch(`${emulator.url}/_emulator/phones/+4917100002`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(phone),
      });
    expect((await behave({ on_sms })).status).toBe(200);
    expect((await run('sms.ts', { TIMEOUT_MS })).at(-1)).toBe(`+4917100002 (ride-2): ${status}`);
    await behave({});
  });

  it('voice.ts answers a probe, and what is no notification, with 200 and goes on', async () => {
    const statuses: number[] = [];
    const tell = async (url: string) => {
      const end = JSON.stringify({ voice_id: 'v1', state: 'disconnected' });
      for (const body of ['', '{}', '<html>', '[]', end])
        statuses.push((await fetch(url, { method: 'POST', body })).status);
    };
    const platform = createServer((request, reply) => {
      void json(request).then((body) => {
        reply.end(JSON.stringify({ voice_id: 'v1', state: 'initiated' }));
        return tell((body as { event_url: string }).event_url);
      });
    });
    platform.listen(0, '127.0.0.1');
    await once(platform, 'listening');
    const PLATFORM_URL = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
    expect((await run('voice.ts', { PLATFORM_URL })).toSorted()).toEqual(['call v1', 'disconnected']);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    platform.close();
    await once(platform, 'close');
  });
});
