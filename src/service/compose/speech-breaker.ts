/**
 * Fails at once while the speech engine hangs: otherwise every caller would wait for its timeout at every text.
 *
 * Owns when the engine is asked again. Does not own the cache: texts that are in it are heard.
 */
import { OperationalError } from '../../engine/ports/index.ts';
import type { Clock, Log, Synthesizer, Utterance } from '../../engine/ports/index.ts';

/** Time after a timeout in which the engine is not asked, ms. */
const REST_MS = 15_000;
/** A failure that took this long was a timeout, ms. */
const MIN_TIMEOUT_MS = 5_000;

export class SpeechBreaker implements Synthesizer {
  readonly id: string;
  readonly readsSsml: boolean;
  readonly #engine: Synthesizer;
  readonly #clock: Clock;
  readonly #log: Log;
  /** Number of texts that the engine has answered. */
  #answers = 0;
  /** Where it hangs: when it is asked again, on the clock of `elapsed`; Infinity while one text tries it. */
  #restsUntil: number | undefined;

  constructor(engine: Synthesizer, { clock, log }: { clock: Clock; log: Log }) {
    this.id = engine.id;
    this.readsSsml = engine.readsSsml;
    this.#engine = engine;
    this.#clock = clock;
    this.#log = log;
  }

  async synthesize(utterance: Utterance, signal: AbortSignal): Promise<Uint8Array> {
    const [begunAt, answers, isTrial] = [
      this.#clock.elapsed(),
      this.#answers,
      this.#restsUntil !== undefined,
    ];
    if (begunAt < (this.#restsUntil ?? 0)) throw createRestError();
    if (isTrial) this.#restsUntil = Infinity;
    try {
      const audio = await this.#engine.synthesize(utterance, signal);
      this.#noteAnswer();
      return audio;
    } catch (error) {
      const elapsedMs = this.#clock.elapsed() - begunAt;
      if (signal.aborted) this.#noteAbort(isTrial);
      else if (!isUnavailable(error)) this.#noteAnswer();
      // One slow text is no reason while others are answered.
      else if (isTrial || (elapsedMs >= MIN_TIMEOUT_MS && answers === this.#answers)) this.#rest(error);
      throw error;
    }
  }

  #noteAnswer(): void {
    this.#answers += 1;
    if (this.#restsUntil === undefined) return;
    this.#restsUntil = undefined;
    this.#log.info({}, 'the speech engine answers again');
  }

  /** A caller who has gone does not tell whether the engine answers: the next text tries it. */
  #noteAbort(isTrial: boolean): void {
    if (isTrial && this.#restsUntil !== undefined) this.#restsUntil = this.#clock.elapsed();
  }

  #rest(error: unknown): void {
    if (this.#restsUntil === undefined)
      this.#log.error(
        { err: error },
        `the speech engine does not answer: texts that are not in the cache fail at once, and it is asked again every ${REST_MS / 1_000} s`,
      );
    this.#restsUntil = this.#clock.elapsed() + REST_MS;
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof OperationalError && error.code === 'speech_unavailable';
}

function createRestError(): OperationalError {
  const message = 'the speech engine did not answer the last text: it is asked again in a few seconds';
  return new OperationalError('speech_unavailable', message, { retryable: false });
}
