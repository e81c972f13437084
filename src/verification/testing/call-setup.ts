import { readStart } from './script.ts';
import type { Given } from './script.ts';
import type { FlowTypes } from './flow-types.ts';
import type { TestLine } from './errors.ts';
import { TestCall } from './test-call.ts';
import type { Subject } from './test-call.ts';

type Start = NonNullable<Given['start']>;

/**
 * A call that is about to begin. Each method gives a new one and leaves this one as it is, so one can serve many tests;
 * `await` begins a call, and every `await` another one.
 */
export class CallSetup<Flow extends FlowTypes> implements PromiseLike<TestCall<Flow>> {
  readonly #subject: Subject;
  readonly #line: TestLine;
  readonly #given: Given;

  /** `line`: where the test asks for the call. */
  constructor(subject: Subject, line: TestLine, given: Given = {}) {
    this.#subject = subject;
    this.#line = line;
    this.#given = given;
  }

  /** Sets the number of the caller, with its country code. */
  from(number: string): CallSetup<Flow> {
    return this.#starting({ from: number });
  }

  /** Sets the called number. */
  to(number: string): CallSetup<Flow> {
    return this.#starting({ to: number });
  }

  /**
   * Sets the start to the second: a time with its offset from UTC, such as 2026-12-25T10:00:00+01:00. Default: a Monday,
   * 09:00 UTC.
   */
  at(time: string | Date): CallSetup<Flow> {
    return this.#starting({
      at: typeof time === 'string' ? time : time.toISOString().replace(/\.\d+Z$/, 'Z'),
    });
  }

  /** Makes the call outbound: the flow calls somebody, who then hears, presses and speaks. */
  outbound(): CallSetup<Flow> {
    return this.#starting({ direction: 'outbound' });
  }

  /** Makes the flow call back somebody who sent this message. */
  afterMessage(text: string): CallSetup<Flow> {
    return this.#starting({ message: text });
  }

  /** Values of the flow's parameters. */
  with(params: Partial<Flow['params']>): CallSetup<Flow> {
    return this.#starting({ params: { ...this.#given.start?.params, ...params } });
  }

  /** Values of the flow's settings. */
  env(values: Partial<Flow['env']>): CallSetup<Flow> {
    return this.given({ env: { ...this.#given.env, ...values } });
  }

  /** Sets the behaviour of the people whom the flow calls, by number or SIP URI. */
  parties(parties: NonNullable<Given['parties']>): CallSetup<Flow> {
    return this.given({ parties: { ...this.#given.parties, ...parties } });
  }

  /** Adds answers of web services, the first match first, after those that were given before. */
  http(stubs: NonNullable<Given['http']>): CallSetup<Flow> {
    return this.given({ http: [...(this.#given.http ?? []), ...stubs] });
  }

  /** Anything that a scenario says of its call before its script, in the same words; it takes the place of what was said of it. */
  given(given: Given): CallSetup<Flow> {
    return new CallSetup(this.#subject, this.#line, { ...this.#given, ...given });
  }

  /** Begins a call. */
  begin(): Promise<TestCall<Flow>> {
    return new Promise((resolve) => {
      resolve(this.#begun());
    });
  }

  /** Begins a call, for `await`. */
  then<Fulfilled = TestCall<Flow>, Rejected = never>(
    onBegun?: ((call: TestCall<Flow>) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onFailed?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.begin().then(onBegun, onFailed);
  }

  #starting(start: Start): CallSetup<Flow> {
    return this.given({ start: { ...this.#given.start, ...start } });
  }

  #begun(): TestCall<Flow> {
    return this.#line.run(
      () => new TestCall(this.#subject, this.#given, readStart(this.#subject.playable, this.#given)),
    );
  }
}
