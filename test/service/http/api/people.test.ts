/** Numbers of people: who sees them whole, in every answer and event of the API. */
import { describe, expect, test } from 'vitest';
import { maskNumbers } from '../../../../src/service/http/api/people.ts';
import type { Role } from '../../../../src/service/management/index.ts';
import { until } from '../../../engine/until.ts';
import { campaignOf, inService, openScene } from '../../campaigns/scene.ts';
import { closeAfterEach } from './scene.ts';
import type { ApiScene, Ask } from './scene.ts';
import { watch } from './sse.ts';

closeAfterEach();

const OURS = '+4930555777';
const PERSON = '+4915173918462';
/** The same number as somebody types it at home. */
const NATIONAL = '015173918462';
const MASKED = '+49 ••• 462';
/** Its middle, however the digits are spaced. */
const MIDDLE = /7[^\w]{0,3}3[^\w]{0,3}9[^\w]{0,3}1[^\w]{0,3}8/;
const PROJECT = '/projects/default';

/** Keeps the caller's number, says it, and asks for it. */
const desk = `ringflow: 1
name: desk
languages: [en-US]
vars: { who: '', back: '' }
steps:
  keep: { set: { who: '\${call.from}' } }
  ask:
    collect: { prompt: 'You call from \${vars.who}. Which number may we call?', digits: 12, save: back, timeout: 1m }
    on: { exhausted: hangup }
  spell: { say: 'We call \${vars.back}.', next: hangup }
`;

interface Prepared extends ApiScene {
  call: string;
  planned: string;
  version: string;
}

/** A service where one person has called, was called by a campaign, is to be called, and must not be called. */
async function prepare(): Promise<Prepared> {
  const scene = await openScene();
  const { admin, emulator, service } = scene;
  await inService(admin, desk);
  await admin('PUT', `${PROJECT}/routes/main`, { number: OURS, flow: 'desk' });
  emulator.act(({ control }) => control.setNumber(OURS, { webhook: service.hookUrl }));
  const voiceId = emulator.act(({ people }, now) => people.ring({ from: PERSON, to: OURS }, now)) ?? '';
  const call = `default.${voiceId}`;
  await until(() => emulator.act(({ control }) => control.call(voiceId)?.listens));
  await admin('POST', `${PROJECT}/calls/${call}/events`, { type: 'digits', digits: NATIONAL });
  const campaign = campaignOf(admin);
  await campaign.put({ params: { day: 'Monday' } });
  await campaign.load(`number\n${PERSON}\n`);
  await campaign.take('start');
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const body = { flow: 'reminder', from: OURS, to: PERSON, params: { day: 'Monday' }, at };
  const planned = (await admin('POST', `${PROJECT}/calls`, body)).body as { id: string };
  await until(async () => (await campaign.progress()).state === 'done');
  await admin('PUT', `${PROJECT}/do-not-call/${encodeURIComponent(PERSON)}`);
  await until(async () => ((await admin('GET', `${PROJECT}/cdrs`)).body as string).split('\n').length > 2);
  const { body: deployed } = await admin('GET', `${PROJECT}/deployments/desk`);
  const { version } = (deployed as { live: { version: string } }).live;
  return { ...scene, call, planned: planned.id, version };
}

/** Every GET route of the description, with the ids of what there is, and in each form that has numbers. */
async function listReads({ admin, call, planned, version }: Prepared): Promise<string[]> {
  const { paths } = (await admin('GET', '/openapi.json')).body as { paths: Record<string, object> };
  const ids: Record<string, string> = {
    ...{ calls: call, 'planned-calls': planned, campaigns: 'spring', routes: 'main' },
  };
  const fill = (path: string) =>
    path
      .replace('/api/v1', '')
      .replace('{project}', 'default')
      .replace('{flow}', 'desk')
      .replace('{version}', version)
      .replace('recordings/{number}', 'recordings/1')
      .replace(/([\w-]+)\/\{id\}/, (_, kind: string) => `${kind}/${ids[kind] ?? 'none'}`);
  const reads = Object.entries(paths)
    .filter(([path, methods]) => 'get' in methods && !path.endsWith('/events'))
    .map(([path]) => `${fill(path)}${path.endsWith('/diff') ? `?from=${version}&to=${version}` : ''}`);
  const number = encodeURIComponent(PERSON);
  return [
    ...reads,
    `${PROJECT}/calls/${call}/trace?detail=variables`,
    `${PROJECT}/calls?number=${number}&limit=1`,
    `${PROJECT}/cdrs?format=csv`,
  ];
}

/** Routes that a viewer may not read. */
const CLOSED = [
  ...['/keys', '/audit', `${PROJECT}/hook-tokens`, `${PROJECT}/drafts`, `${PROJECT}/do-not-call`],
  /\/recordings\/\d+$/,
];

const textOf = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));

async function readAll(ask: Ask, reads: string[]): Promise<{ path: string; status: number; text: string }[]> {
  const answers = [];
  for (const path of reads) {
    const { status, body } = await ask('GET', path);
    answers.push({ path, status, text: textOf(body) });
  }
  return answers;
}

test('PEOPLE-1 no answer to a viewer has the middle of a number', async () => {
  const scene = await prepare();
  const viewer = await scene.as({ project: 'default', role: 'viewer' });
  const answers = await readAll(viewer, await listReads(scene));
  for (const { path, status, text } of answers) {
    const isClosed = CLOSED.some((closed) =>
      typeof closed === 'string' ? path.startsWith(closed) : closed.test(path),
    );
    expect(status === 403, path).toBe(isClosed);
    expect(MIDDLE.test(text), path).toBe(false);
  }
  const told = answers.filter(({ text }) => text.includes(MASKED)).map(({ path }) => path);
  const at = `${PROJECT}/calls`;
  expect(told.toSorted()).toEqual(
    [
      ...[
        at,
        `${at}/${scene.call}`,
        `${at}/${scene.call}/trace`,
        `${at}/${scene.call}/trace?detail=variables`,
      ],
      ...[
        `${at}?number=${encodeURIComponent(PERSON)}&limit=1`,
        `${PROJECT}/cdrs`,
        `${PROJECT}/cdrs?format=csv`,
      ],
      ...[`${PROJECT}/campaigns/spring/results`],
      ...[`${PROJECT}/planned-calls`, `${PROJECT}/planned-calls/${scene.planned}`],
    ].toSorted(),
  );
  const isOfCall = ({ path }: { path: string }) => path.startsWith(`${at}/`) && !path.includes('/recordings');
  // PEOPLE-2
  for (const { path, text } of answers.filter(isOfCall)) expect(text, path).toContain(OURS);
});

test('authors, operators and admins see whole numbers', async () => {
  const scene = await prepare();
  const reads = await listReads(scene);
  for (const role of ['author', 'operator', 'admin'] as const) {
    const answers = await readAll(await scene.as({ project: 'default', role }), reads);
    expect(answers.filter(({ text }) => text.includes('•••')).map(({ path }) => path)).toEqual([]);
    const whole = answers.filter(({ text }) => text.includes(PERSON)).map(({ path }) => path);
    expect(whole).toEqual(
      expect.arrayContaining([`${PROJECT}/calls`, `${PROJECT}/cdrs`, `${PROJECT}/do-not-call`]),
    );
  }
});

describe('a viewer', () => {
  test('watches calls without the middle of numbers', async () => {
    const scene = await openScene();
    await inService(scene.admin, desk);
    await scene.admin('PUT', `${PROJECT}/routes/main`, { number: OURS, flow: 'desk' });
    const watchAs = async (role: Role) => {
      const key = await scene.key({ project: 'default', role });
      return watch(`${scene.service.url}/api/v1${PROJECT}/events`, key.replace('Bearer ', ''));
    };
    const [viewer, author] = [await watchAs('viewer'), await watchAs('author')];
    scene.emulator.act(({ control }) => control.setNumber(OURS, { webhook: scene.service.hookUrl }));
    const voiceId =
      scene.emulator.act(({ people }, now) => people.ring({ from: PERSON, to: OURS }, now)) ?? '';
    await until(() => scene.emulator.act(({ control }) => control.call(voiceId)?.listens));
    await scene.admin('POST', `${PROJECT}/calls/default.${voiceId}/events`, {
      ...{ type: 'digits', digits: NATIONAL },
    });
    await until(() => [viewer, author].every(({ moves }) => moves().includes('call.ended spell')));
    const [seen, whole] = [viewer, author].map(({ events }) => events.map(({ data }) => data).join('\n'));
    expect(MIDDLE.test(seen ?? '')).toBe(false);
    expect(seen).toContain(`"number":"${MASKED}"`);
    expect(seen).toContain(`You call from ${MASKED}.`);
    expect(seen).toContain('0 ••• 462');
    expect(seen).toContain(`"to":"${OURS}"`);
    expect(whole).toContain(`"number":"${PERSON}"`);
    viewer.close();
    author.close();
  });

  test('exports calls with fictitious numbers, and neither whole ones nor scenarios', async () => {
    const scene = await prepare();
    const viewer = await scene.as({ project: 'default', role: 'viewer' });
    const path = `${PROJECT}/calls/${scene.call}`;
    const { status, body } = await viewer('GET', `${path}/export`);
    expect(status).toBe(200);
    expect(MIDDLE.test(textOf(body))).toBe(false);
    expect(body).toContain('"from":"+491555');
    const refused = { status: 403, body: { code: 'forbidden' } };
    expect(await viewer('GET', `${path}/export?keep_numbers=true`)).toMatchObject(refused);
    expect(await viewer('POST', `${path}/scenario`, {})).toMatchObject(refused);
  });
});

describe('a number', () => {
  test.each([
    ['+4915173918462', '+49 ••• 462'],
    ['4915173918462', '49 ••• 462'],
    ['+12025550143', '+1 ••• 143'],
    ['110', '••• 10'],
    ['+49110', '+49 ••• 10'],
    ['anonymous', 'anonymous'],
    ['', ''],
    ['sip:ann.lee@example.org', '•••@example.org'],
  ])('%s is shown as %s', (number, masked) => {
    expect(maskNumbers({ remote: number, whole: [] }, number)).toBe(masked);
  });

  test.each([
    ['with its country', 'call +49 151 7391 8462 back', 'call +49 ••• 462 back'],
    ['without its country', 'call 0151/73918462', 'call 0 ••• 462'],
    ['digit by digit', 'it is 0 1 5 1, 7 3 9, 1 8 4 6 2.', 'it is 0 ••• 462.'],
    ['of somebody else', 'or +4917011122233', 'or +49 ••• 233'],
    ['of our own', `you called ${OURS}`, `you called ${OURS}`],
  ])('in a text is masked %s', (_how, text, masked) => {
    expect(maskNumbers({ remote: PERSON, whole: [OURS] }, { text })).toEqual({ text: masked });
  });

  test('that a variable holds as a number is masked, and times stay', () => {
    const value = { value: 15173918462, at: 1_795_460_000_000, list: [4915173918462] };
    expect(maskNumbers({ remote: PERSON, whole: [] }, value)).toEqual({
      ...{ value: '••• 462', at: 1_795_460_000_000, list: ['49 ••• 462'] },
    });
  });

  test('of a remote party with an address is masked wherever the address is', () => {
    const value = { from: 'sip:ann@example.org', text: 'ann@example.org called' };
    expect(maskNumbers({ remote: 'sip:ann@example.org', whole: [] }, value)).toEqual({
      ...{ from: '•••@example.org', text: '•••@example.org called' },
    });
  });
});
