/**
 * I7, as a whole: every place that takes a secret holds a canary, calls go well and badly, the service dies and comes back;
 * then everything that anybody may see or steal is searched for them.
 */
import { afterEach, describe, expect, test } from 'vitest';
import { until } from '../engine/until.ts';
import { useFolders } from '../authoring/flow-files/folder.ts';
import { asker } from '../service/http/api/scene.ts';
import { Caller, inWords, newCanaries, openVault } from './vault.ts';
import type { Canaries, Vault } from './vault.ts';

const newFolder = useFolders();
const open: (() => PromiseLike<unknown>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** In every form in which it may be written. */
function forms(text: string): string[] {
  const basic = Buffer.from(`app:${text}`);
  return [
    text,
    inWords(text),
    ...['hex', 'base64', 'base64url'].map((form) =>
      Buffer.from(text)
        .toString(form as 'hex')
        .replaceAll('=', ''),
    ),
    basic.toString('base64').replaceAll('=', ''),
  ].filter((form) => form.trim() !== '');
}

/** Names of the canaries that are found there. */
function foundIn(text: string, canaries: Record<string, string>): string[] {
  return Object.entries(canaries).flatMap(([name, value]) =>
    forms(value).some((form) => text.includes(form)) ? [name] : [],
  );
}

/** What operators set up: recipients and numbers that nobody may call. */
async function setUp({ url, key }: Vault, { recipient, barred }: Canaries): Promise<void> {
  const admin = asker(`${url}/api/v1`, key);
  const campaign = {
    flow: 'vault',
    from: '+4930555000',
    pace: { perSecond: 1, atOnce: 1 },
    params: { day: recipient },
  };
  const path = '/projects/default/campaigns/spring';
  expect((await admin('PUT', path, campaign)).status).toBe(201);
  const csv = { 'content-type': 'text/csv' };
  const rows = `number,day\n+4915112000001,${recipient}\n`;
  expect((await admin('POST', `${path}/recipients`, rows, csv)).body).toMatchObject({ taken: 1 });
  expect((await admin('PUT', `/projects/default/do-not-call/${barred}`)).status).toBe(204);
}

/** A call with secrets keyed, typed ahead and said, up to where it rests. */
async function comesToRest({ emulator, redis }: Vault, canaries: Canaries, spooled: () => Promise<void>) {
  emulator.act(({ control }) => {
    const answer = {
      route: 'play',
      status: 500,
      body: { result: 500, msg: canaries.platformFailure },
    } as const;
    control.failNext(answer);
  });
  const caller = new Caller(emulator, '+4930111');
  await caller.asked('Press one.');
  await caller.press(`1${canaries.ahead}`);
  await caller.asked('Your code?');
  // Within one turn, so that the keys are taken, and told when there is no Redis any more.
  const gone = redis?.kill();
  await caller.press(canaries.keyed);
  if (redis !== undefined) {
    await gone;
    await spooled();
    await redis.restart();
  }
  await caller.asked('Say your word.');
  caller.say(inWords(canaries.said));
  await caller.asked('Press two.');
  return caller;
}

/** Everything that the API answers to whoever asks, right or wrong. */
async function everyAnswer({ url, key, token }: Vault, call: string): Promise<string> {
  const described = (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const parts: Record<string, string> = {
    project: 'default',
    id: call,
    flow: 'vault',
    version: '0',
    number: '+49301',
  };
  const answers: string[] = [JSON.stringify(described)];
  for (const [path, methods] of Object.entries(described.paths)) {
    if (methods.get === undefined) continue;
    const id = path.includes('campaigns') ? 'spring' : call;
    const asked = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
      name === 'id' ? id : (parts[name] ?? name),
    );
    for (const bearer of [key, token]) {
      const answer = await fetch(url + asked, { headers: { authorization: `Bearer ${bearer}` } });
      answers.push(
        `${asked} ${answer.status} ${JSON.stringify([...answer.headers])} ${await textOf(answer)}`,
      );
    }
  }
  const bad = await fetch(`${url}/api/v1/projects/default/calls`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"flow":"vault","from":"x","to":7}',
  });
  answers.push(`bad ${bad.status} ${await bad.text()}`);
  for (const bearer of [`${key}x`, `${token}x`]) {
    const wrong = await fetch(`${url}/api/v1/keys`, { headers: { authorization: `Bearer ${bearer}` } });
    answers.push(`wrong ${wrong.status} ${await wrong.text()}`);
  }
  for (const path of ['/metrics', '/healthz', '/readyz', '/hooks/default/wrong-token-of-the-hook/voice'])
    answers.push(await (await fetch(url + path)).text());
  return answers.join('\n');
}

/** All of it; of a stream that goes on what comes at first. */
async function textOf(answer: Response): Promise<string> {
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (!isStream || answer.body === null) return answer.text();
  for await (const first of answer.body as ReadableStream<Uint8Array>) return new TextDecoder().decode(first);
  return '';
}

/** What commands print of the store. */
async function everyCommand(vault: Vault, call: string, secretKey: string): Promise<string> {
  const ran = await Promise.all(
    [
      ['trace', call],
      ['trace', call, '--json'],
      ['calls', 'list', '--json'],
      ['calls', 'export', call, '--scenario'],
      ['calls', 'export', '--ndjson'],
      ['reseal', '--json'],
      ['trace', 'default.unknown', '--store', vault.store],
    ].map((args) => vault.use(args, { RINGFLOW_SECRET_KEY: secretKey })),
  );
  expect(ran[0]).toMatchObject({ code: 0 });
  return ran.map(({ stdout, stderr }) => stdout + stderr).join('\n');
}

/** Plays it all; gives what there is to search. */
async function played(
  kind: 'sqlite' | 'redis',
  { canaries, secretKey }: { canaries: Canaries; secretKey: string },
) {
  const atEnd = (close: () => PromiseLike<unknown>) => open.push(close);
  const vault = await openVault({ kind, canaries, secretKey, folder: newFolder(), atEnd });
  const service = await vault.start();
  await setUp(vault, canaries);
  const stolen: string[] = [];
  const caller = await comesToRest(vault, canaries, async () => {
    await until(async () =>
      /ringflow_spool_entries\S* [1-9]/.test(await (await fetch(`${vault.url}/metrics`)).text()),
    );
    stolen.push(vault.atRest());
  });
  stolen.push(vault.atRest());
  await service.kill();
  stolen.push(vault.atRest());
  const again = await vault.start();
  await caller.press('2');
  await caller.ended();
  const call = `default.${caller.voiceId}`;
  const admin = asker(`${vault.url}/api/v1`, vault.key);
  await until(async () => {
    const { body } = await admin('GET', `/projects/default/calls/${call}`);
    return (body as { endedAt?: number }).endedAt !== undefined;
  });
  const seen = await everyAnswer(vault, call);
  const printed = await everyCommand(vault, call, secretKey);
  await again.stop();
  stolen.push(vault.atRest());
  return { vault, seen, printed, stolen: stolen.join('\n') };
}

/** Those of which nobody is told, whoever asks. */
function neverTold({ recipient: _recipient, barred: _barred, secretKey: _secretKey, ...others }: Canaries) {
  return others;
}

/** Those of the service itself, which it has no reason to keep at all. */
function neverKept({ appKey, hookToken, storePassword, crmKey, platformFailure, ahead }: Canaries) {
  return { appKey, hookToken, storePassword, crmKey, platformFailure, ahead };
}

describe.each([
  ['sqlite', 'with a key'],
  ['redis', 'with a key'],
  ['sqlite', 'without a key'],
] as const)('secrets of a service on %s %s', (kind, how) => {
  test('reach whom they are for, and show nowhere else', async () => {
    const canaries = newCanaries();
    const secretKey = how === 'with a key' ? canaries.secretKey : '';
    const { vault, seen, printed, stolen } = await played(kind, { canaries, secretKey });
    const [, id = '', ofKey = ''] = /^rf_([^_]+)_(.+)$/.exec(vault.key) ?? [];
    const [, , ofToken = ''] = vault.token.split('.');
    const bearers = { ofKey, ofToken };

    // They were used, so that what follows says something.
    const refused = vault.emulator.act((model) =>
      model.journal.readAfter(0).filter((entry) => entry.kind === 'request' && entry.status === 500),
    );
    expect(refused).toHaveLength(1);
    const { crmKey, keyed, said, crmAnswer } = canaries;
    expect(foundIn(vault.asked.join(), { crmKey, keyed, said, crmAnswer })).toHaveLength(4);
    expect(stolen.includes(id)).toBe(true);
    expect(foundIn(seen, { barred: canaries.barred })).toHaveLength(1);
    expect(/"level":(20|"debug")/.test(vault.log())).toBe(true);

    const told = { ...neverTold(canaries), ...(secretKey && { secretKey }), ...bearers };
    expect(foundIn(seen, told)).toEqual([]);
    expect(foundIn(printed, told)).toEqual([]);
    const { recipient, barred } = canaries;
    expect(foundIn(vault.log(), { ...told, recipient, barred })).toEqual([]);
    const kept =
      secretKey === '' ? neverKept(canaries) : { ...neverTold(canaries), secretKey, recipient, barred };
    expect(foundIn(stolen, { ...kept, ...bearers })).toEqual([]);
    if (secretKey === '') expect(foundIn(stolen, { keyed, recipient, barred })).toHaveLength(3);
  });
});
