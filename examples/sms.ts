/**
 * Sends one message to two people and waits until it is known what became of both, but no longer than a minute.
 *
 *   npx ringflow emulator                 (in another terminal)
 *   npx node examples/sms.ts
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createPlatformClient } from 'ringflow/platform';

const {
  PLATFORM_URL = 'http://127.0.0.1:4010',
  APP_ID = 'demo',
  APP_KEY = 'demo-key',
  PATIENCE_MS = '60000',
} = process.env;
const client = createPlatformClient({
  baseUrl: PLATFORM_URL,
  appId: APP_ID,
  appKey: APP_KEY,
  smsAuthorization: 'bearer',
});

const { job_id } = await client.sms.send({
  template_id: 'demo',
  campaign_id: 'demo',
  recipient: [
    { to: '+4917100001', text: 'Your taxi is here, Ann.', uuid: 'ride-1' },
    { to: '+4917100002', text: 'Your taxi is here, Bo.', uuid: 'ride-2' },
  ],
});
console.log(`job ${job_id}`);

/** `unknown` stands for a message that was not sent yet, and for one that was and of which nothing can be known. */
function isOver({ status, sent }: (typeof messages)[number]): boolean {
  return status === 'unknown' ? sent !== '' : status !== 'sent';
}

const giveUpAt = Date.now() + Number(PATIENCE_MS);
let messages = (await client.sms.status(job_id)).detailed;
while (!messages.every(isOver) && Date.now() < giveUpAt) {
  await delay(200);
  messages = (await client.sms.status(job_id)).detailed;
}
for (const { to, uuid, status } of messages) console.log(`${to} (${uuid}): ${status}`);
await client.close();
