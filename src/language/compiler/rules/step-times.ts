/** Computes the time that steps take, as far as the flow says it. */
import type {
  CollectStep,
  ConnectStep,
  HttpStep,
  MenuStep,
  SmsStep,
  StreamStep,
  WaitStep,
} from '../../../../schemas/types/flow.ts';
import type { Edge } from '../../model/index.ts';
import { readFlowSpeech } from './spoken.ts';
import type { DraftStep, FlowDraft, Readable } from '../types.ts';
import { parseDuration, toList } from '../verbs/parts/fragments.ts';

/** The share of the estimated time of a text that even a fast voice needs. */
const FAST_VOICE = 0.85;
const DEFAULT_MESSAGE_TIMEOUT = '2m';
const DEFAULT_RING = '30s';
const DEFAULT_TIMEOUT = '5s';
const DEFAULT_ATTEMPTS = 3;

/** The time of a step that ends with one outcome, in ms. */
interface StepTime {
  /** It cannot be shorter. */
  least: number;
  /** The time that the author has provided for it. */
  provided: number;
}

const NO_TIME: StepTime = { least: 0, provided: 0 };

/** Returns the time of a step that is left by this edge. */
export function measureStep(
  draft: FlowDraft,
  { name, content }: DraftStep,
  { outcome }: Pick<Edge, 'outcome'>,
): StepTime {
  const { verb, body } = content ?? {};
  if (verb === undefined || body === undefined) return NO_TIME;
  if (verb.name === 'say' || verb.name === 'play') {
    if (outcome !== 'done') return NO_TIME;
    return toExact(measureSpeech(draft, ['steps', name, verb.name]));
  }
  const measure = MEASURES[verb.name];
  return measure === undefined ? NO_TIME : measure(body as never, outcome);
}

/** Returns the least time of a prompt in ms, in the language in which it is shortest. */
function measureSpeech(draft: FlowDraft, path: readonly string[]): number {
  const speech = readFlowSpeech(draft);
  const lengths = speech.languages.map((language) =>
    speech
      .readPieces([...path], language)
      .reduce((sum, { kind, seconds }) => sum + seconds * (kind === 'audio' ? 1_000 : 1_000 * FAST_VOICE), 0),
  );
  return Math.min(...lengths);
}

type Measure = (body: never, outcome: string) => StepTime;

const MEASURES: Record<string, Measure> = {
  wait: measureWait,
  stream: measureStream,
  sms: measureMessage,
  connect: measureConnect,
  menu: measureQuestion,
  collect: measureQuestion,
  http: measureRequest,
};

function measureWait(body: Readable<WaitStep>, outcome: string): StepTime {
  if (typeof body === 'string') return outcome === 'done' ? toExact(toMs(body)) : NO_TIME;
  if (outcome !== 'timeout' || body.for === 'bridge_end') return NO_TIME;
  return toExact(toMs(body.timeout ?? DEFAULT_MESSAGE_TIMEOUT));
}

function measureStream({ timeout }: Readable<StreamStep>, outcome: string): StepTime {
  return outcome === 'timeout' ? toExact(toMs(timeout)) : NO_TIME;
}

function measureMessage({ timeout = DEFAULT_MESSAGE_TIMEOUT }: Readable<SmsStep>, outcome: string): StepTime {
  return outcome === 'timeout' ? toExact(toMs(timeout)) : NO_TIME;
}

/** Any party may be busy at once. */
function measureConnect({ to, ring = DEFAULT_RING }: Readable<ConnectStep>, outcome: string): StepTime {
  return outcome === 'no_answer' ? { least: 0, provided: toList(to as never).length * toMs(ring) } : NO_TIME;
}

/** Wrong keys exhaust the attempts sooner than silence. */
function measureQuestion(
  { attempts = DEFAULT_ATTEMPTS, timeout = DEFAULT_TIMEOUT }: Readable<MenuStep | CollectStep>,
  outcome: string,
): StepTime {
  return outcome === 'exhausted' || outcome === 'silent'
    ? { least: 0, provided: attempts * toMs(timeout) }
    : NO_TIME;
}

function measureRequest({ timeout = DEFAULT_TIMEOUT }: Readable<HttpStep>, outcome: string): StepTime {
  return outcome === 'timeout' ? toExact(toMs(timeout)) : NO_TIME;
}

function toExact(ms: number): StepTime {
  return { least: ms, provided: ms };
}

function toMs(text: string | undefined): number {
  return parseDuration(text ?? '') || 0;
}
