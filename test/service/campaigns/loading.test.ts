/** Recipients that are loaded into a campaign: all of a file, or nobody. */
import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { openSqliteStore } from '../../../src/adapters/store-sqlite/index.ts';
import { until } from '../../engine/until.ts';
import { closeAfterEach, openApi } from '../http/api/scene.ts';
import { campaignOf, FROM, inService, numberOf, openScene, recipientsCsv } from './scene.ts';

closeAfterEach();

describe('a file of recipients', () => {
  test('with a bad row takes nobody, unless the good ones are asked for', async () => {
    const { admin } = await openScene();
    const spring = campaignOf(admin);
    await spring.put();
    const text = `${recipientsCsv(600)}12,Monday\n`;
    const report = { accepted: 600, refused: 1, problems: [{ line: 602 }] };
    expect(await spring.load(text)).toMatchObject({ status: 200, body: { taken: 0, ...report } });
    expect(await spring.progress()).toMatchObject({
      recipients: 0,
      counts: { waiting: 0 },
      isLoading: false,
    });
    const good = await spring.load(text, { query: '?only_good=true' });
    expect(good.body).toMatchObject({ taken: 600, ...report });
    expect(await spring.progress()).toMatchObject({ recipients: 600, counts: { waiting: 600 } });
  });

  test('of which most rows are refused lets others work in between', async () => {
    const { admin } = await openScene();
    const spring = campaignOf(admin);
    await spring.put();
    const rows = 5_000;
    let turns = 0;
    let isLoading = true;
    const countTurns = () => {
      turns += 1;
      if (isLoading) setImmediate(countTurns);
    };
    setImmediate(countTurns);
    const { body } = await spring.load(`number,day\n${'12,Monday\n'.repeat(rows)}`);
    isLoading = false;
    expect(body).toMatchObject({ refused: rows });
    expect(turns).toBeGreaterThan(rows / 100);
  });

  test('with a number that the project may not call says so at its line', async () => {
    const { admin } = await openApi({}, { dialPrefixes: ['+49'] });
    await inService(admin);
    const spring = campaignOf(admin);
    await spring.put();
    const loaded = await spring.load(`${recipientsCsv(1)}+431234567890,Monday\n`);
    const reason = 'the project may not call +431234567890: its dial prefixes are +49';
    expect(loaded.body).toMatchObject({ taken: 0, refused: 1, problems: [{ line: 3, reason }] });
  });

  test('may follow another one, and nobody is in both', async () => {
    const { admin } = await openScene();
    const spring = campaignOf(admin);
    await spring.put();
    await spring.load(recipientsCsv(2));
    const ndjson = [2, 3].map((n) => JSON.stringify({ number: numberOf(n), day: 'Monday' })).join('\n');
    const loaded = await spring.load(ndjson, { type: 'application/x-ndjson', query: '?only_good=true' });
    expect(loaded.body).toMatchObject({
      taken: 1,
      duplicates: 1,
      problems: [{ line: 1, reason: `${numberOf(2)} is already loaded` }],
    });
    expect(await spring.progress()).toMatchObject({ recipients: 3 });
  });

  test('that breaks off leaves the campaign as it was', async () => {
    const { admin, adminKey, service } = await openScene();
    const spring = campaignOf(admin);
    await spring.put();
    const url = `${service.url}/api/v1/projects/default/campaigns/spring/recipients`;
    const headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'text/csv' };
    const upload = request(url, { method: 'POST', headers });
    upload.on('error', () => undefined);
    upload.write(recipientsCsv(1_200));
    await until(async () => (await spring.progress()).isLoading);
    expect(await spring.load(recipientsCsv(1))).toMatchObject({
      status: 409,
      body: { code: 'load_in_progress' },
    });
    expect(await spring.take('start')).toMatchObject({ status: 422, body: { code: 'invalid_state' } });
    upload.destroy();
    await until(async () => !(await spring.progress()).isLoading);
    expect(await spring.progress()).toMatchObject({ recipients: 0, counts: { waiting: 0 } });
    expect((await spring.load(recipientsCsv(3))).body).toMatchObject({ taken: 3 });
  });

  test('that is still loaded when the campaign is stopped leaves nobody in its results', async () => {
    const { admin, adminKey, service, file } = await openScene();
    const spring = campaignOf(admin);
    await spring.put();
    await spring.load(recipientsCsv(1));
    const url = `${service.url}/api/v1/projects/default/campaigns/spring/recipients`;
    const headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'text/csv' };
    const upload = request(url, { method: 'POST', headers });
    upload.on('error', () => undefined);
    upload.write(recipientsCsv(1_200).replace(`${numberOf(1)},Monday\n`, ''));
    const store = openSqliteStore({ file });
    await until(async () => (await store.registry.count('campaign/default/spring/waiting')) > 1);
    await store.close();
    expect((await spring.take('stop')).status).toBe(200);
    upload.destroy();
    expect(await spring.results()).toMatchObject([{ row: '1', result: 'stopped' }]);
  });

  test.each([
    ['text/csv', 'number,day\n'],
    ['application/x-ndjson', ''],
  ])('of %s that cannot be read to its end is reported on all the same', async (type, head) => {
    const { admin } = await openScene();
    const spring = campaignOf(admin);
    await spring.put();
    const report = await spring.load(`${head}"${'x'.repeat(4_000_000)}`, { type });
    expect(report).toMatchObject({ status: 200, body: { taken: 0, refused: 1 } });
    expect((await spring.load(recipientsCsv(3))).body).toMatchObject({ taken: 3 });
  });

  test('is neither JSON nor for a campaign that there is not', async () => {
    const { admin } = await openScene();
    const spring = campaignOf(admin);
    expect(await spring.load(recipientsCsv(1))).toMatchObject({
      status: 404,
      body: { code: 'unknown_campaign' },
    });
    await spring.put();
    expect(await spring.load('{}', { type: 'application/json' })).toMatchObject({
      status: 415,
      body: { code: 'unsupported_media_type' },
    });
  });
});

test('a number comes off the list of those whom nobody may call however it is written', async () => {
  const { admin } = await openScene();
  const listed = async () =>
    ((await admin('GET', '/projects/default/do-not-call')).body as { items: object[] }).items;
  const path = '/projects/default/do-not-call/+49015112000001';
  expect((await admin('PUT', path)).status).toBe(204);
  expect(await listed()).toMatchObject([{ number: '+4915112000001' }]);
  expect((await admin('DELETE', path)).status).toBe(204);
  expect(await listed()).toEqual([]);
  expect(await admin('DELETE', path)).toMatchObject({ status: 404, body: { code: 'unknown_number' } });
  expect((await admin('DELETE', '/projects/default/do-not-call/+99900000')).status).toBe(404);
});

describe('settings of a campaign', () => {
  test.each([
    ['a country that there is not', { country: 'XX' }, '"XX" is not a country code'],
    [
      'a window that ends before it begins',
      { windows: [{ days: ['mon'], from: '20:00', until: '09:00' }] },
      'the window from 20:00 until 09:00 is never open',
    ],
    [
      'a parameter that the flow has not',
      { params: { colour: 'red' } },
      'the flow has no parameter "colour"',
    ],
    ['a value of another type', { params: { hour: 'soon' } }, 'parameter "hour" must be of type int'],
    ['a column for nothing', { columns: { colour: 'Farbe' } }, 'the flow has no parameter "colour"'],
  ])('with %s are refused', async (_what, more, detail) => {
    const { admin } = await openScene();
    expect(await campaignOf(admin).put(more)).toMatchObject({
      status: 422,
      body: { code: 'invalid_campaign', detail },
    });
  });

  test('that are faster than the platform are refused', async () => {
    const { admin } = await openApi();
    await inService(admin);
    const put = (pace: object) => campaignOf(admin).put({ from: FROM, pace });
    expect((await put({ perSecond: 20.5, atOnce: 1 })).status).toBe(400);
    expect((await put({ perSecond: 20, atOnce: 0 })).status).toBe(400);
    expect((await put({ perSecond: 20, atOnce: 1 })).status).toBe(201);
  });
});
