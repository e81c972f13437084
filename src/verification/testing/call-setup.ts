import { readStart } from './script.ts';
import type { Given } from './script.ts';
import type { FlowTypes } from './flow-types.ts';
import type { TestLine } from './errors.ts';
import { TestCall } from './test-call.ts';
import type { Subject } from './test-call.ts';

type Start = NonNullable<Given['start']>;

/**
 * A call that has not started yet. Each method returns a new setup and leaves this one unchanged, so that one setup can
 * serve many tests. Each `await` starts a new call.
 */
export class CallSetup<Flow extends FlowTypes> implements PromiseLike<TestCall<Flow>> {
  readonly #subject: Subject;
  readonly #line: TestLine;
  readonly #given: Given;

  /** `line`: the line of the test that requests the call. */
  constructor(subject: Subject, line: TestLine, given: Given = {}) {
    this.#subject = subject;
    this.#line = line;
    this.#given = given;
  }

  /** Sets the caller's number, with its country code. */
  from(number: string): CallSetup<Flow> {
    return this.#starting({ from: number });
  }

  /** Sets the called number. */
  to(number: string): CallSetup<Flow> {
    return this.#starting({ to: number });
  }

  /**
   * Sets the start time, to the second, with its UTC offset, such as 2026-12-25T10:00:00+01:00. Default: a Monday,
   * 09:00 UTC.
   */
  at(time: string | Date): CallSetup<Flow> {
    return this.#starting({
      at: typeof time === 'string' ? time : time.toISOString().replace(/\.\d+Z$/, 'Z'),
    });
  }

  /** Makes the call outbound: the flow calls a person, who then hears, presses and speaks. */
  outbound(): CallSetup<Flow> {
    return this.#starting({ direction: 'outbound' });
  }

  /** Makes the flow call back the sender of a message. */
  afterMessage(text: string): CallSetup<Flow> {
    return this.#starting({ message: text });
  }

  /** Sets parameters of the flow. */
  with(params: Partial<Flow['params']>): CallSetup<Flow> {
    return this.#starting({ params: { ...this.#given.start?.params, ...params } });
  }

  /** Sets settings of the flow. */
  env(values: Partial<Flow['env']>): CallSetup<Flow> {
    return this.given({ env: { ...this.#given.env, ...values } });
  }

  /** Sets the behaviour of called parties, by number or SIP URI. */
  parties(parties: NonNullable<Given['parties']>): CallSetup<Flow> {
    return this.given({ parties: { ...this.#given.parties, ...parties } });
  }

  /** Adds responses of web services, after those that were added before. The first match is used. */
  http(stubs: NonNullable<Given['http']>): CallSetup<Flow> {
    return this.given({ http: [...(this.#given.http ?? []), ...stubs] });
  }

  /** Sets any key of a scenario other than its script, in the same form; it replaces an earlier value. */
  given(given: Given): CallSetup<Flow> {
    return new CallSetup(this.#subject, this.#line, { ...this.#given, ...given });
  }

  /** Starts a call. */
  begin(): Promise<TestCall<Flow>> {
    return new Promise((resolve) => {
      resolve(this.#begun());
    });
  }

  /** Starts a call, for `await`. */
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
