/**
 * A call that a test makes, in virtual time.
 *
 * Owns: how far the test has come in it. Does not own: what a line of a script means, and what it does to a call
 * (testkit): every method here is one such line.
 *
 * TEST-1 A line is played before its promise is given, so lines are played in the order of the test even where it does not
 *    wait for them; a line that fails rejects its promise.
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

/** The start of a call. */
interface Beginning {
  flow: RunnableFlow;
  start: Scenario['start'];
}

/** The methods that play a line; an error points to where one is called. */
type Deed = keyof {
  [Key in keyof TestCall as TestCall[Key] extends (...given: never[]) => Promise<void> ? Key : never]: true;
};

/** A call under way. Each method that gives a promise plays one line. */
export class TestCall<Flow extends FlowTypes = AnyFlow> {
  readonly #subject: Subject;
  readonly #given: Given;
  readonly #scene: Scene;

  constructor(subject: Subject, given: Given, { flow, start }: Beginning) {
    this.#subject = subject;
    this.#given = given;
    this.#scene = beginScene(flow, start);
  }

  /** The caller hears something next, or within two minutes; what was said before it is passed over. */
  hears(what: Hearable<Flow>): Promise<void> {
    return this.#play('hears', { hears: toHearing(what) });
  }

  /** The caller has not heard something since they last did something; with `for` nor do they from now on. */
  doesNotHear(what: Unhearable<Flow>): Promise<void> {
    return this.#play('doesNotHear', { does_not_hear: toHearing(what) });
  }

  /** The caller presses keys, as soon as something listens for keys. */
  presses(keys: Written<'presses'>): Promise<void> {
    return this.#play('presses', { presses: keys });
  }

  /** The caller says something, as soon as something listens for speech. */
  says(text: string): Promise<void> {
    return this.#play('says', { says: text });
  }

  /** The caller says something unintelligible. */
  mumbles(): Promise<void> {
    return this.#play('mumbles', 'mumbles');
  }

  /** The caller lets a question pass. */
  staysSilent(): Promise<void> {
    return this.#play('staysSilent', 'stays_silent');
  }

  /** The caller sends a message, once the flow waits for one. */
  texts(text: string): Promise<void> {
    return this.#play('texts', { texts: text });
  }

  /** The caller does nothing for a time: `5s`, `2m`. */
  waits(length: string): Promise<void> {
    return this.#play('waits', { waits: length });
  }

  /** The caller does nothing until it is so late: `18:00`, or a whole time. */
  waitsUntil(time: string): Promise<void> {
    return this.#play('waitsUntil', { waits_until: time });
  }

  /** The caller hangs up. */
  hangsUp(): Promise<void> {
    return this.#play('hangsUp', 'hangs_up');
  }

  /** The party with this number, who is talking to the caller, hangs up. */
  partyHangsUp(number: string): Promise<void> {
    return this.#play('partyHangsUp', { party_hangs_up: number });
  }

  /** Something is true of the flow, now or soon. */
  expects(expectation: Expectation<Flow>): Promise<void> {
    return this.#play('expects', { expects: expectation as Expects });
  }

  /** The call runs to its end with this reason, and everything that was promised about it has happened. */
  endsAs(reason: EndReason): Promise<void> {
    return this.#perform('endsAs', () => {
      const end = this.#read({ expects: { ended: reason } });
      return playLine(this.#scene, end) ?? playEnd(this.#scene, end.span);
    });
  }

  /** Any line that a script in a scenario file can hold. */
  plays(line: Line): Promise<void> {
    return this.#play('plays', line);
  }

  /** Virtual time. */
  get now(): Date {
    return new Date(this.#scene.call.now);
  }

  /** Name of the step in which the call is. */
  get step(): Flow['steps'] {
    return this.#scene.call.record.context.step;
  }

  /** The flow's variables as they are now, secret ones included. */
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

  /** The outcomes that the call has got to, in order. */
  get outcomes(): readonly Flow['outcomes'][] {
    return this.#scene.call.record.context.milestones;
  }

  /** End reason of the call; undefined while it runs. */
  get ended(): EndReason | undefined {
    const { call } = this.#scene;
    return call.hasEnded ? call.record.context.call.reason || undefined : undefined;
  }

  /** Everything that happened so far, line by line. */
  get story(): string {
    const { call, flow } = this.#scene;
    return renderStory({ story: tellStory(call.log, flow), startedAt: call.record.startedAt }).join('\n');
  }

  /** For matchers: whether a line is true of the call as it is now. Throws what is wrong with the line. */
  judgeLine(line: Line): Verdict {
    const move = this.#read(line);
    if (!isJudged(move)) throw new FlowTestError('this can only be waited for');
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
    return `${told}\n\nThe call until then:\n${this.story}\n`;
  }
}
