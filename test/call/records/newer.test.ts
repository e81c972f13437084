/** A node beside one of a later release: calls of that wait until it is upgraded too, and are never read wrongly. */
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openSqliteStore } from '../../../src/adapters/store-sqlite/index.ts';
import { startService } from '../../../src/service/start.ts';
import { callId } from '../../../src/call/index.ts';
import { recordFormats } from '../../../src/call/record-formats.ts';
import { startEmulator } from '../../../src/platform/emulator/http/index.ts';
import { configOf } from '../../builders/config.ts';
import { folderWith } from '../../cli/command.ts';
import { RecordingLog } from '../../engine/recording-log.ts';
import { flowOf } from '../../engine/scene.ts';
import { until } from '../../engine/until.ts';
import { flowSaying } from '../../authoring/flow-files/folder.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const CALL = callId('default.v1');

/** A service with a call, which a node of a later release goes on with (`movedByLater`) that is given up then (`asToday`). */
async function scene(spool?: string) {
  const folder = folderWith({});
  closing.push(folder.remove);
  const file = join(folder.path, 'calls.sqlite');
  const emulator = await startEmulator();
  closing.push(() => emulator.close());
  const service = await startService({
    config: configOf(emulator.url, {
      store: { kind: 'sqlite', file },
      defaultFlow: 'desk',
      spool: spool === undefined ? undefined : { directory: join(folder.path, spool), maxBytes: 1_000_000 },
    }),
    flows: [flowOf(flowSaying('Hello.'))],
    log: new RecordingLog(),
  });
  closing.push(() => service.stop());
  const tell = (body: object) =>
    fetch(service.hookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ voice_id: 'v1', ...body }),
    });
  expect((await tell({ state: 'incomingcall', from: '+4930111', to: '+4930222' })).status).toBe(200);
  const db = new DatabaseSync(file);
  closing.push(() => {
    db.close();
  });
  const set = (format: number, seq: string) =>
    db
      .prepare(
        `UPDATE calls SET seq = ${seq}, record = json_set(record, '$.format', ?, '$.seq', ${seq}) WHERE id = ?`,
      )
      .run(format, CALL);
  const seq = () => Number(db.prepare('SELECT seq FROM calls WHERE id = ?').get(CALL)?.seq);
  const movedByLater = () => set(99, 'seq + 1');
  const asToday = () => set(recordFormats.newest, 'seq');
  return { tell, movedByLater, asToday, seq, file };
}

test('its notifications get 503 where there is no spool, and the call is as it was', async () => {
  const { tell, movedByLater, seq } = await scene();
  movedByLater();
  const before = seq();
  const answer = await tell({ state: 'disconnected' });
  expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'record_newer' }]);
  expect(seq()).toBe(before);
});

test('its notifications wait where there is a spool, and are applied once the record can be read', async () => {
  const { tell, movedByLater, asToday, seq, file } = await scene('spool');
  movedByLater();
  const before = seq();
  expect((await tell({ state: 'disconnected' })).status).toBe(200);
  expect(seq()).toBe(before);
  // As after an upgrade of the node, which then knows the format.
  asToday();
  const store = openSqliteStore({ file });
  closing.push(() => store.close());
  await until(async () => (await store.load(CALL))?.record.context.isOver);
});
