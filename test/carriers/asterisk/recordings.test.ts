/** What is served of the recordings that Asterisk keeps. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { callId, commandId } from '../../../src/call/index.ts';
import type { AriClient } from '../../../src/carriers/asterisk/connection/ari-client.ts';
import { createRecordings } from '../../../src/carriers/asterisk/connection/recordings.ts';

const recording = commandId(callId('default.asterisk-1.2'), 3);
const SAMPLES = 320;

/** A WAV file whose header tells this length of its samples. */
function writeWav(told: number): Buffer {
  const file = Buffer.alloc(44 + SAMPLES, 7);
  file.write('RIFF', 0);
  file.writeUInt32LE(told === 0 ? 0 : 36 + told, 4);
  file.write('WAVEfmt ', 8);
  file.write('data', 36);
  file.writeUInt32LE(told, 40);
  return file;
}

async function serve(file: Buffer): Promise<Buffer> {
  const client: AriClient = {
    ask: () => Promise.reject(new Error('asks nothing')),
    open: () =>
      Promise.resolve({
        body: Readable.from([Buffer.from(file.subarray(0, 100)), Buffer.from(file.subarray(100))]),
        bytes: file.length,
      }),
    close: () => Promise.resolve(),
  };
  const served = await createRecordings(client).open(recording);
  if (served === undefined) throw new Error('not served');
  return buffer(served);
}

test('a recording is served as it is', async () => {
  expect(await serve(writeWav(SAMPLES))).toEqual(writeWav(SAMPLES));
});

test('one that Asterisk could not finish gets the lengths of what is there', async () => {
  expect(await serve(writeWav(0))).toEqual(writeWav(SAMPLES));
});
