/**
 * A call of a test, in virtual time.
 *
 * Owns: the progress of the test. Does not own: the meaning of script lines and their effect on a call (testkit): every
 * method here is one such line.
 *
 * TEST-1 A line is played before its promise is returned, so lines are played in the order of the test even if it does
 *    not await them; a line that fails rejects its promise.
 */
import type { Expects, Line } from '../../../schemas/types/scenario.ts';
import type { EndReason, RunnableFlow } from '../../call/index.ts';
import {
  beginScene,
  isJudged,
  judge,
  playEnd,
  playLine,
  renderStory,
  tellStory,
  renderFlowPosition,
  findUnanswered,
} from '../testkit/index.ts';
import type { Failure, Miss, Scenario, Scene, ScriptLine, SentCommand, Verdict } from '../testkit/index.ts';
import { CallAssertionError, FlowTestError, runOnBehalfOf } from './errors.ts';
import type { AnyFlow, FlowTypes } from './flow-types.ts';
import { readLine } from './script.ts';
import type { Given, Playable } from './script.ts';
import { toHearing } from './written.ts';
import type { Expectation, Hearable, Unhearable, Written } from './written.ts';

/** The flow under test. */
export interface Subject {
  playable: Playable;
  /** Path of the flow file. */
  file: string;
}

interface Beginning {
  flow: RunnableFlow;
  start: Scenario['start'];
}

/** Names of the methods that play a line, to which errors point. */
type Deed = keyof {
  [Key in keyof TestCall as TestCall[Key] extends (...given: never[]) => Promise<void> ? Key : never]: true;
};

/** A running call. Each method that returns a promise plays one line. */
export class TestCall<Flow extends FlowTypes = AnyFlow> {
  readonly #subject: Subject;
  readonly #given: Given;
  readonly #scene: Scene;

  constructor(subject: Subject, given: Given, { flow, start }: Beginning) {
    this.#subject = subject;
    this.#given = given;
    this.#scene = beginScene(flow, start);
  }

  /** Expects that the caller hears something within two minutes; earlier prompts are skipped. */
  hears(what: Hearable<Flow>): Promise<void> {
    return this.#play('hears', { hears: toHearing(what) });
  }

  /** Expects that the caller has not heard something since their last act; with `for`, nor within that time. */
  doesNotHear(what: Unhearable<Flow>): Promise<void> {
    return this.#play('doesNotHear', { does_not_hear: toHearing(what) });
  }

  /** Presses keys, as soon as something listens for keys. */
  presses(keys: Written<'presses'>): Promise<void> {
    return this.#play('presses', { presses: keys });
  }

  /** Says something, as soon as something listens for speech. */
  says(text: string): Promise<void> {
    return this.#play('says', { says: text });
  }

  /** Says something unintelligible. */
  mumbles(): Promise<void> {
    return this.#play('mumbles', 'mumbles');
  }

  /** Stays silent until a question times out. */
  staysSilent(): Promise<void> {
    return this.#play('staysSilent', 'stays_silent');
  }

  /** Sends a message, once the flow waits for one. */
  texts(text: string): Promise<void> {
    return this.#play('texts', { texts: text });
  }

  /** Waits for a time: `5s`, `2m`. */
  waits(length: string): Promise<void> {
    return this.#play('waits', { waits: length });
  }

  /** Waits until a time of day, `18:00`, or a date and time. */
  waitsUntil(time: string): Promise<void> {
    return this.#play('waitsUntil', { waits_until: time });
  }

  /** Hangs up. */
  hangsUp(): Promise<void> {
    return this.#play('hangsUp', 'hangs_up');
  }

  /** Ends the call as an operator does. */
  operatorHangsUp(): Promise<void> {
    return this.#play('operatorHangsUp', 'operator_hangs_up');
  }

  /** Hangs up for the party with this number, which is talking to the caller. */
  partyHangsUp(number: string): Promise<void> {
    return this.#play('partyHangsUp', { party_hangs_up: number });
  }

  /** Expects something of the flow, now or soon. */
  expects(expectation: Expectation<Flow>): Promise<void> {
    return this.#play('expects', { expects: expectation as Expects });
  }

  /**
   * Runs the call to its end and expects this reason, and that the call has kept everything that its setup promises.
   */
  endsAs(reason: EndReason): Promise<void> {
    return this.#perform('endsAs', () => {
      const end = this.#read({ expects: { ended: reason } });
      return playLine(this.#scene, end) ?? playEnd(this.#scene, end.span);
    });
  }

  /** Plays any line that the script of a scenario file can contain. */
  plays(line: Line): Promise<void> {
    return this.#play('plays', line);
  }

  /** Virtual time. */
  get now(): Date {
    return new Date(this.#scene.call.now);
  }

  /** Name of the current step. */
  get step(): Flow['steps'] {
    return this.#scene.call.record.context.step;
  }

  /** Current variables of the flow, including secret ones. */
  get vars(): Readonly<Flow['vars']> {
    return this.#scene.call.record.context.vars as Flow['vars'];
  }

  /** Texts that the caller heard so far, in order. */
  get heard(): readonly string[] {
    return this.#scene.call.heard.map(({ text }) => text);
  }

  /** Commands that the flow sent, in order. */
  get commands(): readonly SentCommand[] {
    return this.#scene.call.commands;
  }

  /** Outcomes that the call has reached, in order. */
  get outcomes(): readonly Flow['outcomes'][] {
    return this.#scene.call.record.context.milestones;
  }

  /** End reason of the call; undefined while it runs. */
  get ended(): EndReason | undefined {
    const { call } = this.#scene;
    return call.hasEnded ? call.record.context.call.reason || undefined : undefined;
  }

  /** Everything that has happened so far, line by line. */
  get story(): string {
    const { call, flow } = this.#scene;
    return renderStory({ story: tellStory(call.log, flow), startedAt: call.record.startedAt }).join('\n');
  }

  /** Checks a line against the current state of the call, for matchers. Throws if the line is not valid. */
  judgeLine(line: Line): Verdict {
    const move = this.#read(line);
    if (!isJudged(move)) throw new FlowTestError('this line can only be awaited');
    const miss = findUnanswered(this.#scene.call);
    if (miss !== undefined) throw new CallAssertionError(this.#renderMiss(miss));
    return judge(this.#scene, move);
  }

  #play(deed: Deed, line: Line): Promise<void> {
    return this.#perform(deed, () => playLine(this.#scene, this.#read(line)));
  }

  #perform(deed: Deed, act: () => Failure | undefined): Promise<void> {
    return new Promise((resolve) => {
      runOnBehalfOf((this as Record<Deed, CallableFunction>)[deed], () => {
        const failure = act();
        if (failure !== undefined) throw new CallAssertionError(this.#renderMiss(failure, failure));
      });
      resolve();
    });
  }

  #read(line: Line): ScriptLine {
    return readLine(this.#subject.playable, this.#given, line);
  }

  #renderMiss({ message, hint }: Miss, failure?: Failure): string {
    const { startedAt } = this.#scene.call.record;
    const where = failure && renderFlowPosition({ flowFile: this.#subject.file, startedAt }, failure);
    const lines = [hint, ...(where ?? [])].filter((line) => line !== undefined);
    const told = [message, ...lines.map((line) => `  ${line.trim()}`)].join('\n');
    return `${told}\n\nThe call up to that point:\n${this.story}\n`;
  }
}
