/** The programs under examples/, run as a reader would run them, against the emulator. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../../src/emulator/http/index.ts';

const root = join(import.meta.dirname, '../..');
let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

/** What the program prints; rejects when it fails. */
async function run(example: string): Promise<string[]> {
  const env = { ...process.env, PLATFORM_URL: emulator.url };
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
    'Dr. Lee joins as moderator with a token of 3 parts',
    'Ann joins as participant with a token of 3 parts',
    'in the room now: 0',
    expect.stringMatching(/^gone: (40001|ROOM_NOT_FOUND)$/) as string,
  ],
  'voice.ts': ['call …', 'initiated', 'ringing', 'connected', 'initiated', 'playfinished', 'disconnected'],
};

describe('the example programs', () => {
  it('are these', () => {
    const elsewhere = 'from-the-specs.mjs'; // test/conformance/from-the-specs.test.ts
    expect(readdirSync(join(root, 'examples')).toSorted()).toEqual([elsewhere, ...Object.keys(printed)]);
  });

  it.each(Object.entries(printed))('%s does what it says', async (example, lines) => {
    const told = withoutIds(await run(example));
    expect(told.toSorted()).toEqual(lines.toSorted());
  });
});
