/**
 * A simulated caller who repeats the acts of a recorded call on any version of a flow.
 *
 * CALLER-1 On the recorded version each act happens at its recorded time, and its pause after the last prompt is
 *    measured.
 * CALLER-2 On another version an answer follows its question after the same pause, and any other act follows the last
 *    prompt after the same pause.
 * CALLER-3 An act that is impossible, because nothing listens or the call is over, is skipped.
 */
import type { RunnableFlow } from '../../call/index.ts';
import { beginScene, playLine } from '../testkit/index.ts';
import type { Scene, Simulation, SimulationOptions, Scenario, ScriptLine } from '../testkit/index.ts';

/** Maximum time to wait for a recorded prompt, ms. */
const PATIENCE_MS = 120_000;

/** Replays a recorded call on its own version; returns the deeds with their pauses (CALLER-1). */
export function observePauses(flow: RunnableFlow, start: SimulationOptions, deeds: readonly Deed[]): Deed[] {
  const person = new Person(beginScene(flow, start));
  return deeds.map((deed) => {
    const thinkMs = person.waitAsRecorded(deed);
    person.play(deed);
    return thinkMs === undefined ? deed : { ...deed, thinkMs };
  });
}

/**
 * Timing of acts. adapted: an answer follows its question, whatever is played before (CALLER-2). literal: each act follows
 * the same number of prompts and the same pause as in the recorded call.
 */
type Pace = 'adapted' | 'literal';

/** Replays a call on any version (CALLER-2). */
export function playDeeds(
  flow: RunnableFlow,
  start: SimulationOptions,
  { deeds, pace }: { deeds: readonly Deed[]; pace: Pace },
): Simulation {
  const person = new Person(beginScene(flow, start));
  for (const deed of deeds)
    if (pace === 'adapted') person.act(deed);
    else person.repeat(deed);
  person.call.runUntil(() => person.call.hasEnded, Infinity);
  return person.call;
}

/** The caller. Owns: the prompts heard before the last act. */
class Person {
  readonly call: Simulation;
  readonly #scene: Scene;
  #heardBefore = 0;
  #stepBefore = '';

  constructor(scene: Scene & { call: Simulation }) {
    this.#scene = scene;
    this.call = scene.call;
  }

  /** Waits like the recorded caller; returns the silence before an answer. */
  waitAsRecorded(deed: Deed): number | undefined {
    if (deed.line.kind === 'stays_silent') return undefined;
    this.#waitForPrompts(deed.heard);
    const by = this.call.now + deed.pauseMs;
    const isSilent = this.call.runUntil(() => !this.#isHearing(), by);
    const since = this.call.now;
    this.call.advanceTo(by);
    return isSilent && isAnswer(deed) ? by - since : undefined;
  }

  /** Repeats an act after the same number of prompts and the same pause. */
  repeat(deed: Deed): void {
    if (this.#isOver()) return;
    this.waitAsRecorded(deed);
    if (deed.line.kind === 'party_hangs_up') this.#loseParty();
    else this.play(deed);
  }

  act(deed: Deed): void {
    if (this.#isOver()) return;
    if (isAnswer(deed)) this.#waitForQuestion(deed);
    else if (deed.line.kind !== 'stays_silent') {
      this.#waitForPrompts(deed.heard);
      this.call.advanceTo(this.call.now + deed.pauseMs);
    }
    if (deed.line.kind === 'party_hangs_up') this.#loseParty();
    else this.play(deed);
  }

  /** Performs an act, if it is possible (CALLER-3). */
  play({ line }: Deed): void {
    if (!this.#isOver()) playLine(this.#scene, line);
    const { heard, now } = this.call;
    // A prompt that starts now responds to the deed.
    this.#heardBefore = heard.filter(({ at }) => at < now).length;
    this.#stepBefore = this.call.record.context.step;
  }

  /** Waits for a question and then as long as the recorded caller did. */
  #waitForQuestion({ line, heard, pauseMs, thinkMs }: Deed): void {
    const listens = () => {
      // The question before the last answer does not count.
      if (heard > 0 && this.call.heard.length <= this.#heardBefore && this.#isWhereItWas()) return false;
      const { state, listens_for_words: forWords, listens: forKeys } = this.call.line ?? {};
      return state === 'bridged' || (line.kind === 'says' ? forWords : forKeys) === true;
    };
    this.#waitUntil(listens);
    if (thinkMs !== undefined) this.#waitUntil(() => !this.#isHearing());
    this.call.advanceTo(this.call.now + (thinkMs ?? pauseMs));
  }

  /** Hangs up for the party that this version has reached. */
  #loseParty(): void {
    this.#waitUntil(() => this.call.line?.state === 'bridged');
    this.call.hangUp('second');
  }

  /** Waits for a number of prompts since the last deed. */
  #waitForPrompts(count: number): void {
    const wanted = this.#heardBefore + count;
    if (count > 0) this.#waitUntil(() => this.call.heard.length >= wanted);
  }

  #waitUntil(holds: () => boolean): void {
    this.call.runUntil(() => holds() || this.#isOver(), this.call.now + PATIENCE_MS);
  }

  /** True while the call is in the step of the last act. */
  #isWhereItWas(): boolean {
    return this.call.record.context.step === this.#stepBefore;
  }

  #isHearing(): boolean {
    return this.call.line?.hears === true;
  }

  #isOver(): boolean {
    return this.call.hasEnded || this.call.line?.state === 'disconnected';
  }
}

interface Deed {
  line: ScriptLine;
  /** Number of prompts heard since the previous act. */
  heard: number;
  /** Pause after the last of them, ms. */
  pauseMs: number;
  /** Pause after the end of the last prompt, ms, if known. */
  thinkMs?: number;
}

/** Lists the deeds in a script, without its expectations. */
export function listDeeds({ script }: Scenario): Deed[] {
  const deeds: Deed[] = [];
  let [heard, pauseMs] = [0, 0];
  for (const line of script) {
    if (line.kind === 'hears') [heard, pauseMs] = [heard + 1, 0];
    else if (line.kind === 'waits') pauseMs += line.ms;
    else if (!line.kind.startsWith('expects_')) {
      deeds.push({ line, heard, pauseMs });
      [heard, pauseMs] = [0, 0];
    }
  }
  return deeds;
}

function isAnswer({ line: { kind } }: Deed): boolean {
  return kind === 'presses' || kind === 'says';
}
