/** CDRs on their way to a sink: CDR-1 to CDR-3 of src/service/cdrs/feed.ts. */
import { afterEach, describe, expect, test } from 'vitest';
import { openMemoryStore } from '../../../src/adapters/store-memory/index.ts';
import { CdrFeed } from '../../../src/service/cdrs/index.ts';
import type { CdrSink, Store } from '../../../src/engine/ports/index.ts';
import { commitOf } from '../../builders/commit.ts';
import { HandClock } from '../../engine/hand-clock.ts';
import { RecordingLog } from '../../engine/recording-log.ts';
import { until } from '../../engine/until.ts';

const feeds: CdrFeed[] = [];

afterEach(async () => {
  for (const feed of feeds.splice(0)) await feed.stop();
});

/** Keeps what it takes; fails as often as it is told to. */
class TestSink implements CdrSink {
  readonly name = 'test';
  readonly batches: string[][] = [];
  failures = 0;

  deliver(lines: readonly string[]): Promise<void> {
    if (this.failures > 0) {
      this.failures -= 1;
      return Promise.reject(new Error('away'));
    }
    this.batches.push(lines.map((line) => (JSON.parse(line) as { id: string }).id));
    return Promise.resolve();
  }

  get ids(): string[] {
    return this.batches.flat();
  }
}

function scene(store: Store = openMemoryStore()) {
  const clock = new HandClock();
  const log = new RecordingLog();
  const told: (number | 'failed')[] = [];
  const feedTo = (sink: CdrSink, node = 'a') => {
    const feed = new CdrFeed({
      registry: store.registry,
      calls: store,
      sink,
      clock,
      log,
      node,
      maskDigits: 0,
      onDelivery: (_sink, what) => told.push(what),
    });
    feeds.push(feed);
    return feed;
  };
  const end = async (...names: string[]) => {
    for (const name of names) {
      await store.commit(commitOf({ id: `default.${name}` }));
      await store.commit(commitOf({ id: `default.${name}`, seq: 2, expiresAt: 50_000 }));
    }
  };
  /** Lets a pause of the feed pass once it sleeps. */
  const pass = async (ms: number) => {
    await until(() => (clock.waits(ms) ? true : undefined));
    clock.pass(ms);
  };
  return { store, clock, log, told, feedTo, end, pass };
}

const idsOf = (...names: string[]) => names.map((name) => `default.${name}`);
const has = (sink: TestSink, count: number) => until(() => (sink.ids.length >= count ? true : undefined));

describe('every call that has ended', () => {
  test('is brought once where nothing goes wrong, in the order of ends, also what ended before', async () => {
    const { feedTo, end, pass, told } = scene();
    const sink = new TestSink();
    await end('a', 'b');
    feedTo(sink).start();
    await has(sink, 2);
    await end('c');
    await pass(1_000);
    await has(sink, 3);
    expect(sink.ids).toEqual(idsOf('a', 'b', 'c'));
    expect(told).toEqual([2, 1]);
  });

  test('is brought in batches, all of them', async () => {
    const { feedTo, end } = scene();
    const sink = new TestSink();
    const names = Array.from({ length: 250 }, (_, at) => `c${at}`);
    await end(...names);
    feedTo(sink).start();
    await has(sink, 250);
    expect(sink.batches.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(sink.ids).toEqual(idsOf(...names));
  });

  test('CDR-3 waits for a sink that does not take it, ever longer, and comes then', async () => {
    const { feedTo, end, pass, told, log } = scene();
    const sink = new TestSink();
    sink.failures = 3;
    await end('a');
    feedTo(sink).start();
    await pass(1_000);
    await pass(2_000);
    await end('b');
    await pass(4_000);
    await has(sink, 2);
    expect(sink.batches).toEqual([idsOf('a', 'b')]);
    expect(told).toEqual(['failed', 'failed', 'failed', 2]);
    expect(log.of('warn')).toHaveLength(3);
  });

  test('CDR-1 comes again where the node died before it noted what it had brought', async () => {
    const memory = openMemoryStore();
    const { feedTo, end, clock } = scene(memory);
    const sink = new TestSink();
    await end('a');
    const { registry } = memory;
    let isDead = false;
    const dying: CdrSink = {
      name: 'test',
      async deliver(lines) {
        await sink.deliver(lines);
        isDead = true;
      },
    };
    const feed = new CdrFeed({
      registry: {
        get: (...of) => registry.get(...of),
        list: (...of) => registry.list(...of),
        count: (kind) => registry.count(kind),
        kinds: () => registry.kinds(),
        revision: (collections) => registry.revision(collections),
        write: (changes) => (isDead ? Promise.reject(new Error('dead')) : registry.write(changes)),
      },
      calls: memory,
      sink: dying,
      clock,
      log: new RecordingLog(),
      node: 'dead',
      maskDigits: 0,
    });
    feed.start();
    await has(sink, 1);
    await feed.stop();
    clock.pass(15_000);
    feedTo(sink, 'next').start();
    await has(sink, 2);
    expect(sink.ids).toEqual(idsOf('a', 'a'));
  });

  test('is passed over when the store has forgotten it, and holds up nothing', async () => {
    const { store, feedTo, end } = scene();
    const sink = new TestSink();
    await end('gone');
    await store.expire(50_000, 10);
    await end('b');
    feedTo(sink).start();
    await has(sink, 1);
    expect(sink.ids).toEqual(idsOf('b'));
  });
});

describe('of several nodes', () => {
  test('CDR-2 one brings them, and another goes on when it has stopped', async () => {
    const { feedTo, end, pass } = scene();
    const [one, two] = [new TestSink(), new TestSink()];
    await end('a');
    const first = feedTo(one, 'one');
    first.start();
    await has(one, 1);
    feedTo(two, 'two').start();
    await end('b');
    await pass(1_000);
    await has(one, 2);
    await first.stop();
    await end('c');
    await pass(1_000);
    await has(two, 1);
    expect([one.ids, two.ids]).toEqual([idsOf('a', 'b'), idsOf('c')]);
  });

  test('CDR-2 another goes on when the first is gone without a word', async () => {
    const { store, feedTo, end, clock } = scene();
    const gone = { after: '', node: 'gone', until: clock.now() + 15_000 };
    await store.registry.write([{ kind: 'cdr-feeds', id: 'test', was: 0, json: JSON.stringify(gone) }]);
    const sink = new TestSink();
    await end('a');
    feedTo(sink, 'two').start();
    for (let second = 0; second < 15; second += 1) {
      expect(sink.ids).toEqual([]);
      await until(() => (clock.waits(1_000) ? true : undefined));
      clock.pass(1_000);
    }
    await has(sink, 1);
    expect(sink.ids).toEqual(idsOf('a'));
  });
});
