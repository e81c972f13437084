/**
 * A program for the platform as they are out there: the platform's address is a constant of its own, it knows nothing of an
 * emulator, and takes liberties that the specifications do not give. It prints what it came to as one line of JSON.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const PLATFORM = 'https://api.example.test';
const AUTHORIZATION = `Basic ${btoa('demo:demo-key')}`;

type Fields = Record<string, unknown>;

const told: Fields[] = [];
let wake = (): void => undefined;

const webhook = createServer((request, response) => {
  let text = '';
  request.on('data', (part: Buffer) => (text += part.toString()));
  request.on('end', () => {
    told.push(JSON.parse(text) as Fields);
    response.end();
    wake();
  });
});
await new Promise<void>((resolve) => webhook.listen(0, '127.0.0.1', resolve));
const eventUrl = `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/events`;

async function send(method: string, path: string, body?: Fields): Promise<Fields> {
  const headers = { authorization: AUTHORIZATION, 'content-type': 'application/json' };
  const answer = await fetch(PLATFORM + path, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const fields = (await answer.json()) as Fields;
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(fields)}`);
  return fields;
}

/** Resolves with the first notification of a call that has this `state` or `playstate`. */
async function hear(voiceId: unknown, state: string): Promise<Fields> {
  for (;;) {
    const found = told.find(
      (one) => (one.voice_id ?? one.voice_Id) === voiceId && (one.playstate ?? one.state) === state,
    );
    if (found) return found;
    await new Promise<void>((resolve) => (wake = resolve));
  }
}

async function dial(to: string): Promise<{ path: string; id: unknown }> {
  const { voice_id: id } = await send('POST', '/voice/v1/call', {
    from: '+4930100100',
    to,
    event_url: eventUrl,
  });
  return { id, path: `/voice/v1/call/${String(id)}` };
}

/** Bridges without waiting for the answer, and records without a name. */
async function recordBridge(): Promise<Fields> {
  const { id, path } = await dial('+4917100001');
  await send('PUT', `${path}/connect`, { from: '+4930100100', to: '+4917100003' });
  await hear(id, 'bridged');
  const { recording_id: recordingId } = await send('PUT', `${path}/recording`, { start: true });
  await hear(id, 'started');
  await send('DELETE', path);
  const { recording_url: url } = await hear(id, 'disconnected');
  const file = await fetch(String(url), { headers: { authorization: AUTHORIZATION } });
  const bytes = Buffer.from(await file.arrayBuffer());
  return { recordingId, url, file: bytes.toString('latin1', 0, 4) };
}

/** Asks with a prompt that cannot be interrupted, then puts the caller into a room that nobody has made. */
async function askAndJoin(): Promise<Fields> {
  const { id, path } = await dial('+4917100002');
  await hear(id, 'connected');
  await send('PUT', `${path}/play`, {
    text: 'Press four when you hear the end.',
    dtmf: true,
    interrupt: false,
  });
  const { digit } = await hear(id, 'digitcollected');
  await send('PUT', `/voice/v1/room/board-room/call/${String(id)}/join`);
  await hear(id, 'joined');
  await send('DELETE', path);
  await hear(id, 'disconnected');
  return { digit };
}

/** Sends a text by a template that only the portal knows. */
async function writeMessage(): Promise<Fields> {
  const order = { template_id: 'T-77', campaign_id: 'C-5', to: ['+4917100001'], data: { name: 'Ann' } };
  const { result, job_id: jobId } = await send('POST', '/sms/v1/messages/', order);
  return { result, hasJob: typeof jobId === 'string' };
}

const came = { bridge: await recordBridge(), menu: await askAndJoin(), message: await writeMessage() };
console.log(JSON.stringify(came));
webhook.close();
webhook.closeAllConnections();
