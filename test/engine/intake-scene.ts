/** An engine on a store that comes and goes, behind an intake with a real spool. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { carrierWith } from './carrier-with.ts';
import { openSpool } from '../../src/adapters/spool-file/index.ts';
import { createHttpWeb } from '../../src/adapters/web-http/index.ts';
import { callId, isIgnored, voiceId } from '../../src/call/index.ts';
import { Engine, Intake } from '../../src/engine/index.ts';
import type { Arrival } from '../../src/engine/ports/index.ts';
import type { Spool } from '../../src/engine/ports/index.ts';
import { FickleStore } from './fickle-store.ts';
import { HandClock } from './hand-clock.ts';
import { RecordingLog } from './recording-log.ts';
import { desk, project } from './scene.ts';
import { until } from './until.ts';

const RETRY_MS = 250;

type Overrides = ConstructorParameters<typeof Intake>[0];

export class IntakeScene {
  readonly clock = new HandClock();
  readonly log = new RecordingLog();
  readonly fickle = new FickleStore();
  readonly directory = mkdtempSync(join(tmpdir(), 'ringflow-intake-'));
  readonly #engines: Engine[] = [];
  readonly #intakes: Intake[] = [];
  #ids = 0;

  /** An intake, as a process has one: with its own engine, and the spool that the one before has left. */
  intake(options: Partial<Overrides> = {}): Promise<Intake> {
    return this.#intake({ ...options, spool: options.spool ?? this.spool() });
  }

  /** One that can keep nothing. */
  intakeWithoutSpool(): Promise<Intake> {
    return this.#intake({});
  }

  spool(options: { maxBytes?: number; segmentBytes?: number } = {}): Spool {
    return openSpool({ directory: this.directory, segmentBytes: 2_000, ...options });
  }

  /** The notifications of a call in the order in which they were applied, repetitions apart. */
  async applied(voice = 'v1'): Promise<string[]> {
    const trace = await this.fickle.behind.trace(callId(`default.${voice}`));
    return trace
      .filter(({ event }) => event.type !== 'wake' && event.type !== 'command_taken')
      .filter(({ notes }) => !notes.some((note) => isIgnored(note, 'repeated')))
      .map(({ event }) => (event.type === 'unknown' ? event.state : event.type));
  }

  /** Lets time pass, bit by bit, until there is something to see. */
  async until(look: () => boolean | Promise<boolean>): Promise<void> {
    await until(() => {
      this.clock.pass(RETRY_MS);
      return look();
    });
  }

  /** Lets time pass until nothing waits any more. */
  async drained(intake: Intake): Promise<void> {
    await this.until(() => intake.getSpoolState()?.entries === 0);
  }

  /** Lets time pass until it is stopped. */
  async stopped(intake: Intake): Promise<void> {
    let isStopped = false;
    void intake.stop().then(() => (isStopped = true));
    await this.until(() => isStopped);
  }

  async close(): Promise<void> {
    this.fickle.recover();
    for (const intake of this.#intakes) await this.stopped(intake);
    for (const engine of this.#engines) {
      let isStopped = false;
      void engine.stop(0).then(() => (isStopped = true));
      await this.until(() => isStopped);
    }
    rmSync(this.directory, { recursive: true, force: true });
  }

  async #intake(options: Partial<Overrides>): Promise<Intake> {
    const engine = await this.#engine();
    const { clock, log } = this;
    const intake = new Intake({ engine, clock, log, newId: () => `in-${++this.#ids}`, ...options });
    this.#intakes.push(intake);
    return intake;
  }

  async #engine(): Promise<Engine> {
    const platform = carrierWith({});
    const engine = new Engine({
      node: `node-${this.#engines.length}`,
      store: this.fickle.store,
      clock: this.clock,
      log: this.log,
      findCarrier: () => platform,
      web: createHttpWeb(),
      newId: () => 'out',
      timing: { settleAfterMs: 0 },
    });
    await engine.flows.deploy(desk);
    this.#engines.push(engine);
    return engine;
  }
}

/** A call that comes in. */
export function incoming(voice = 'v1'): Arrival {
  return arrivalOf({ type: 'incoming' }, voice);
}

/** A notification that moves nothing, but leaves its name in the trace; without a key, as some come. */
export function note(state: string, voice = 'v1', key?: string): Arrival {
  return { ...arrivalOf({ type: 'unknown', state }, voice), ...(key === undefined ? {} : { key }) };
}

function arrivalOf(event: Arrival['event'], voice: string): Arrival {
  return { project, voiceId: voiceId(voice), from: '+4930111', to: '+4930222', event };
}

/** A new scene for every test of a file. */
export function useIntake(): () => IntakeScene {
  let scene: IntakeScene;
  beforeEach(() => {
    scene = new IntakeScene();
  });
  afterEach(() => scene.close());
  return () => scene;
}
