/** Delays of the vocabulary (language/model/vocabulary.ts) that depend on the call, ms. */
import type { Delay } from '../../language/model/index.ts';
import type { CallContext } from '../record.ts';
import { estimateMs } from '../spoken/speech.ts';

/** Time for keys after a listening play before the platform sends `menutimeout`. Not specified; see docs/adr. */
export const PLATFORM_WINDOW_MS = 5_000;

/** Tolerance of the estimated length of a play before a step continues without `playfinished`. */
const SPEECH_SLACK_MS = 10_000;

/** Maximum length of a spoken answer, ms. */
export const MAX_ANSWER_MS = 30_000;

/** Tolerance for a late result of speech recognition. */
const RESULT_SLACK_MS = 10_000;

/** The delays by name. */
export const delays: Record<Delay, (context: CallContext) => number> = {
  speech_over: (context) => estimateSpeechMs(context) + SPEECH_SLACK_MS,
  no_input: (context) => estimateSpeechMs(context) + context.input.timeoutMs,
  timeout: ({ input }) => input.timeoutMs,
  no_result: (context) =>
    estimateSpeechMs(context) + context.input.timeoutMs + MAX_ANSWER_MS + RESULT_SLACK_MS,
  pause: ({ web }) => web.pauseMs,
  patience: ({ input }) => Math.max(0, input.timeoutMs - PLATFORM_WINDOW_MS),
};

/** Names of all delays, for the machine. */
export const delayNames = Object.keys(delays) as Delay[];

function estimateSpeechMs({ playing }: CallContext): number {
  return playing === null ? 0 : estimateMs(playing.media);
}
