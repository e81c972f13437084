/** A recognition service in the form of OpenAI, with a real recogniser behind it: PocketSphinx, for a few phrases in English. */
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readForm } from './form.ts';
import { requireProgram } from './install.ts';

const run = promisify(execFile);

/** Installs PocketSphinx and its English model where they are missing. */
export async function requirePocketSphinx(): Promise<void> {
  const isThere = () => spawnSync('pocketsphinx_continuous', ['-h']).error === undefined;
  await requireProgram({ name: 'PocketSphinx', package: 'pocketsphinx', isThere });
  const hasModel = () => spawnSync('test', ['-d', '/usr/share/pocketsphinx/model/en-us']).status === 0;
  await requireProgram({ name: "PocketSphinx's model", package: 'pocketsphinx-en-us', isThere: hasModel });
}

/** One request. */
interface Asked {
  path: string;
  authorization: string | undefined;
  model: string | undefined;
  language: string | undefined;
  /** Length of the audio, ms. */
  audioMs: number;
  text: string;
}

export interface Transcriber {
  url: string;
  asked: Asked[];
  /** Set to answer with this status instead. */
  failsWith: number | undefined;
  close(): Promise<void>;
}

/** Starts a service that understands these phrases and nothing else. */
export async function startTranscriber(phrases: readonly string[]): Promise<Transcriber> {
  const folder = mkdtempSync(join(tmpdir(), 'ringflow-transcriber-'));
  const grammar = join(folder, 'answers.gram');
  writeFileSync(grammar, `#JSGF V1.0;\ngrammar answers;\npublic <answer> = ${phrases.join(' | ')};\n`);
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const transcriber: Transcriber = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    failsWith: undefined,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      rmSync(folder, { recursive: true });
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { fields, file: wav } = await readForm(request);
    const isFailing = transcriber.failsWith !== undefined;
    const text = isFailing ? '' : await recognize(wav, { folder, grammar, number: asked.length });
    asked.push({
      path: request.url ?? '',
      authorization: request.headers.authorization,
      model: fields.model,
      language: fields.language,
      audioMs: (wav.length - WAV_HEADER) / 16,
      text,
    });
    const status = transcriber.failsWith ?? 200;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ text }));
  }
  return transcriber;
}

const WAV_HEADER = 44;

async function recognize(
  wav: Buffer,
  { folder, grammar, number }: { folder: string; grammar: string; number: number },
): Promise<string> {
  if (wav.toString('latin1', 0, 4) !== 'RIFF' || wav.readUInt32LE(24) !== 8_000)
    throw new Error('the audio is no WAV file with 8,000 samples a second');
  const input = join(folder, `${number}.wav`);
  writeFileSync(input, toDoubleRate(wav));
  const { stdout } = await run('pocketsphinx_continuous', [
    ...['-infile', input, '-jsgf', grammar, '-logfn', '/dev/null'],
  ]);
  return stdout.trim();
}

/** The model knows 16,000 samples a second, and takes the beginning for the noise of the room. */
function toDoubleRate(wav: Buffer): Buffer {
  const silence = Buffer.alloc(8_000);
  const samples = Buffer.concat([silence, wav.subarray(WAV_HEADER), silence]);
  const doubled = Buffer.alloc(samples.length * 2);
  for (let at = 0; at + 2 <= samples.length; at += 2) {
    const [one, next] = [samples.readInt16LE(at), samples.readInt16LE(Math.min(at + 2, samples.length - 2))];
    doubled.writeInt16LE(one, at * 2);
    doubled.writeInt16LE(Math.round((one + next) / 2), at * 2 + 2);
  }
  const header = Buffer.from(wav.subarray(0, WAV_HEADER));
  header.writeUInt32LE(WAV_HEADER - 8 + doubled.length, 4);
  header.writeUInt32LE(16_000, 24);
  header.writeUInt32LE(32_000, 28);
  header.writeUInt32LE(doubled.length, 40);
  return Buffer.concat([header, doubled]);
}
