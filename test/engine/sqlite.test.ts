/** Two processes' worth of engines on one database file, each with its own connection (I3). */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/adapters/store-sqlite/index.ts';
import type { PlatformEvent } from '../../src/call/index.ts';
import type { Engine } from '../../src/engine/index.ts';
import type { Store } from '../../src/engine/ports/index.ts';
import { temporaryFile } from '../adapters/sqlite-file.ts';
import { arrival, call, promptRef, useScene } from './scene.ts';

const scene = useScene();
let stores: Store[];
let engines: Engine[];
let remove: () => void;

beforeEach(async () => {
  const { file, remove: removeFile } = temporaryFile();
  remove = removeFile;
  const open = () => openSqliteStore({ file, synchronous: 'normal' });
  stores = [open(), open(), open()];
  const [first, second, third] = stores as [Store, Store, Store];
  await scene().store.close();
  scene().store = third;
  engines = [await scene().engine({ store: first }), await scene().engine({ store: second })];
});

afterEach(async () => {
  await Promise.all(engines.map((engine) => engine.stop(0)));
  await Promise.all(stores.map((store) => store.close()));
  remove();
});

/** A whole call, as the platform tells of it. */
const story: PlatformEvent[] = [
  { type: 'incoming' },
  { type: 'connected' },
  { type: 'played', promptRef: promptRef(2) },
  { type: 'digits', digits: '1', lossy: false, promptRef: promptRef(3) },
  { type: 'bridged' },
  { type: 'unbridged', reason: 'normal' },
  { type: 'disconnected', reason: 'normal' },
];

const commands = ['PUT v1/accept', 'PUT v1/play', 'PUT v1/play', 'PUT v1/connect', 'DELETE v1'];

/** The platform knows of an event only when the command that leads to it has reached it. */
async function tell(listeners: Engine[], event: PlatformEvent, key: string): Promise<void> {
  await Promise.all(listeners.map((engine) => engine.receive(arrival(event, { key }))));
  await scene().settled();
}

async function expectWholeCall(events: number): Promise<void> {
  expect(scene().whats).toEqual(commands);
  const stored = await scene().store.load(call);
  const trace = await scene().store.trace(call);
  const { length } = trace;
  expect(stored).toMatchObject({ outbox: [], record: { seq: length, context: { leg: 'ended' } } });
  expect(stored?.record.endedAt).toBeDefined();
  expect(trace.map(({ seq }) => seq)).toEqual(Array.from({ length }, (_one, index) => index + 1));
  expect(trace.filter(({ event }) => event.type !== 'command_taken')).toHaveLength(events);
  expect(scene().log.of('error')).toEqual([]);
}

describe('two nodes on one file', () => {
  test('that get the notifications in turn make one call of them', async () => {
    for (const [index, event] of story.entries()) {
      const engine = engines[index % 2];
      await tell(engine === undefined ? [] : [engine], event, `k${index}`);
    }
    await expectWholeCall(story.length);
  });

  test('that both get every notification, at once, make one call of them', async () => {
    for (const [index, event] of story.entries()) await tell(engines, event, `k${index}`);
    await expectWholeCall(2 * story.length);
  });
});

test('a call outlives the engines on which it began', async () => {
  const [first] = engines as [Engine];
  for (const [index, event] of story.slice(0, 4).entries()) await tell([first], event, `k${index}`);
  await Promise.all(engines.map((engine) => engine.stop(0)));
  const next = await scene().bare();
  for (const [index, event] of story.slice(4).entries()) await tell([next], event, `later-${index}`);
  await expectWholeCall(story.length);
});
