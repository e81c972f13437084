/**
 * Sends a message to two people and waits for both results, at most a minute.
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
  TIMEOUT_MS = '60000',
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

/** True when the status is final. `unknown` is final for a sent message only. */
function isFinal({ status, sent }: (typeof messages)[number]): boolean {
  return status === 'unknown' ? sent !== '' : status !== 'sent';
}

const deadline = Date.now() + Number(TIMEOUT_MS);
let messages = (await client.sms.status(job_id)).detailed;
while (!messages.every(isFinal) && Date.now() < deadline) {
  await delay(200);
  messages = (await client.sms.status(job_id)).detailed;
}
for (const { to, uuid, status } of messages) console.log(`${to} (${uuid}): ${status}`);
await client.close();
