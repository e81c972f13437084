/** What the log tells of an ordinary campaign, on a platform that knows one address of the project: nothing to act on. */
import { expect, test } from 'vitest';
import { until } from '../../engine/until.ts';
import { closeAfterEach } from '../http/api/scene.ts';
import { campaignOf, inService, numberOf, openScene, recipientsCsv } from './scene.ts';

closeAfterEach();

const messageFlow = `ringflow: 1
name: reminder
languages: [en-US]
params: { day: { type: string } }
on: { error: sorry }
steps:
  hello: { say: "See you on \${params.day}." }
  link:
    sms: { template: day, campaign: days, data: { day: "\${params.day}" } }
    next: told
  told: { outcome: told, next: hangup }
  sorry: { say: Sorry., next: hangup }
`;

test('a campaign by broadcast whose calls send messages logs no warning', async () => {
  const busy = { on_ring: 'busy', afterMs: 10 } as const;
  const { admin, emulator, log, service } = await openScene(
    { [numberOf(2)]: busy },
    { sms: { anyTemplate: true }, video: { anyRoom: true } },
  );
  await inService(admin, messageFlow);
  const webhook = `${service.url}/hooks/default/a-token-for-this-test/voice`;
  emulator.act(({ control }) => control.setWebhooks('demo', { webhook }));
  const spring = campaignOf(admin);
  await spring.put({ by: 'broadcast' });
  await spring.load(recipientsCsv(6));
  await spring.take('start');
  await until(async () => (await spring.progress()).state === 'done');
  expect((await spring.progress()).counts.results).toEqual({ answered: 5, busy: 1 });
  const delivered = () =>
    log.lines.filter(({ fields }) => JSON.stringify(fields).includes('"statuses":["delivered"]'));
  await until(() => delivered().length === 5);
  const isCompleted = () =>
    emulator.act(({ journal }) =>
      JSON.stringify(journal.readAfter(0)).includes('"state":"broadcastcall_complete"'),
    );
  await until(isCompleted);
  expect(log.lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
});
