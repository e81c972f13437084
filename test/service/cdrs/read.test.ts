/** CDRs that are read from a store: which calls are looked at for them. */
import { expect, test } from 'vitest';
import { openMemoryStore } from '../../../src/adapters/store-memory/index.ts';
import { readCdrs } from '../../../src/service/cdrs/index.ts';
import type { CallFilter, CallPage } from '../../../src/engine/ports/index.ts';
import { commitOf } from '../../builders/commit.ts';

test('of the calls of other projects none is looked at, however many there are', async () => {
  const store = openMemoryStore();
  const asked: CallFilter[] = [];
  const calls = {
    list: (filter: CallFilter, page: CallPage) => {
      asked.push(filter);
      return store.list(filter, page);
    },
    trace: store.trace.bind(store),
  };
  const ended = async (id: string, startedAt: number) => {
    const commit = commitOf({ id, startedAt, expiresAt: 1 });
    commit.record.project = id.split('.')[0] as typeof commit.record.project;
    await store.commit(commit);
  };
  await ended('default.first', 1);
  for (let number = 2; number < 50; number += 1) await ended(`other.${number}`, number);
  const page = await readCdrs({ calls, maskDigits: 0 }, { project: 'default', since: 1 }, { limit: 2 });
  const ids = [];
  for await (const { id } of page.cdrs) ids.push(id);
  expect(ids).toEqual(['default.first']);
  expect(page.next).toBeUndefined();
  expect(asked).toEqual([{ project: 'default', since: 1, state: 'ended' }]);
});
