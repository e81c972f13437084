/** What comes in while the store is away (INTAKE-1 to INTAKE-4). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Intake } from '../../src/engine/index.ts';
import { OperationalError } from '../../src/engine/ports/index.ts';
import type { Spool } from '../../src/engine/ports/index.ts';
import { incoming, note, useIntake } from './intake-scene.ts';
import { project } from './scene.ts';
import { failingFirst, locked } from './store-with.ts';
import { until } from './until.ts';

const scene = useIntake();
const named = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `n${from + at}`);

/** An intake that has taken a call while the store was well. */
async function withCall(...voices: string[]): Promise<Intake> {
  const intake = await scene().intake();
  for (const voice of voices) await intake.receive(incoming(voice));
  return intake;
}

function onDisk(): string {
  const { directory } = scene();
  const segments = readdirSync(directory).filter((name) => name.endsWith('.ndjson'));
  return segments.map((name) => readFileSync(join(directory, name), 'utf8')).join('');
}

describe('while the store is well', () => {
  test('what comes in is applied at once, and nothing is written to the disk', async () => {
    const intake = await scene().intake();
    expect(await intake.receive(incoming())).toBe('applied');
    expect(await intake.receive(note('n0'))).toBe('applied');
    expect(await scene().applied()).toEqual(['incoming', 'n0']);
    expect(readdirSync(scene().directory)).toEqual(['in-use-by']);
  });

  test('what is refused for another reason than the store is not spooled', async () => {
    const sealed = new OperationalError('sealed', 'there is no key', { retryable: false });
    const engine = { receive: () => Promise.reject(sealed), message: fail, delivered: fail };
    const intake = await scene().intake({ engine });
    await expect(intake.receive(incoming())).rejects.toBe(sealed);
    expect(intake.getSpoolState()?.entries).toBe(0);
  });
});

function fail(): Promise<never> {
  return Promise.reject(new Error('nobody asks this'));
}

describe('while the store is away', () => {
  test('what comes in is on the disk before it is answered for, and applied when the store is back (INTAKE-1)', async () => {
    const intake = await scene().intake();
    scene().fickle.mood = 'away';
    expect(await intake.receive(incoming())).toBe('spooled');
    expect(onDisk()).toContain('default.v1');
    scene().fickle.recover();
    await scene().drained(intake);
    expect(await scene().applied()).toEqual(['incoming']);
  });

  test('the log says once that it is away, and once that everything is applied', async () => {
    const intake = await withCall('v1', 'v2');
    scene().fickle.mood = 'away';
    await Promise.all([intake.receive(note('a', 'v1')), intake.receive(note('b', 'v2'))]);
    await intake.receive(note('c', 'v1'));
    expect(scene().log.of('error')).toEqual(['cannot store notifications, spooling them']);
    scene().fickle.recover();
    await scene().drained(intake);
    await until(() => scene().log.of('info').length > 0);
    expect(scene().log.of('info')).toEqual(['all spooled notifications are applied']);
  });

  test('what waits is counted, and since when', async () => {
    const intake = await withCall('v1');
    scene().fickle.mood = 'away';
    const since = scene().clock.now();
    await intake.receive(note('a'));
    await intake.receive(note('b'));
    expect(intake.getSpoolState()).toMatchObject({ entries: 2, oldestAt: since, isFull: false });
  });

  test('messages and what became of messages wait as well', async () => {
    const intake = await scene().intake();
    scene().fickle.mood = 'away';
    const message = { project, from: '+4930111', to: '+4930222', text: 'hello' };
    expect(await intake.message(message)).toBe('spooled');
    await intake.delivered({ project, reference: 'default.v1.3', reports: [{ to: '+49', status: 'sent' }] });
    expect(intake.getSpoolState()?.entries).toBe(2);
    scene().fickle.recover();
    await scene().drained(intake);
    expect(scene().log.of('error')).toHaveLength(1);
  });

  test('a store that does not answer is given up after 3 seconds', async () => {
    const intake = await withCall('v1');
    scene().fickle.mood = 'hanging';
    const taken = intake.receive(note('a'));
    await until(() => scene().clock.waits(3_000));
    scene().clock.pass(2_999);
    expect(intake.getSpoolState()?.entries).toBe(0);
    scene().clock.pass(1);
    expect(await taken).toBe('spooled');
  });

  test('without a spool it is refused, at once or before the platform gives up', async () => {
    const intake = await scene().intakeWithoutSpool();
    scene().fickle.mood = 'away';
    await expect(intake.receive(incoming())).rejects.toBe(locked);
    scene().fickle.mood = 'hanging';
    expect(intake.getSpoolState()).toBeUndefined();
    const refused = expect(intake.receive(incoming())).rejects.toMatchObject({ code: 'store_slow' });
    await until(() => scene().clock.waits(4_500));
    scene().clock.pass(4_500);
    await refused;
  });
});

describe('what waits about a call', () => {
  test('is not overtaken, though the store is back meanwhile; other calls go on at once (INTAKE-2)', async () => {
    const intake = await withCall('v1', 'v2');
    scene().fickle.mood = 'away';
    await intake.receive(note('a'));
    scene().fickle.recover();
    expect(await intake.receive(note('b'))).toBe('spooled');
    expect(await intake.receive(note('c', 'v2'))).toBe('applied');
    await scene().drained(intake);
    expect(await intake.receive(note('d'))).toBe('applied');
    expect(await scene().applied()).toEqual(['incoming', 'a', 'b', 'd']);
  });

  test('is not overtaken by what comes while it is being tried (INTAKE-2)', async () => {
    const intake = await withCall('v1');
    scene().fickle.mood = 'hanging';
    const taken = ['a', 'b', 'c'].map((state) => intake.receive(note(state)));
    await until(() => scene().clock.waits(3_000));
    scene().clock.pass(3_000);
    expect(await Promise.all(taken)).toEqual(['spooled', 'spooled', 'spooled']);
    scene().fickle.recover();
    await scene().drained(intake);
    expect(await scene().applied()).toEqual(['incoming', 'a', 'b', 'c']);
  });

  test('is in order, of any number of calls and over many files', async () => {
    const voices = ['v1', 'v2', 'v3'];
    const intake = await withCall(...voices);
    scene().fickle.mood = 'away';
    for (const state of named(40)) for (const voice of voices) await intake.receive(note(state, voice));
    scene().fickle.recover();
    await scene().drained(intake);
    for (const voice of voices) expect(await scene().applied(voice)).toEqual(['incoming', ...named(40)]);
  });
});

describe('what comes a second time is known (INTAKE-3)', () => {
  test('after an attempt that was stored though its answer was lost', async () => {
    const intake = await withCall('v1');
    scene().fickle.mood = 'forgetful';
    expect(await intake.receive(note('a'))).toBe('spooled');
    scene().fickle.recover();
    await scene().drained(intake);
    expect(await scene().applied()).toEqual(['incoming', 'a']);
  });

  test('after an attempt that was still on its way when it was spooled', async () => {
    const intake = await withCall('v1');
    scene().fickle.mood = 'hanging';
    const taken = intake.receive(note('a'));
    await until(() => scene().clock.waits(3_000));
    scene().clock.pass(3_000);
    expect(await taken).toBe('spooled');
    expect(scene().fickle.hanging).toBeGreaterThan(0);
    scene().fickle.recover();
    await until(async () => (await scene().applied()).includes('a'));
    expect(intake.getSpoolState()?.entries).toBe(1);
    await scene().drained(intake);
    expect(await scene().applied()).toEqual(['incoming', 'a']);
  });

  test('when the platform repeats what waits', async () => {
    const intake = await withCall('v1');
    scene().fickle.mood = 'away';
    for (const state of ['a', 'b', 'a']) await intake.receive(note(state, 'v1', state));
    scene().fickle.recover();
    await scene().drained(intake);
    expect(await scene().applied()).toEqual(['incoming', 'a', 'b']);
  });

  test('when another call holds up the spool, however much of this one was applied behind it', async () => {
    const intake = await withCall('v1', 'v2');
    scene().fickle.mood = 'away';
    await intake.receive(note('held up', 'v2'));
    for (const state of named(80)) await intake.receive(note(state, 'v1', state));
    scene().fickle.recover();
    scene().fickle.moods.set('default.v2', 'away');
    await scene().until(async () => (await scene().applied()).length > 5);
    for (let round = 0; round < 5; round += 1) {
      scene().clock.pass(250);
      await until(() => scene().clock.waits(250));
    }
    scene().fickle.recover();
    await scene().drained(intake);
    expect(await scene().applied('v1')).toEqual(['incoming', ...named(80)]);
    expect(await scene().applied('v2')).toEqual(['incoming', 'held up']);
  });

  test('when the store goes away in the middle of what is being applied', async () => {
    const intake = await withCall('v1');
    scene().fickle.mood = 'away';
    for (const state of named(100)) await intake.receive(note(state, 'v1', state));
    for (const applied of [20, 41, 77]) {
      scene().fickle.recover();
      scene().fickle.commitsLeft = applied + 1 - (await scene().applied()).length;
      scene().clock.pass(250);
      await until(() => scene().fickle.mood === 'away' && scene().clock.waits(250));
      expect(await scene().applied()).toHaveLength(applied + 1);
    }
    scene().fickle.recover();
    await scene().drained(intake);
    expect(await scene().applied()).toEqual(['incoming', ...named(100)]);
  });
});

describe('stopping', () => {
  test('leaves what waits to the next start, which applies it', async () => {
    const first = await withCall('v1');
    scene().fickle.mood = 'away';
    for (const state of named(5)) await first.receive(note(state));
    await scene().stopped(first);
    scene().fickle.recover();
    const second = await scene().intake();
    expect(second.getSpoolState()?.entries).toBe(5);
    second.start();
    expect(await second.receive(note('n5'))).toBe('spooled');
    await scene().drained(second);
    expect(await scene().applied()).toEqual(['incoming', ...named(6)]);
  });

  test('in the middle of what waits applies nothing twice and leaves nothing out', async () => {
    const first = await withCall('v1');
    scene().fickle.mood = 'away';
    for (const state of named(80)) await first.receive(note(state, 'v1', state));
    scene().fickle.recover();
    scene().fickle.commitsLeft = 50;
    scene().clock.pass(250);
    await until(() => scene().fickle.mood === 'away' && scene().clock.waits(250));
    await scene().stopped(first);
    scene().fickle.recover();
    const second = await scene().intake();
    expect(second.getSpoolState()?.entries).toBe(30);
    second.start();
    await scene().drained(second);
    expect(await scene().applied()).toEqual(['incoming', ...named(80)]);
  });
});

describe('a spool', () => {
  test('that is full refuses what comes, and takes it once there is room (INTAKE-1)', async () => {
    const intake = await scene().intake({ spool: scene().spool({ maxBytes: 700 }) });
    await intake.receive(incoming());
    scene().fickle.mood = 'away';
    await intake.receive(note('a'));
    await intake.receive(note('b'));
    const refused = { code: 'spool_full', retryable: true };
    await expect(intake.receive(note('c'.repeat(500)))).rejects.toMatchObject(refused);
    expect(intake.getSpoolState()).toMatchObject({ entries: 2, isFull: true });
    scene().fickle.recover();
    await scene().drained(intake);
    expect(intake.getSpoolState()?.isFull).toBe(false);
    expect(await scene().applied()).toEqual(['incoming', 'a', 'b']);
  });

  test('passes over an entry that cannot be read, or that the engine cannot take, and goes on (INTAKE-4)', async () => {
    const spool = scene().spool();
    const about = 'default.v1';
    for (const entry of ['', '{', 'null', '{"kind":"call","arrival":null}'])
      await spool.append({ entry, about, at: 1 });
    await spool.append({ entry: JSON.stringify({ kind: 'call', arrival: incoming() }), about, at: 1 });
    const intake = await scene().intake({ spool });
    intake.start();
    await scene().drained(intake);
    expect(await scene().applied()).toEqual(['incoming']);
    expect(scene().log.of('error')).toEqual(
      Array.from({ length: 4 }, () => 'cannot apply a spooled notification; it is dropped'),
    );
  });

  test('that cannot be read or written for a while is tried again', async () => {
    const whole = scene().spool();
    const spool: Spool = {
      append: (entry) => whole.append(entry),
      oldest: failingFirst(2, (limit) => whole.oldest(limit)),
      takeOff: failingFirst(1, (count) => whole.takeOff(count)),
      count: (about) => whole.count(about),
      state: () => whole.state(),
      close: () => whole.close(),
    };
    const intake = await scene().intake({ spool });
    await intake.receive(incoming());
    scene().fickle.mood = 'away';
    await intake.receive(note('a'));
    scene().fickle.recover();
    await scene().drained(intake);
    expect(await scene().applied()).toEqual(['incoming', 'a']);
    expect(scene().log.of('error')).toContain('cannot read or write the spool; it will be retried');
  });
});
