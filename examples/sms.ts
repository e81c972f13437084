/**
 * Sends one message to two people and waits until both have it.
 *
 *   npx ringflow emulator                 (in another terminal)
 *   npx node examples/sms.ts
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createPlatformClient } from 'ringflow/platform';

const { PLATFORM_URL = 'http://127.0.0.1:4010', APP_ID = 'demo', APP_KEY = 'demo-key' } = process.env;
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

let pending = 2;
while (pending > 0) {
  await delay(200);
  const { summary, detailed = [] } = await client.sms.status(job_id);
  if (summary !== undefined) pending = summary.total - summary.delivered - summary.failed;
  if (pending === 0) for (const { to, uuid, status } of detailed) console.log(`${to} (${uuid}): ${status}`);
}
await client.close();
