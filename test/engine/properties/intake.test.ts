/** Notifications and a store that comes and goes, in any order (INTAKE-1 to INTAKE-3). */
import { setImmediate as endOfTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Intake } from '../../../src/engine/index.ts';
import type { Mood } from '../fickle-store.ts';
import { incoming, IntakeScene, note } from '../intake-scene.ts';
import { scaleRuns } from '../../setup/property-runs.ts';

const VOICES = ['v1', 'v2', 'v3'];
const LONGEST_RUN = 25;

/** What happens next. A notification has a key of its own, as most have, or none. */
type Step =
  | { does: 'arrive'; voice: string; keyed: boolean }
  | { does: 'feel'; mood: Mood }
  | { does: 'recover' }
  | { does: 'pass'; ms: number }
  | { does: 'settle'; turns: number }
  | { does: 'restart' };

const arrival = fc.record({
  does: fc.constant('arrive' as const),
  voice: fc.constantFrom(...VOICES),
  keyed: fc.boolean(),
});
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: arrival },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('feel' as const),
      mood: fc.constantFrom<Mood[]>('well', 'away', 'hanging', 'forgetful'),
    }),
  },
  { weight: 2, arbitrary: fc.constant<Step>({ does: 'recover' }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('pass' as const), ms: fc.constantFrom(1, 250, 1_000, 3_000) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('settle' as const), turns: fc.integer({ min: 1, max: 30 }) }),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ does: 'restart' }) },
);

class Run {
  readonly scene: IntakeScene;
  /** By call: what was answered for, in the order of arrival. */
  readonly arrived = new Map(VOICES.map((voice) => [voice, ['incoming']]));
  #open: Promise<unknown>[] = [];
  #count = 0;
  #intake: Intake;

  private constructor(intake: Intake, scene: IntakeScene) {
    this.#intake = intake;
    this.scene = scene;
  }

  static async begin(): Promise<Run> {
    const scene = new IntakeScene();
    const intake = await scene.intake();
    for (const voice of VOICES) await intake.receive(incoming(voice));
    return new Run(intake, scene);
  }

  async take(step: Step): Promise<void> {
    const { fickle, clock } = this.scene;
    if (step.does === 'arrive') this.#arrive(step.voice, step.keyed);
    else if (step.does === 'feel') fickle.mood = step.mood;
    else if (step.does === 'recover') fickle.recover();
    else if (step.does === 'pass') clock.pass(step.ms);
    else if (step.does === 'settle') for (let turn = 0; turn < step.turns; turn += 1) await endOfTurn();
    else await this.#restart();
  }

  /** The store is well again, and everything has come to rest. */
  async end(): Promise<void> {
    this.scene.fickle.recover();
    let isAnswered = false;
    void Promise.all(this.#open).then(() => (isAnswered = true));
    await this.scene.until(() => isAnswered && this.#intake.getSpoolState()?.entries === 0);
    // What an attempt that was given up does at last.
    await this.scene.stopped(this.#intake);
  }

  #arrive(voice: string, keyed: boolean): void {
    const name = `n${this.#count}`;
    this.#count += 1;
    this.arrived.get(voice)?.push(name);
    this.#open.push(this.#intake.receive(note(name, voice, keyed ? name : undefined)));
  }

  /** As a process ends that is told to, and another begins on the same disk. */
  async #restart(): Promise<void> {
    await this.scene.stopped(this.#intake);
    await Promise.all(this.#open);
    this.#open = [];
    this.#intake = await this.scene.intake();
    this.#intake.start();
  }
}

test('each call gets every notification once, in the order in which they came, wherever they waited', async () => {
  const steps = fc.array(anyStep, { minLength: 5, maxLength: LONGEST_RUN });
  const isInOrder = fc.asyncProperty(steps, async (run) => {
    const calls = await Run.begin();
    try {
      for (const step of run) await calls.take(step);
      await calls.end();
      for (const [voice, names] of calls.arrived) expect(await calls.scene.applied(voice)).toEqual(names);
    } finally {
      await calls.scene.close();
    }
  });
  await fc.assert(isInOrder, { numRuns: scaleRuns(150) });
});
