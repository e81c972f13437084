/**
 * Places a call, plays a sentence, and hangs up when the play has ended.
 *
 *   npx ringflow emulator                 (in another terminal)
 *   npx node examples/voice.ts
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createPlatformClient, parseVoiceNotification, type VoiceNotification } from 'ringflow/platform';

const { PLATFORM_URL = 'http://127.0.0.1:4010', APP_ID = 'demo', APP_KEY = 'demo-key' } = process.env;
const client = createPlatformClient({ baseUrl: PLATFORM_URL, appId: APP_ID, appKey: APP_KEY });

/** Reacts to a notification, which has been answered already. */
async function react({ voiceId, event }: VoiceNotification): Promise<void> {
  console.log(event.type);
  if (voiceId === undefined) return;
  if (event.type === 'connected')
    await client.voice.play(voiceId, { text: 'Your taxi is here.', language: 'en-US' });
  if (event.type === 'played') await client.voice.hangup(voiceId);
  if (event.type === 'disconnected') server.close();
}

/** Decodes a body. A probe is empty, and strangers may send anything. */
function decodeJson(posted: string): unknown {
  try {
    return JSON.parse(posted);
  } catch {
    return posted;
  }
}

const server = createServer((request, reply) => {
  void text(request)
    .then((posted) => {
      reply.end();
      const parsed = parseVoiceNotification(decodeJson(posted));
      return parsed.ok ? react(parsed.notification) : undefined;
    })
    .catch((error: unknown) => {
      console.error(error);
      server.close();
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
