/** The calls of a campaign, as lists find them. */
import { expect, test } from 'vitest';
import { registerCalls } from '../../../src/cli/operate/recorded-calls-command.ts';
import { runCommand } from '../../cli/command.ts';
import { until } from '../../engine/until.ts';
import { closeAfterEach } from '../http/api/scene.ts';
import { campaignOf, FROM, numberOf, openScene, recipientsCsv } from './scene.ts';

closeAfterEach();

const CALLS = '/projects/default/calls';

test('are those that it placed, one by one or together, and no others', async () => {
  const { admin, file } = await openScene();
  const call = { flow: 'reminder', from: FROM, to: numberOf(1), params: { day: 'Monday' } };
  expect((await admin('POST', CALLS, call)).status).toBe(201);
  for (const [id, by] of [
    ['spring', 'calls'],
    ['summer', 'broadcast'],
  ] as const) {
    const campaign = campaignOf(admin, id);
    await campaign.put({ by });
    await campaign.load(recipientsCsv(2));
    await campaign.take('start');
    await until(async () => (await campaign.progress()).state === 'done');
  }
  const list = async (query: string) =>
    (
      (await admin('GET', `${CALLS}?${query}`)).body as { items: { number: string; campaign?: string }[] }
    ).items
      .map(({ number, campaign }) => `${campaign ?? 'none'} ${number}`)
      .toSorted();
  const [one, two] = [numberOf(1), numberOf(2)];
  expect(await list('campaign=spring')).toEqual([`spring ${one}`, `spring ${two}`]);
  expect(await list('campaign=summer&state=ended')).toEqual([`summer ${one}`, `summer ${two}`]);
  expect(await list(`campaign=spring&number=${encodeURIComponent(two)}`)).toEqual([`spring ${two}`]);
  expect(await list('campaign=spr')).toEqual([]);
  expect(await list('')).toHaveLength(5);
  expect(await list(`number=${encodeURIComponent(one)}`)).toEqual([
    `none ${one}`,
    `spring ${one}`,
    `summer ${one}`,
  ]);
  const args = ['calls', 'list', '--campaign', 'summer', '--json', '--store', `sqlite:${file}`];
  const lines = (await runCommand(registerCalls, args)).out.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ campaign: 'summer' }),
    expect.objectContaining({ campaign: 'summer' }),
  ]);
});
