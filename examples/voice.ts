/**
 * Places a call, speaks, and hangs up when the sentence has been heard.
 *
 *   npx ringflow emulator                 (in another terminal)
 *   npx node examples/voice.ts
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createPlatformClient } from 'ringflow/platform';

const { PLATFORM_URL = 'http://127.0.0.1:4010', APP_ID = 'demo', APP_KEY = 'demo-key' } = process.env;
const client = createPlatformClient({ baseUrl: PLATFORM_URL, appId: APP_ID, appKey: APP_KEY });

interface Notification {
  voice_id: string;
  state?: string;
  playstate?: string;
}

/** What the program does about what it is told; the platform waits for none of it. */
async function react({ voice_id, state, playstate }: Notification): Promise<void> {
  console.log(state ?? playstate);
  if (state === 'connected')
    await client.voice.play(voice_id, { text: 'Your taxi is here.', language: 'en-US' });
  if (playstate === 'playfinished') await client.voice.hangup(voice_id);
  if (state === 'disconnected') server.close();
}

const server = createServer((request, reply) => {
  void json(request).then((body) => {
    reply.end();
    return react(body as Notification);
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');

const { voice_id } = await client.voice.dial({
  from: '+4930100100',
  to: '+4917100001',
  event_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
});
console.log(`call ${voice_id}`);
await once(server, 'close');
await client.close();
